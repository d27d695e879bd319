import type { Steps } from '#kernel';
import type { Finding } from '../kinds.js';
import { PSEUDONYM_COST_CHARS, REWRITES_PER_STEP, TEXT_COST_CHARS } from '../limits.js';
import { holdsCode } from '../pseudonyms/code.js';
import { Vault } from '../pseudonyms/vault.js';
import { findPseudonyms } from '../restore/find-pseudonyms.js';
import { NUMBER_CHARS_MAX } from '../restore/read-pseudonym.js';
import { RestoreHosts } from '../restore/restore-hosts.js';
import type { Job, ScannedText, ScanText } from './inspection-job.js';
import { looksLikeJson, NumberQuotes } from './json-number.js';
import { maskOf } from './mask-of.js';
import { spend, type Pace } from './pace.js';

/** The words for all values that are to be put back; codes depend on all of them together. */
export function* issuePseudonyms(
  job: Job,
  scanned: readonly ScannedText[],
  pace: Pace,
): Steps<Vault> {
  const vault = new Vault(job.key(), new RestoreHosts(job.restoreHosts));
  for (const { text, findings, isRemoved } of scanned) {
    if (isRemoved) continue;
    for (const finding of findings) {
      if (finding.isRest || finding.action !== 'tokenize') continue;
      const spelling = spellingOf(text, finding);
      vault.register(finding, spelling);
      yield* spend(pace, PSEUDONYM_COST_CHARS + spelling.length);
    }
  }
  if (vault.size === 0) return vault;
  const taken = new Set<string>();
  do yield* vault.assignCodes(taken);
  while (yield* addLiteralCodes(job.texts, vault, pace, taken));
  return vault;
}

/**
 * A word of the caller's own that looks like a pseudonym of this call must come back as it is, so
 * its code is taken and the value gets another one.
 */
function* addLiteralCodes(
  texts: readonly ScanText[],
  vault: Vault,
  pace: Pace,
  taken: Set<string>,
): Steps<boolean> {
  const before = taken.size;
  for (const { text } of texts) {
    for (let from = 0; from < text.length;) {
      const to = Math.min(text.length, from + pace.left);
      if (holdsCode(text, from, to)) {
        for (const { code } of findPseudonyms(text, from, vault, to)) taken.add(code);
      }
      yield* spend(pace, to - from);
      from = to;
    }
    yield* spend(pace, TEXT_COST_CHARS);
  }
  return taken.size > before;
}

/** The text with its values replaced. */
export function* rewrite({ text, findings }: ScannedText, vault: Vault): Steps<string> {
  const quotes = looksLikeJson(text) ? new NumberQuotes(text) : null;
  const pieces: string[] = [];
  let at = 0;
  for (const finding of findings) {
    const { start, end } = finding;
    const word = finding.isRest
      ? ''
      : finding.action === 'mask'
        ? maskOf(finding, text.slice(start, end))
        : vault.wordFor(
            finding,
            spellingOf(text, finding),
            text.slice(end, end + NUMBER_CHARS_MAX),
          );
    const quote = (!finding.isRest && quotes?.around(start, end)) || '';
    pieces.push(text.slice(at, start), quote, word, quote);
    at = end;
    if (pieces.length % REWRITES_PER_STEP === 0) yield;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

const spellingOf = (text: string, { value, start, end }: Finding): string =>
  value ?? text.slice(start, end);
