import { DocumentFault } from '../../document-fault.js';
import { decodeWords, fromBase64, fromQuotedPrintable, readField, readHeaders } from './headers.js';

/** A part of a mail: others, or bytes. */
export interface MailPart {
  readonly headers: ReadonlyMap<string, string>;
  /** `text/plain` where it does not say. */
  readonly type: string;
  readonly charset: string | undefined;
  /** As it was called; `''` where it was not. */
  readonly name: string;
  readonly isAttached: boolean;
  readonly isInline: boolean;
  readonly parts: readonly MailPart[];
  readonly bytes: Buffer;
}

/** Parts in parts, and all parts together: mails have a handful. */
const DEPTH_MAX = 16;
const PARTS_MAX = 500;

/** @param source one character a byte @throws DocumentFault */
export function readMail(source: string): MailPart {
  return partOf(source, 0, { left: PARTS_MAX });
}

function partOf(source: string, depth: number, room: { left: number }): MailPart {
  if (depth > DEPTH_MAX || room.left-- <= 0) throw new DocumentFault('document_too_large_to_scan');
  const { head, body } = headAndBody(source);
  const headers = readHeaders(head);
  const content = readField(headers.get('content-type') || 'text/plain');
  const disposition = readField(headers.get('content-disposition'));
  const type = content.value.includes('/') ? content.value : 'text/plain';
  const boundary = content.parameters.get('boundary');
  const isMany = type.startsWith('multipart/') && boundary !== undefined && boundary !== '';
  return {
    headers,
    type,
    charset: content.parameters.get('charset'),
    name: disposition.parameters.get('filename') ?? content.parameters.get('name') ?? '',
    isAttached: disposition.value === 'attachment',
    isInline: disposition.value === 'inline' || headers.has('content-id'),
    parts: isMany ? piecesOf(body, boundary).map((one) => partOf(one, depth + 1, room)) : [],
    bytes: isMany ? Buffer.alloc(0) : decoded(body, headers.get('content-transfer-encoding')),
  };
}

function headAndBody(source: string) {
  // Without fields: the first line is empty.
  const start = /^\r?\n/.exec(source);
  if (start) return { head: '', body: source.slice(start[0].length) };
  const end = /\r?\n\r?\n/.exec(source);
  if (!end) return { head: source, body: '' };
  return { head: source.slice(0, end.index), body: source.slice(end.index + end[0].length) };
}

function piecesOf(body: string, boundary: string): readonly string[] {
  const mark = `--${boundary}`;
  const pieces: string[] = [];
  let from = -1;
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) {
    const isAtStart = at === 0 || body[at - 1] === '\n';
    const rest = /^(--)?[ \t]*(?:\r?\n|$)/.exec(
      body.slice(at + mark.length, at + mark.length + 128),
    );
    if (!isAtStart || !rest) continue;
    if (from >= 0) pieces.push(body.slice(from, at).replace(/\r?\n$/, ''));
    if (pieces.length > PARTS_MAX) throw new DocumentFault('document_too_large_to_scan');
    if (rest[1] !== undefined) return pieces;
    from = at + mark.length + rest[0].length;
  }
  // Cut off on its way: what came of the last part is read.
  if (from >= 0) pieces.push(body.slice(from));
  return pieces;
}

function decoded(body: string, coding = ''): Buffer {
  switch (coding.trim().toLowerCase()) {
    case 'base64':
      return fromBase64(body);
    case 'quoted-printable':
      return fromQuotedPrintable(body);
    default:
      return Buffer.from(body, 'latin1');
  }
}

/** A field as it reads; `''` where there is none. */
export const fieldOf = ({ headers }: MailPart, name: string): string =>
  decodeWords(headers.get(name) ?? '');

/** Whether it is read in the mail itself. */
export const isText = ({ type, isAttached, name }: MailPart): boolean =>
  !isAttached && (type === 'text/html' || (type === 'text/plain' && name === ''));

const isShown = (part: MailPart): boolean =>
  part.type.startsWith('multipart/') ? part.parts.some(isShown) : isText(part);

/** Its parts, of which a mail program shows one after the other. */
export function shownParts({ type, parts }: MailPart): readonly MailPart[] {
  if (type !== 'multipart/alternative') return parts;
  // The same several times; the last that can be shown is the best.
  const best = parts.findLast(isShown) ?? parts.at(-1);
  // An invitation and its like stand among them, and are no other way to say it.
  return best ? [best, ...parts.filter((one) => one.isAttached && one !== best)] : [];
}
