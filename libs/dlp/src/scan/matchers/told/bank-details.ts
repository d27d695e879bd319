import { findingOf, type Finding } from '../../../kinds.js';
import type { WordMatcher } from '../../secrets/word-index.js';

/** How far the one may stand from the other: a line or two. */
const APART_MAX = 80;
const GROUNDS = { score: 0.9, evidence: 'cue' } as const;

/** Between a word and its number. */
const GIVEN = String.raw`(?:[ \t]{0,2}(?:number|nummer|num|no|nr|is|was|ist|lautet|[.:=#"'(|])){0,5}[ \t\r\n|]{0,4}["']?`;

interface BankDetails {
  readonly subtype: string;
  /** What the word for the bank begins with. */
  readonly prefixes: readonly string[];
  readonly bank: RegExp;
  readonly account: RegExp;
}

const DETAILS: readonly BankDetails[] = [
  {
    subtype: 'gb_account',
    prefixes: ['sor'],
    bank: new RegExp(String.raw`sort[ _-]?codes?${GIVEN}(\d\d[-. ]?\d\d[-. ]?\d\d)(?!\d)`, 'diy'),
    account: new RegExp(
      String.raw`(?<![a-z])(?:accounts?|acct|acc|a/c)[ _-]?${GIVEN}(\d{4}[- ]?\d{4})(?!\d)`,
      'dig',
    ),
  },
  {
    subtype: 'de_account',
    prefixes: ['blz', 'ban'],
    bank: new RegExp(
      String.raw`(?:blz|bankleitzahl)${GIVEN}([1-8]\d\d[ .]?\d{3}[ .]?\d\d)(?!\d)`,
      'diy',
    ),
    account: new RegExp(
      String.raw`(?<![a-z])(?:konto|kto)[ _.-]{0,2}${GIVEN}(\d(?:[ .]?\d){4,9})(?!\d)`,
      'dig',
    ),
  },
];

/** An account and the code of its bank, each by its word and either one first: neither has a check digit. */
export const BANK_DETAILS_WORDS: readonly WordMatcher[] = DETAILS.map(
  ({ subtype, prefixes, bank, account }) => ({
    prefixes,
    find: (text, at, findings: Finding[]) => {
      bank.lastIndex = at;
      const code = bank.exec(text)?.indices?.[1];
      if (!code) return;
      const number = nearestOf(account, text, at, code[1]);
      if (!number) return;
      const grounds = { ...GROUNDS, subtype };
      findings.push(findingOf('bank_account', number[0], number[1], grounds));
      findings.push(findingOf('bank_account', code[0], code[1], grounds));
    },
  }),
);

/** Behind the code of the bank, else the last one before its word. */
function nearestOf(
  account: RegExp,
  text: string,
  from: number,
  to: number,
): readonly [start: number, end: number] | undefined {
  const first = Math.max(0, from - APART_MAX);
  const behind = text
    .slice(to, to + APART_MAX)
    .matchAll(account)
    .next().value;
  if (behind?.indices?.[1]) return moved(behind.indices[1], to);
  const before = [...text.slice(first, from).matchAll(account)].at(-1);
  return before?.indices?.[1] && moved(before.indices[1], first);
}

const moved = ([start, end]: readonly [number, number], by: number) =>
  [start + by, end + by] as const;
