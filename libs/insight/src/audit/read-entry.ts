import type { Entry } from '#audit';

/** Null where it cannot be read: one that was tampered with must not hide all others of its page. */
export function readEntry(text: string): Entry | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Entry) : null;
  } catch {
    return null;
  }
}
