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
  [/invalid|content.?(filter|policy)|context.?length|bad.?request/i, 400],
];
const STATUS_UNSAID = 502; // The provider failed, and does not say how.

/** The status that an error would have come with, had it not come in the place of an answer. */
export function statusOfError(root: JsonNode): number {
  const { code, type } = readErrorBody(root) ?? errorOf(root);
  for (const word of [code, type, codeOf(root)]) {
    if (!word) continue;
    if (/^[45]\d\d$/.test(word)) return Number(word);
    const known = STATUSES.find(([words]) => words.test(word));
    if (known) return known[1];
  }
  return STATUS_UNSAID;
}

/** Some say it beside the error. */
function codeOf(root: JsonNode): string | null {
  const code = member(root, 'status') ?? member(root, 'status_code') ?? member(root, 'code');
  return code?.kind === 'scalar' || code?.kind === 'string' ? String(code.value) : null;
}
