import { isRecord } from './is-record';

/** Whether two JSON values are the same, whatever the order of members: the database has one of its own. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => isSameValue(item, other[at]));
  }
  if (isRecord(one) && isRecord(other)) {
    const names = Object.keys(one);
    return (
      names.length === Object.keys(other).length &&
      names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name]))
    );
  }
  return Object.is(one, other);
}
