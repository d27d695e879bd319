import { member, type JsonNode } from '#kernel';
import { errorOf, readErrorBody } from './read-error-body.js';

/** By the words of types and codes, the most telling first. */
const STATUSES: readonly (readonly [words: RegExp, status: number])[] = [
  [/rate.?limit|too.?many|resource.?exhausted|insufficient.?quota|throttl/i, 429],
  [/overloaded/i, 529],
  [/unavailable/i, 503],
  [/timeout|deadline/i, 504],
  [/authentication|unauthenticated|invalid.?api.?key/i, 401],
  [/permission|forbidden/i, 403],
  [/not.?found/i, 404],
  [/too.?large/i, 413],
  [/invalid|validation|content.?(filter|policy)|context.?length|bad.?request/i, 400],
];
const STATUS_UNSAID = 502; // The provider failed, and does not say how.

/**
 * The status that an error would have come with, had it not come in the place of an answer.
 * @param name that the framing of a stream gave it
 */
export function statusOfError(root: JsonNode, name = ''): number {
  const { code, type } = readErrorBody(root) ?? errorOf(root);
  for (const word of [code, type, codeOf(root), name]) {
    const status = word ? knownStatus(word) : undefined;
    if (status !== undefined) return status;
  }
  return STATUS_UNSAID;
}

/** The same by a single word of it. */
export const statusOfWord = (word: string): number => knownStatus(word) ?? STATUS_UNSAID;

function knownStatus(word: string): number | undefined {
  if (/^[45]\d\d$/.test(word)) return Number(word);
  return STATUSES.find(([words]) => words.test(word))?.[1];
}

/** Some say it beside the error. */
function codeOf(root: JsonNode): string | null {
  const code = member(root, 'status') ?? member(root, 'status_code') ?? member(root, 'code');
  return code?.kind === 'scalar' || code?.kind === 'string' ? String(code.value) : null;
}
