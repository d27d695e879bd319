import { findingOf, type Finding } from '../../kinds.js';
import { isPlaceholder } from './placeholders.js';

/** Of the whole list of settings, to each side. */
const LIST_CHARS_MAX = 512;
const NAME_CHARS_MAX = 32;
const SECRET_CHARS_MIN = 4;

/** What a list of settings calls its secret (ADO.NET, ODBC, Azure). */
const SECRETS =
  /(?:^|[;"'\s=])(?:AccountKey|SharedAccessKey|SharedAccessSignature|Password|Pwd|PWD|password|pwd)[ ]{0,2}$/;
const LIST_END = /["'`\r\n<>]/;
const LIST_START = /^[\s\S]*["'`\r\n<>]/;
/** Of an assignment that the list itself is the value of. */
const ASSIGNED = /^(?:export\s+)?[\w.]{1,60}\s{0,4}[:=]\s{0,4}(?=[A-Za-z ]{2,40}=)/;
const PAIR = /^[A-Za-z][\w .-]{1,40}=/;

/** Over the blanks before the sign: `rd`, `wd`, `WD`, `ey` or `re`. */
function mayEndName(text: string, sign: number): boolean {
  let last = sign - 1;
  while (last > sign - 3 && text.charCodeAt(last) === 0x20) last--;
  const lower = text.charCodeAt(last) | 0x20;
  const before = text.charCodeAt(last - 1) | 0x20;
  if (lower === 0x64) return before === 0x72 || before === 0x77;
  return (lower === 0x79 && before === 0x65) || (lower === 0x65 && before === 0x72);
}

/**
 * A list of settings with a secret in it, as a whole: `Server=db;User Id=app;Password=…;`,
 * `DefaultEndpointsProtocol=https;AccountName=…;AccountKey=…`.
 *
 * @param sign index of `=` in a text
 * @returns whether it is such a list, with a secret or not
 */
export function findSettings(text: string, sign: number, findings: Finding[]): boolean {
  if (!mayEndName(text, sign)) return false;
  const name = text.slice(Math.max(0, sign - NAME_CHARS_MAX), sign);
  if (!SECRETS.test(name)) return false;
  const before = text.slice(Math.max(0, sign - LIST_CHARS_MAX), sign).replace(LIST_START, '');
  const after = text.slice(sign + 1, sign + LIST_CHARS_MAX);
  const length = after.search(LIST_END);
  const rest = length < 0 ? after : after.slice(0, length);
  if (!before.includes(';') && !/^[^;\s]*;\s?[\w ]{2,40}=/.test(rest)) return false;
  const list = before.slice((ASSIGNED.exec(before)?.[0] ?? '').length).trimStart();
  if (!PAIR.test(`${list}=`)) return false;
  const secret = rest.split(';')[0]?.trim() ?? '';
  if (secret.length < SECRET_CHARS_MIN || isPlaceholder(secret)) return true;
  const start = sign - list.length;
  const end = sign + 1 + endOfList(rest);
  findings.push(findingOf('connection_string', start, end, { score: 0.9, evidence: 'structure' }));
  return true;
}

/** Blanks may stand in a list (`User Id=`), and behind the last pair of it goes on what it stands in. */
function endOfList(rest: string): number {
  let end = 0;
  for (const pair of rest.split(';')) {
    const isFirst = end === 0;
    if (!isFirst && !PAIR.test(pair.trimStart())) break;
    const value = isFirst ? pair : pair.slice(pair.indexOf('=') + 1);
    const blank = value.trimStart().search(/\s/);
    if (blank >= 0) return end + pair.length - value.trimStart().length + blank;
    end += pair.length + 1;
  }
  return Math.min(rest.length, end);
}
