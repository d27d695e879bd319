/** A `Content-Type`: `type/subtype` in lower case, and parameters by their names in lower case. */
export interface MediaType {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
// Without quoted pairs: readers differ in whether a backslash escapes, and no real type has one.
const PARAMETER = `;[ \\t]*(${TOKEN})=(?:(${TOKEN})|"([\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]*)")[ \\t]*`;
const WHOLE = new RegExp(`^(${TOKEN}/${TOKEN})[ \\t]*((?:${PARAMETER})*);?[ \\t]*$`);

/** Undefined for what RFC 9110 has no reading of, and for a parameter that is given twice. */
export function readMediaType(text: string): MediaType | undefined {
  const match = WHOLE.exec(text);
  if (!match) return undefined;
  const parameters = new Map<string, string>();
  for (const [, name = '', token, quoted] of (match[2] ?? '').matchAll(
    new RegExp(PARAMETER, 'g'),
  )) {
    const key = name.toLowerCase();
    if (parameters.has(key)) return undefined;
    parameters.set(key, token ?? quoted ?? '');
  }
  return { type: (match[1] ?? '').toLowerCase(), parameters };
}

/** Nothing but UTF-8 is read; a type that names no charset means it. */
export function isUtf8Type({ parameters }: MediaType): boolean {
  const charset = parameters.get('charset');
  return charset === undefined || /^utf-?8$/i.test(charset);
}

const BARE = new RegExp(`^${TOKEN}$`);

/** Written anew from its reading. */
export const writeMediaType = ({ type, parameters }: MediaType): string =>
  [...parameters].reduce(
    (text, [name, value]) => `${text}; ${name}=${BARE.test(value) ? value : `"${value}"`}`,
    type,
  );
