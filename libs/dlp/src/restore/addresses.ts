import { runAtOnce } from '#kernel';
import { ESCAPES } from '../scan/decodings.js';
import { viewOf } from '../scan/view.js';

/** Of the text before a place, as much as is looked at for the address that the place stands within. */
export const ADDRESS_CHARS_MAX = 2_048;
/** Of an address that is longer, what its host stands in. */
const HEAD_CHARS = 320;
/** An address within the parameter of another one is escaped, and once more within that. */
const ESCAPED_MAX = 3;

/** Browsers leave these out of an address, wherever they stand in it. */
const LEFT_OUT = /[\t\r\n]+/g;
const SKIPPED = String.raw`[\t\r\n]*`;
const loosely = (word: string): string => word.replaceAll(/\B/g, SKIPPED);
const SLASHES = String.raw`[\\/]${SKIPPED}[\\/]`;
/** With what may only stand behind a host. */
const HOST_AHEAD = String.raw`(?=(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?::\d{1,5})?[/?#])`;
/** Of the programs that load pages by themselves. */
const LOADED = ['http', 'https', 'ws', 'wss', 'ftp'].map(loosely).join('|');

/**
 * Where addresses begin, as those who follow them read it: with a scheme, with two slashes behind what opens an
 * address in Markdown or HTML, with `www.`, or with a host and what may only stand behind one.
 */
