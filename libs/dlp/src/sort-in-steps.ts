import type { Steps } from '#kernel';

const RUN_ITEMS = 2_048; // Sorted, or merged, in under a millisecond.

/** Sorts a list that may be long, run by run. */
export function* sortInSteps<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Steps<readonly Item[]> {
  if (items.length <= RUN_ITEMS) return items.toSorted(compare);
  let runs: (readonly Item[])[] = [];
  for (let from = 0; from < items.length; from += RUN_ITEMS) {
    runs.push(items.slice(from, from + RUN_ITEMS).toSorted(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly Item[])[] = [];
    for (let index = 0; index < runs.length; index += 2) {
      const [first = [], second = []] = runs.slice(index, index + 2);
      merged.push(yield* merge(first, second, compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<Item>(
  first: readonly Item[],
  second: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Steps<readonly Item[]> {
  const merged: Item[] = [];
  let [left, right] = [0, 0];
  while (left < first.length && right < second.length) {
    const [a, b] = [first[left] as Item, second[right] as Item];
    if (compare(a, b) <= 0) {
      merged.push(a);
      left++;
    } else {
      merged.push(b);
      right++;
    }
    if (merged.length % RUN_ITEMS === 0) yield;
  }
  return merged.concat(first.slice(left), second.slice(right));
}
