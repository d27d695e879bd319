import { applyDecorators } from '@nestjs/common';
import { IsString, Length, Matches } from 'class-validator';
import { problem } from '#kernel';

/** No ends of lines, which would begin others in a mail, and nothing that turns how the rest reads. */
const LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]*$/u;

/** What people call something: one line, as it will stand in lists and mails. */
export const IsLine = (charsMax: number): PropertyDecorator =>
  applyDecorators(
    IsString(),
    Length(1, charsMax),
    Matches(LINE, { message: '$property must be one line without control characters' }),
  );

/** No text of PostgreSQL holds U+0000, and half a surrogate pair is no character. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** To JavaScript they are what a value is made of, and libraries take them for that. */
const MEANT_OTHERWISE: ReadonlySet<string> = new Set(['__proto__', 'constructor']);

/** Names and values of a body, however deep: `parseJson` has bounded how deep. @throws invalid */
export function expectStorable(value: unknown, path = ''): void {
  if (typeof value === 'string') {
    if (isStorable(value)) return;
    throw problem('invalid', { errors: [{ path, message: 'holds characters that no text may' }] });
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    expectStorable(name, path);
    const below = path === '' ? name : `${path}.${name}`;
    if (MEANT_OTHERWISE.has(name)) {
      throw problem('invalid', { errors: [{ path: below, message: 'is no name of anything' }] });
    }
    expectStorable(inner, Array.isArray(value) ? `${path}[${name}]` : below);
  }
}

/** The target of a request, before a parameter of it reaches a query. @throws not_found */
export function expectReadable(target: string): void {
  if (/%00/.test(target)) throw problem('not_found');
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws not_found for what can be no id, before the database complains */
export function expectId(id: string): string {
  if (!UUID.test(id)) throw problem('not_found');
  return id;
}
