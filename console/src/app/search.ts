const CHARS_MAX = 200;

/** Filters in the address by their names; what is not given is left out. */
export const textsIn = <Name extends string>(
  search: Readonly<Record<string, unknown>>,
  ...names: Name[]
): Partial<Record<Name, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = textIn(search[name]);
      return text === undefined ? [] : [[name, text]];
    }),
  ) as Partial<Record<Name, string>>;

/** A filter in the address; whatever else somebody has put there is none. */
const textIn = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && value !== ''
    ? String(value).slice(0, CHARS_MAX)
    : undefined;
