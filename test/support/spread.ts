/** At most so many, at equal distances. */
export const spread = <Item>(items: readonly Item[], most: number): readonly Item[] =>
  items.length <= most
    ? items
    : Array.from(
        { length: most },
        (_, at) => items[Math.floor((at * items.length) / most)] as Item,
      );
