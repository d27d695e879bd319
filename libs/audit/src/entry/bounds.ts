import type { Inspection } from '#call';
import type { EntryFound, EntryInjection } from './entry.js';

/** Together they keep an entry below 16 KiB, whatever a caller sends; a test tries the worst. */
export const ENTRY_BYTES_MAX = 16_384;
const NAME_CHARS_MAX = 200; // Longer than any model, alias or provider name in use.
export const SHORT_CHARS_MAX = 40; // Codes and kinds: our own words, except for upstream ones.
export const ATTEMPTS_MAX = 16; // The dispatcher makes far fewer.
export const CONSIDERED_MAX = 16; // Endpoints; the policy tells as many to the caller.
const FINDING_KINDS_MAX = 48; // More than the detectors know.

/** Of kinds, fates and places together; how many there are of each kind is told whole beside it. */
const FOUND_MAX = 24;

/** Of a call: that there are any is what counts. */
const INJECTIONS_MAX = 12;

const PLAIN = /^[ -~]*$/;

// PostgreSQL's JSON does not know U+0000, and the others are no part of a name either.
const CONTROL = /[\u0000-\u001f]/g;

/** At most `max` characters, such as any reader can take: no control characters, whole UTF-8. */
export function bounded(value: string, max = NAME_CHARS_MAX): string {
  const short = value.length > max ? value.slice(0, max) : value;
  return PLAIN.test(short) ? short : short.toWellFormed().replace(CONTROL, '\uFFFD');
}

/** A measurement as the entry's integers: floats have no place in canonical JSON. */
export const wholeMs = (ms: number | null): number | null =>
  ms === null ? null : Math.max(0, Math.min(Math.round(ms), 2_147_483_647));

/** The same of steps, which take less than a millisecond most of the time. */
export const wholeUs = (ms = 0): number => wholeMs(ms * 1_000) ?? 0;

export function boundedFindings(findings: Inspection['findings']): Inspection['findings'] {
  const kinds = Object.keys(findings);
  if (kinds.length === 0) return findings;
  return Object.fromEntries(
    kinds
      .slice(0, FINDING_KINDS_MAX)
      .map((kind) => [bounded(kind, SHORT_CHARS_MAX), findings[kind] ?? 0]),
  );
}

export const boundedFound = (found: Inspection['found']): EntryFound[] =>
  found.slice(0, FOUND_MAX).map(({ action, count, kind, place, subtype }) => ({
    action,
    count,
    kind: bounded(kind, SHORT_CHARS_MAX),
    place: bounded(place, SHORT_CHARS_MAX),
    ...(subtype !== null && { subtype: bounded(subtype, SHORT_CHARS_MAX) }),
  }));

export const boundedInjections = (
  injections: NonNullable<Inspection['injections']>,
): EntryInjection[] =>
  injections.slice(0, INJECTIONS_MAX).map(({ kind, offset, place, score }) => ({
    kind,
    offset,
    place: bounded(place, SHORT_CHARS_MAX),
    score: Math.round(score * 100),
  }));
