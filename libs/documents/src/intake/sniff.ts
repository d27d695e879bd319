import { unzipSync } from 'fflate';
import { ZIP_ENTRIES_MAX } from '../limits.js';

/** What a document is, by its bytes. */
export type DocumentKind =
  | 'pdf'
  | 'image'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'odt'
  | 'rtf'
  | 'html'
  | 'eml'
  | 'csv'
  | 'text';

const ascii = (bytes: Uint8Array, from: number, length: number): string =>
  Buffer.from(
    bytes.buffer,
    bytes.byteOffset + from,
    Math.max(0, Math.min(length, bytes.length - from)),
  ).toString('latin1');

const IMAGES: readonly RegExp[] = [
  /^\x89PNG\r\n\x1a\n/,
  /^\xff\xd8\xff/,
  /^GIF8[79]a/,
  /^RIFF[^]{4}WEBP/,
  /^(?:II\x2a\0|MM\0\x2a)/,
  /^[^]{4}ftyp(?:avif|avis|heic|heix|mif1|msf1)/,
];

/** Of the parts that an office file must have, the first that it has. */
const OFFICE: readonly (readonly [part: string, kind: DocumentKind])[] = [
  ['word/', 'docx'],
  ['xl/', 'xlsx'],
  ['ppt/', 'pptx'],
];

const HEAD_BYTES = 1_024; // Readers of PDF look for its mark in so many.

/**
 * What the bytes are. A declared type and a name only tell formats apart that are all text.
 * @returns null for what is none of them
 */
export function sniff(bytes: Uint8Array, mediaType = '', filename = ''): DocumentKind | null {
  const head = ascii(bytes, 0, HEAD_BYTES);
  if (IMAGES.some((mark) => mark.test(head))) return 'image';
  if (head.startsWith('PK\x03\x04')) return kindOfArchive(bytes);
  if (isRichText(bytes)) return 'rtf';
  if (head.includes('%PDF-')) return 'pdf';
  if (!/^(?:\xff\xfe|\xfe\xff)/.test(head) && !isText(bytes)) return null;
  return kindOfText(head, mediaType, filename);
}

const RICH_TEXT = '{\\rtf';

export const isRichText = (bytes: Uint8Array): boolean =>
  ascii(bytes, 0, RICH_TEXT.length) === RICH_TEXT;

/** The same as far as the first bytes tell it: for who must not parse anything. */
export function kindOfHead(bytes: Uint8Array): 'pdf' | 'image' | null {
  const head = ascii(bytes, 0, HEAD_BYTES);
  if (IMAGES.some((mark) => mark.test(head))) return 'image';
  return head.includes('%PDF-') && !/^(?:PK|\{\\rtf)/.test(head) ? 'pdf' : null;
}

/** By the names in it, nothing of which is unpacked. */
function kindOfArchive(bytes: Uint8Array): DocumentKind | null {
  const names = new Set<string>();
  let mimetype = '';
  try {
    const unpacked = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (names.size < ZIP_ENTRIES_MAX) names.add(name);
        return name === 'mimetype' && originalSize < 100;
      },
    });
    mimetype = Buffer.from(unpacked['mimetype'] ?? []).toString('latin1');
  } catch {
    return null; // An archive that cannot be listed is none of ours.
  }
  if (mimetype.startsWith('application/vnd.oasis.opendocument.text')) return 'odt';
  if (!names.has('[Content_Types].xml')) return null;
  const all = [...names];
  return OFFICE.find(([part]) => all.some((name) => name.startsWith(part)))?.[1] ?? null;
}

const PIECE_BYTES = 65_536;

/** Valid UTF-8, or windows-1252 without control characters. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false;
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(ascii(bytes, at, PIECE_BYTES))) return false;
  }
  return true;
}

function kindOfText(head: string, mediaType: string, filename: string): DocumentKind {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
  const start = head.replace(/^\xef\xbb\xbf/, '').trimStart();
  if (HTML_HEAD.test(start)) return 'html';
  if (/^(?:[!-9;-~]+:[^\n]*\r?\n(?:[ \t][^\n]*\r?\n)*){2,}/.test(start) && MAIL_HEAD.test(start)) {
    return 'eml';
  }
  if (mediaType === 'text/html' || /^x?html?$/.test(extension)) return 'html';
  if (mediaType === 'message/rfc822' || extension === 'eml') return 'eml';
  if (mediaType === 'text/csv' || /^[ct]sv$/.test(extension)) return 'csv';
  return 'text';
}

/** What only a page begins with, behind comments and the mark of XML. */
const HTML_HEAD =
  /^(?:<!--(?:(?!-->)[^])*-->\s*|<\?xml[^>]*>\s*)*<(?:!doctype\s+html|html|head|body|meta|title|table|div|p|h1)\b/i;

const MAIL_HEAD = /^(?:from|received|return-path|mime-version|message-id|delivered-to|subject):/im;
