/** Pieces of RFC 8785 JSON. Strings are written as ECMAScript writes them, which is what it asks. */

const PLAIN = /^[ !#-[\]-~]*$/; // Printable ASCII without quote and backslash: nearly every value.

export const textOf = (value: string | null): string => {
  if (value === null) return 'null';
  return PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);
};

export function listOf<Item>(items: readonly Item[], write: (item: Item) => string): string {
  const [only] = items;
  if (only === undefined) return '[]';
  return items.length === 1 ? `[${write(only)}]` : `[${items.map(write).join(',')}]`;
}

/** The only members whose names are not known beforehand, so the only ones that are sorted. */
export function writeFindings(findings: Readonly<Record<string, number>>): string {
  const kinds = Object.keys(findings);
  if (kinds.length === 0) return '{}';
  if (kinds.length > 1) kinds.sort();
  return `{${kinds.map((kind) => `${textOf(kind)}:${findings[kind]}`).join(',')}}`;
}
