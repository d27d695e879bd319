import type { Finding } from '../kinds.js';
import { foldUnit, isDigit } from './fold.js';
import { findCreditCard } from './matchers/credit-card.js';
import { findEmail } from './matchers/email.js';
import { findIban } from './matchers/iban.js';

const NOTHING = 0;
const AT_SIGN = 1;
const DIGIT = 2;

/** What may stand in the middle of a value, per UTF-16 unit. Everything else is passed over. */
const ANCHORS = Uint8Array.from({ length: 0x10000 }, (_, unit) => {
  const code = foldUnit(unit);
  if (code === 0x40) return AT_SIGN;
  return isDigit(code) ? DIGIT : NOTHING;
});

/**
 * One pass over `[from, to)`: each anchor calls the matchers that could own it, and these look a
 * bounded way to both sides, also beyond the range. So the work is linear whatever the text is,
 * and a text scanned in slices gives the same findings as one scanned whole.
 */
export function scanRange(text: string, from: number, to: number, findings: Finding[]): void {
  for (let index = from; index < to; index++) {
    const anchor = ANCHORS[text.charCodeAt(index)];
    if (anchor === NOTHING) continue;
    const finding = anchor === AT_SIGN ? findEmail(text, index) : findNumber(text, index);
    if (!finding) continue;
    findings.push(finding);
    index = finding.end - 1;
  }
}

function findNumber(text: string, index: number): Finding | undefined {
  if (index > 0 && ANCHORS[text.charCodeAt(index - 1)] === DIGIT) return undefined;
  return findIban(text, index) ?? findCreditCard(text, index);
}