const BEGINNINGS = new RegExp(
  String.raw`(?<![a-z0-9+.-])(?:(?:${LOADED})${SKIPPED}:(?:${SKIPPED}[\\/])*|[a-z][a-z0-9+.-]{1,30}:[\\/]{2})` +
    String.raw`|(?<=["'(=<,]\s{0,8}|\]:\s{0,8})${SLASHES}|(?<=\s)${SLASHES}${HOST_AHEAD}` +
    String.raw`|(?<![\w@.\\/-])(?:www\.|${HOST_AHEAD})`,
  'gi',
);
const MAY_BEGIN =
  /:[\t\r\n]*[\\/]|[=("'<,\s][\\/][\t\r\n]*[\\/]|www\.|https?:|\.[a-z]{2,24}(?::\d{1,5})?[/?#]/i;

const MAY_BE_ESCAPED = /[\\%&=+]/;

const AUTHORITY_END = /[/?#]/;
/** Some readers take one of these for the end of an authority, and others for a part of who asks there. */
const MAYBE_AUTHORITY_END = /[\\\s"'<>`()]/;

/** An address that has begun and not ended. */
export interface OpenAddress {
  /** In small letters; null where it is not known yet. */
  readonly host: string | null;
  /** What it begins with. */
  readonly sign: string;
  /** What stands before the place where there is no host yet. */
  readonly before: string;
}

/**
 * The addresses that a place stands within: one, and any that it holds.
 * @param text before the place
 * @param isValue whoever gets the text takes all of it for an address if it begins like one
 */
export function addressesAround(text: string, isValue = false): readonly OpenAddress[] {
  const open: OpenAddress[] = [];
  let read = text.slice(-2 * ADDRESS_CHARS_MAX);
  for (let depth = 0; depth <= ESCAPED_MAX; depth++) {
    if (MAY_BEGIN.test(read)) open.push(...openIn(read, isValue));
    if (!MAY_BE_ESCAPED.test(read)) break;
    const view = runAtOnce(viewOf(read, ESCAPES));
    if (!view) break;
    read = view.text;
  }
  return open;
}

function openIn(text: string, isValue: boolean): OpenAddress[] {
  const open: OpenAddress[] = [];
  for (const { 0: sign, index } of text.matchAll(BEGINNINGS)) {
    const rest = text.slice(index + (sign.toLowerCase() === 'www.' ? 0 : sign.length));
    const isAll = isValue && text.slice(0, index).trim() === '';
    if (!isAll && hasEnded(rest, text.slice(Math.max(0, index - OPENER_CHARS), index))) continue;
    open.push(readHost(sign, rest.replaceAll(LEFT_OUT, '')));
  }
  return open;
}

const OPENER_CHARS = 12; // An equals sign, a quote and blanks.
/** An attribute may begin with blanks, which are no part of its address. */
const ATTRIBUTE = /=\s*(["'])\s*$/;

/** Whether an address ends before the end of the text. @param before what stands in front of it */
function hasEnded(rest: string, before: string): boolean {
  const opener = ATTRIBUTE.exec(before)?.[1] ?? before.slice(-1);
  const isEscaped = before.at(-2) === '\\';
  // Attributes and destinations in brackets may hold blanks, and even lines.
  if (opener === '"' || opener === "'" || opener === '`') {
    return (isEscaped ? rest : withoutEscaped(rest)).includes(opener) || /\n\s*\n/.test(rest);
  }
  if (opener === '<') return />|\n/.test(withoutEscaped(rest));
  if (/[\s<]/.test(rest)) return true;
  return opener === '(' && closesBracket(withoutEscaped(rest));
}

/** Markdown and JSON write what would end an address with a backslash. */
const withoutEscaped = (text: string): string => text.replaceAll(/\\./g, '');

/** Brackets of its own belong to a destination. */
function closesBracket(rest: string): boolean {
  let depth = 0;
  for (let at = 0; at < rest.length; at++) {
    const char = rest.charAt(at);
    if (char === '(') depth++;
    else if (char === ')' && --depth < 0) return true;
  }
  return false;
}

function readHost(sign: string, address: string): OpenAddress {
  const end = address.search(AUTHORITY_END);
  const authority = end < 0 ? address : address.slice(0, end);
  const doubtful = authority.search(MAYBE_AUTHORITY_END);
  // Who asks may yet follow, and the host behind: `https://named.example'@other.example/`.
  if (doubtful < 0 ? end < 0 : end < 0 && authority.charAt(doubtful) !== '\\') {
    return { host: null, sign, before: address };
  }
  const isAsking = authority.includes('@', doubtful);
  return { host: hostOf(isAsking ? authority : upTo(authority, doubtful)), sign, before: '' };
}

const upTo = (text: string, end: number): string => (end < 0 ? text : text.slice(0, end));

/** Without who asks and the port. */
const hostOf = (authority: string): string =>
  authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .replace(/\.$/, '')
    .toLowerCase();

const NAMING = /\\?\/\\?\/|(?<![\w.@-])(?=www\.)/gi;
const SIGN_CHARS_MAX = 4;
const AUTHORITY = /[^\s\\/?#"'<>`(),;|]{1,255}/y;

/** Hosts of the addresses that begin in a part of a text, wherever they end. */
export function* hostsIn(text: string, from = 0, to = text.length): Iterable<string> {
  // With what may stand around a sign there; without an end the search would go on to the next sign, however far.
  const begin = Math.max(0, from - 1);
  const part = text.slice(begin, to + SIGN_CHARS_MAX);
  for (const { 0: sign, index: inPart } of part.matchAll(NAMING)) {
    const index = begin + inPart;
    if (index < from || index >= to) continue;
    AUTHORITY.lastIndex = index + sign.length;
    const host = hostOf((AUTHORITY.exec(text)?.[0] ?? '').replace(/[.:!\]}*]+$/, ''));
    if (host !== '') yield host;
  }
}

/** The text that was let go before a place, as far as an address may begin in it. */
export class AddressTail {
  private text = '';

  /** @param isValue see `addressesAround` */
  constructor(private isValue = false) {}

  push(source: string): void {
    this.text += source;
    if (this.text.length > 2 * ADDRESS_CHARS_MAX) this.trim();
  }

  open(): readonly OpenAddress[] {
    return addressesAround(this.text, this.isValue);
  }

  /** What is long keeps its beginning: an address does not end by being long. */
  private trim(): void {
    const { text } = this;
    const tail = text.slice(-(ADDRESS_CHARS_MAX - HEAD_CHARS));
    const head = text.slice(0, -tail.length);
    const start = MAY_BEGIN.test(text) ? firstOpen(head, text, this.isValue) : -1;
    this.isValue &&= start === 0;
    this.text = start < 0 ? tail : text.slice(start, start + HEAD_CHARS) + tail;
  }
}

/** Where the first address begins that has not ended, with its opener; -1 if there is none. */
function firstOpen(within: string, text: string, isValue: boolean): number {
  for (const { 0: sign, index } of within.matchAll(BEGINNINGS)) {
    const start = Math.max(0, index - OPENER_CHARS);
    if (isValue && within.slice(0, index).trim() === '') return 0;
    if (!hasEnded(text.slice(index + sign.length), text.slice(start, index))) return start;
  }
  return -1;
}
