import { findingOf, type Finding } from '../../kinds.js';
import { isDigit } from '../fold.js';
import { entropyOf } from './entropy.js';
import { isExample } from './placeholders.js';
import { isWordCode, readShape, shapeOf, type Shape } from './shape.js';

/** A key that is known by a sign in the middle of it, since what it begins with is random. */
interface InnerKey {
  readonly subtype: string;
  readonly sign: string;
  /** Right before and after the sign. */
  readonly before: RegExp;
  readonly after: string;
  /** Of characters in front of the sign, at least and at most. */
  readonly chars: readonly [min: number, max: number];
  readonly shape: Shape;
  readonly floor: number;
}

const KEYS: readonly InnerKey[] = [
  {
    subtype: 'telegram',
    sign: ':',
    before: /[0-9]/,
    after: 'A',
    chars: [8, 10],
    shape: shapeOf('[0-9]{8,10}:A[\\w-]{34}'),
    floor: 3.5,
  },
  {
    subtype: 'azure_ad',
    sign: '~',
    before: /Q/,
    after: '',
    chars: [5, 5],
    shape: shapeOf('[\\w~.]{3}[0-9]Q~[\\w~.-]{31,34}'),
    floor: 3,
  },
];

const Q = 0x51;
const A = 0x41;

/** @param sign index of `:` or `~` */
export function findInnerKey(text: string, sign: number, findings: Finding[]): void {
  const before = text.charCodeAt(sign - 1);
  if (before !== Q && text.charCodeAt(sign + 1) !== A) return;
  if (!isDigit(before) && before !== Q) return;
  for (const key of KEYS) {
    if (text[sign] !== key.sign || !key.before.test(text[sign - 1] ?? '')) continue;
    if (key.after !== '' && text[sign + 1] !== key.after) continue;
    const [min, max] = key.chars;
    let start = sign;
    while (sign - start < max && start > 0 && isPart(text, start - 1, key)) start--;
    if (sign - start < min || (start > 0 && isWordCode(text.charCodeAt(start - 1)))) continue;
    const end = readShape(text, start, key.shape);
    if (end < 0) continue;
    const value = text.slice(start, end);
    if (entropyOf(value) < key.floor || isExample(value)) continue;
    const grounds = { score: 0.9, evidence: 'prefix', subtype: key.subtype } as const;
    findings.push(findingOf('api_key', start, end, grounds));
  }
}

const isPart = (text: string, at: number, { sign }: InnerKey): boolean => {
  const code = text.charCodeAt(at);
  return sign === ':' ? isDigit(code) : isWordCode(code) || /[~.]/.test(text[at] ?? '');
};
