/**
 * A number with its noun: `0 models`, `1 model`, `2 models`.
 * @param many where the plural is not made with an `s`
 */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
