import { DocumentFault } from '../../document-fault.js';
import { encodeWords } from '../../formats/mail/headers.js';
import { fieldOf, isText, readMail, shownParts, type MailPart } from '../../formats/mail/parts.js';
import { decodeText, encodeText } from '../../formats/text/decode-text.js';
import { sniff, type DocumentKind } from '../../intake/sniff.js';
import { TEXT_BYTES_MAX, TEXT_CHARS_MAX } from '../../limits.js';
import { documentOf } from '../document-of.js';
import type { OpenDocument } from '../edit.js';
import { openHtml } from '../plain/open-html.js';
import { openText } from '../plain/open-text.js';
import { Story } from '../story.js';

/** All that is kept of its head: who sent it by which way, and by which program, is nobody's business. */
const FIELDS = ['From', 'Reply-To', 'To', 'Cc', 'Subject', 'Date'];
/** Mails within mails. */
const DEPTH_MAX = 3;
/** Stands in no base64, which all parts are written as. */
const BOUNDARY = 'gw-part-of-an-anonymized-mail';
const LINE_CHARS = 76;

/** Opens an attachment that can be changed; undefined of a kind that cannot. */
export type OpenAttached = (kind: DocumentKind, bytes: Uint8Array) => OpenDocument | undefined;

/** A part as it is written anew. */
interface Written {
  /** `Content-Type`, and whatever else stands above it. */
  readonly head: readonly string[];
  readonly document: OpenDocument;
}

/**
 * A mail, with what is attached to it where that can be changed, too; all else is left out. It is written anew, with
 * the fields that people read alone. @throws DocumentFault
 */
export function openMail(bytes: Uint8Array, openAttached: OpenAttached, depth = 0): OpenDocument {
  if (bytes.length > TEXT_BYTES_MAX) throw new DocumentFault('document_too_large_to_scan');
  const mail = readMail(Buffer.from(bytes).toString('latin1'));
  const head = headOf(mail);
  const parts: Written[] = [];
  const left = collect(mail, parts, (kind, attached) =>
    kind !== 'eml'
      ? openAttached(kind, attached)
      : depth < DEPTH_MAX
        ? openMail(attached, openAttached, depth + 1)
        : undefined,
  );
  if (left > 0)
    parts.push({
      head: ['Content-Type: text/plain; charset=utf-8'],
      document: openText(encodeText(noteOf(left))),
    });
  return joined([head, ...parts.map(({ document }) => document)], (written) =>
    write(
      written[0] ?? new Uint8Array(),
      parts.map((part, index) => ({ ...part, bytes: written[index + 1] ?? new Uint8Array() })),
    ),
  );
}

const noteOf = (left: number): string =>
  `[${left === 1 ? 'An attachment was' : `${left} attachments were`} left out: of a kind that is not anonymized within a mail.]`;

/** Fields as one document, each a text of its own. */
function headOf(mail: MailPart): OpenDocument {
  const fields = FIELDS.map((name) => ({ name, value: fieldOf(mail, name.toLowerCase()) }));
  const stories = fields.map((field) => {
    const story = new Story();
    story.add({ text: field.value, set: (put) => (field.value = put) });
    return story;
  });
  return documentOf({
    prose: stories,
    loose: [],
    write: () =>
      encodeText(
        fields
          .filter(({ value }) => value !== '')
          .map(({ name, value }) => `${name}: ${encodeWords(value)}\r\n`)
          .join(''),
      ),
  });
}

/** @returns how many parts were left out */
function collect(part: MailPart, into: Written[], openAttached: OpenAttached): number {
  if (part.type.startsWith('multipart/')) {
    return shownParts(part).reduce((left, one) => left + collect(one, into, openAttached), 0);
  }
  if (isText(part)) {
    const text = encodeText(decodeText(part.bytes, part.charset));
    const isHtml = part.type === 'text/html';
    into.push({
      head: [`Content-Type: ${isHtml ? 'text/html' : 'text/plain'}; charset=utf-8`],
      document: isHtml ? openHtml(text) : openText(text),
    });
    return 0;
  }
  const attached = new Uint8Array(part.bytes);
  const kind = sniff(attached, part.type, part.name);
  const document = kind === 'image' ? pictureOf(attached) : kind && openAttached(kind, attached);
  if (!kind || !document) return 1;
  into.push({ head: attachedHead(kind, into.length + 1), document });
  return 0;
}

const TYPES: Partial<Readonly<Record<DocumentKind, string>>> = {
  image: 'image/png',
  html: 'text/html; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  text: 'text/plain; charset=utf-8',
};
const EXTENSIONS: Partial<Readonly<Record<DocumentKind, string>>> = { image: 'png', text: 'txt' };

/** Names of files tell whose they are: each gets another. A mail within goes as a file, whose bytes may be encoded. */
function attachedHead(kind: DocumentKind, number: number): readonly string[] {
  const name = `attachment-${number}.${EXTENSIONS[kind] ?? kind}`;
  return [
    `Content-Type: ${TYPES[kind] ?? 'application/octet-stream'}`,
    `Content-Disposition: attachment; filename="${name}"`,
  ];
}

const pictureOf = (bytes: Uint8Array): OpenDocument => ({
  texts: [],
  pictures: [{ bytes }],
  write: (_edits, [picture]) => picture ?? new Uint8Array(),
});

/** Several documents as one: their texts and pictures one after the other. @throws DocumentFault */
function joined(
  documents: readonly OpenDocument[],
  writeAll: (written: readonly Uint8Array[]) => Uint8Array,
): OpenDocument {
  const texts = documents.flatMap((one) => one.texts);
  if (texts.reduce((sum, { text }) => sum + text.length, 0) > TEXT_CHARS_MAX)
    throw new DocumentFault('document_too_large_to_scan');
  return {
    texts,
    pictures: documents.flatMap((one) => one.pictures),
    write(edits, pictures) {
      let [text, picture] = [0, 0];
      return writeAll(
        documents.map((one) => {
          const own = edits.slice(text, (text += one.texts.length));
          return one.write(own, pictures.slice(picture, (picture += one.pictures.length)));
        }),
      );
    },
  };
}

function write(
  head: Uint8Array,
  parts: readonly (Written & { readonly bytes: Uint8Array })[],
): Uint8Array {
  const bodies = parts
    .filter(({ bytes }) => bytes.length > 0) // A picture that was taken out.
    .map(
      ({ head: own, bytes }) =>
        `--${BOUNDARY}\r\n${own.join('\r\n')}\r\nContent-Transfer-Encoding: base64\r\n\r\n${inLines(bytes)}\r\n`,
    );
  return encodeText(
    `${Buffer.from(head).toString('utf8')}MIME-Version: 1.0\r\n` +
      `Content-Type: multipart/mixed; boundary="${BOUNDARY}"\r\n\r\n${bodies.join('')}--${BOUNDARY}--\r\n`,
  );
}

const inLines = (bytes: Uint8Array): string =>
  (
    Buffer.from(bytes)
      .toString('base64')
      .match(new RegExp(`.{1,${LINE_CHARS}}`, 'g')) ?? []
  ).join('\r\n');
