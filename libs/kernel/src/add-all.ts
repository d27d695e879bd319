/** Adds any number of items. As arguments of `push` a hundred thousand of them end the stack. */
export function addAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}
