import { isRecord } from '../lib/is-record';

/** Forms have '' where a setting is left out; so has nothing else that the API takes. */
export function withoutBlanks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBlanks);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const isBlank = member === '' || member === null || member === undefined;
    return isBlank ? [] : [[name, withoutBlanks(member)] as const];
  });
  return Object.fromEntries(kept);
}

/**
 * What makes one of the other (RFC 7396): lists as a whole, null for what went.
 * @returns an empty mapping where nothing differs
 */
export function mergePatchOf(before: unknown, after: unknown): Record<string, unknown> {
  const [from, to] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  const patch: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [was, is] = [from[name], to[name]];
    if (isSame(was, is)) continue;
    patch[name] =
      is === undefined ? null : isRecord(was) && isRecord(is) ? mergePatchOf(was, is) : is;
  }
  return patch;
}

/** What a patch makes of a document (RFC 7396). */
export function patched(
  before: unknown,
  patch: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const after: Record<string, unknown> = isRecord(before) ? { ...before } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete after[name];
    else after[name] = isRecord(value) ? patched(after[name], value) : value;
  }
  return after;
}

/** Paths of what a patch touches, as in `budget.amount`. */
export function pathsOf(patch: Readonly<Record<string, unknown>>, prefix = ''): string[] {
  return Object.entries(patch).flatMap(([name, value]) =>
    isRecord(value) ? pathsOf(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  );
}

/** Undefined where nothing is. */
export const valueAt = (settings: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        Array.isArray(value) || isRecord(value) ? Reflect.get(value, name) : undefined,
      settings,
    );

export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (!isRecord(one) || !isRecord(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
}
