/** A JSON text that is to stand in another one as it is. */
export class Raw {
  constructor(readonly text: string) {}
}

export const raw = (text: string): Raw => new Raw(text);

/** `JSON.stringify` that leaves pieces of the caller's own JSON as the caller spelled them. */
export function writeJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (value instanceof Raw) return value.text;
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${writeJson(item)}`;
    return `[${text}]`;
  }
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${writeJson(member)}`;
  }
  return `{${text}}`;
}
