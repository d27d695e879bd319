const COUNT_MAX = 50;

/**
 * A list that this browser keeps, and nobody else.
 * @param itemOf reads what another release, or somebody else, may have written
 */
export function readKept<Item>(
  storage: Storage,
  name: string,
  itemOf: (value: unknown) => Item | undefined,
): readonly Item[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(name) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((value) => itemOf(value) ?? []).slice(0, COUNT_MAX);
  } catch {
    return []; // A browser that keeps nothing, or what is no list.
  }
}

/** @returns whether the browser keeps them */
export function writeKept(storage: Storage, name: string, items: readonly unknown[]): boolean {
  try {
    storage.setItem(name, JSON.stringify(items.slice(0, COUNT_MAX)));
    return true;
  } catch {
    return false;
  }
}
