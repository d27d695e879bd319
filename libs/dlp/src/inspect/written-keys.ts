import type { JsonObject } from '#kernel';

interface KeysOf {
  readonly keys: Set<string>;
  readonly counts: Map<string, number>;
}

/** Keys that are written anew. Two of an object may become the same word, and no object has a key twice. */
export class WrittenKeys {
  private readonly written = new Map<JsonObject, KeysOf>();

  /** The key, or the first name after it that the object has not. */
  unused(object: JsonObject, key: string): string {
    const { keys, counts } = this.keysOf(object);
    let name = key;
    // Counting goes on where it ended: thousands of keys may become one word.
    let count = counts.get(key) ?? 1;
    while (keys.has(name)) name = `${key}_${++count}`;
    counts.set(key, count);
    keys.add(name);
    return name;
  }

  private keysOf(object: JsonObject): KeysOf {
    const known = this.written.get(object);
    if (known) return known;
    const keys = { keys: new Set(object.keys), counts: new Map<string, number>() };
    this.written.set(object, keys);
    return keys;
  }
}
