/** A JSON text that is to stand in another one as it is. */
export class Raw {
  constructor(readonly text: string) {}
}

export const raw = (text: string): Raw => new Raw(text);

/** `JSON.stringify` that leaves pieces of the caller's own JSON as the caller spelled them. */
export function writeJson(value: unknown): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${JSON.stringify(key)}:${writeJson(member)}`);
  return `{${members.join(',')}}`;
}
