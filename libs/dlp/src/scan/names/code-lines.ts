import { isIn, tableOf, unitsOf } from '../unit-table.js';

/** Prose has a sign of code for every hundred characters, code one for every ten. */
const CODE_SHARE = 0.07;
const CODE_SIGNS = /[{}()[\]<>=;_|\\/$#*`~^&@]|::|->|\w\.\w/g;

/** What only code begins with. */
const CODE_STARTS =
  /^\s*(?:at \S+ ?\(|import |from [\w.]+ import |export |const |let |var |function |class |def |return |public |private |protected |#include|#!|package |using |use [A-Z]\w*(?:::|;| qw)|my [$@%(]|sub \w+ ?\{|elif |except\b.*:$|raise \w|\/\/|\/?\*|\$ |>>> |type |readonly |interface |enum |yield |throw |case |static |declare |async |await |if \(|for \(|while \(|if \[|\} |[A-Z_]+=\S*\s*;|[+-]{3} |@@ |=head\d |-----(?:BEGIN|END) )/;

/** What traces and logs begin with. */
const LOG_STARTS =
  /^\s*(?:File "|Traceback|[\w.]*(?:Exception|Error):|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?(?:INFO|WARN|ERROR|DEBUG|TRACE|FATAL)\b)/;

/** What statements and blocks end with, and prose does not. */
const CODE_ENDS = /(?:[;{}[(]|=>)\s*$/;
/** A member of an object, alone in its line. */
const MEMBER = /^\s+(?:\.{3}|[a-z]\w*\??: )\w+,$/;
/** A row of a list of strings. */
const STRINGS = /^\s+(?:["'][^"']*["'],\s*){3}/;
/** A comment behind the sign that a statement or a literal ends with. */
const COMMENT_BEHIND = /['",;)\]}]\s{2,}(?:#|\/\/)\s/;
const SQL =
  /\b(?:GRANT|REVOKE|REFERENCES|SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|CASCADE|ROLE)\b/;
/** Markdown: `**Anna Kowalska**`; of signs of code within, nothing is said. */
const EMPHASIS = /(\*{1,3}|(?<![\p{L}\p{N}])_{1,3}|~{1,2}|={2})(?=\p{L})([^*_~=\n]{1,160})\1/gu;

/** Markdown: `[Anna Kowalska](https://…)`. */
const LINK = /\[([^\]\n]{1,160})\]\(https?:[^)\s]{1,160}(?:\)|$)/g;
/** `Anna Kowalska <anna.kowalska@example.org>`: an address is full of signs, and beside it stands a name. */
const MAILBOX = /<?[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}>?/gi;

/** `Assigned to @jdoe (Jane Doe)`. */
const HANDLE = /(?<![\w@])@[\w.-]{1,64}(?![\w(])/g;

/** A line that only says something to those who read the program. */
const COMMENT = /^\s*(?:#|;|\/\/|\/?\*|--\s|"""|''')/;

export const isLogLine = (line: string): boolean => LOG_STARTS.test(line);

/** Whether a line, or what is said in a part of one, is no prose. */
export function isLineOfCode(line: string): boolean {
  if (isPlainly(line)) return false;
  const plain = plainOf(line);
  if (CODE_STARTS.test(plain) || CODE_ENDS.test(plain) || SQL.test(plain)) return true;
  if (MEMBER.test(plain) || STRINGS.test(plain) || COMMENT_BEHIND.test(plain)) return true;
  const signs = plain.match(CODE_SIGNS)?.length ?? 0;
  return signs > SIGNS_MAX && signs / plain.length > CODE_SHARE;
}

/** Without what Markdown and addresses have of signs; most lines have none of theirs, and are not searched for them. */
function plainOf(line: string): string {
  let plain = MAY_EMPHASISE.test(line) ? line.replace(EMPHASIS, '$2') : line;
  if (plain.includes('](http')) plain = plain.replace(LINK, '$1');
  return plain.includes('@') ? plain.replace(MAILBOX, 'mailbox').replace(HANDLE, 'handle') : plain;
}

const MAY_EMPHASISE = /[*_~=]/;

const SIGN = 1;
const CAPITAL = 2;
/** Signs that are one only together with what stands behind them: `a.b`, `a::b`. */
const JOINING = 3;
/** What the units of a line may be a sign of. */
const CLASSES = tableOf((char) => {
  if (/[{}()[\]<>=;_|\\/$#*`~^&@]/.test(char)) return SIGN;
  if (/[.:]/.test(char)) return JOINING;
  return /[A-Z]/.test(char) ? CAPITAL : 0;
});
const SIGNS_MAX = 2;
const BEGINS_SENTENCE = /^\p{Lu}/u;

/** A quick yes for the lines of a letter, which have no sign of code and do not begin as code does. */
function isPlainly(line: string): boolean {
  let before = 0;
  let joining = 0;
  for (let at = 0; at < line.length; at++) {
    const here = CLASSES[line.charCodeAt(at)] as number;
    // Two capitals may be a word of SQL.
    if (here === SIGN || (here === CAPITAL && before === CAPITAL)) return false;
    if (here === JOINING && line.charCodeAt(at + 1) > BLANK && ++joining > SIGNS_MAX) return false;
    before = here;
  }
  if (BEGINS_SENTENCE.test(line)) return true;
  if (line.charCodeAt(0) <= BLANK && (MEMBER.test(line) || STRINGS.test(line))) return false;
  return !CODE_STARTS.test(line);
}

const BLANK = 0x20;

/** Looked at together: a screen of code. */
const BLOCK_CHARS = 2_048;
const BLOCK_LINES_MIN = 4;
/** Letters have a line or two that looks like code; programs that are well explained have a third. */
const BLOCK_SHARE = 0.35;
const LINE_CHARS_MAX = 200;

/** Which parts of a text are mostly code, of which each is looked at once. */
export class CodeBlocks {
  private readonly known = new Map<number, boolean>();

  constructor(private readonly text: string) {}

  isCode(index: number): boolean {
    const block = Math.floor(index / BLOCK_CHARS);
    let isCode = this.known.get(block);
    if (isCode === undefined) {
      isCode = isMostlyCode(this.text.slice(block * BLOCK_CHARS, (block + 1) * BLOCK_CHARS));
      this.known.set(block, isCode);
    }
    return isCode;
  }
}

function isMostlyCode(block: string): boolean {
  const lines = block.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < BLOCK_LINES_MIN) return false;
  let code = 0;
  for (const line of lines) {
    if (COMMENT.test(line) || isLineOfCode(line.slice(0, LINE_CHARS_MAX))) code++;
  }
  return code / lines.length >= BLOCK_SHARE;
}

const ENCODED = unitsOf(/[A-Za-z0-9+/=_\r\n-]/);
const ENCODED_CHARS_MIN = 24;
/** How often capitals, small letters and digits take turns: two in three times in base64, one in five in paths. */
const TURNS_SHARE = 0.4;

/** Whether a span is a piece of base64, of which two or three letters look like a name now and then; no blank is. */
export function isEncoded(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) === BLANK) return false;
  let from = start;
  while (start - from < ENCODED_CHARS_MIN && isIn(ENCODED, text, from - 1)) from--;
  let to = end;
  while (to - end < ENCODED_CHARS_MIN && isIn(ENCODED, text, to)) to++;
  if (to - from < ENCODED_CHARS_MIN) return false;
  let turns = 0;
  for (let at = from + 1; at < to; at++) {
    if (classOf(text.charCodeAt(at)) !== classOf(text.charCodeAt(at - 1))) turns++;
  }
  return turns / (to - from) > TURNS_SHARE;
}

/** Signs and digits, capitals, small letters. */
const classOf = (code: number): number => (code < 0x41 ? 0 : code < 0x61 ? 1 : 2);
