import { DocumentFault } from '../../document-fault.js';
import { decodeText } from '../../formats/text/decode-text.js';
import type { Content } from '../../layout/blocks.js';
import { TEXT_BYTES_MAX } from '../../limits.js';
import { pageOf, type Attachment, type ReadDocument } from '../document-page.js';
import { htmlPage } from '../html/read-html.js';
import { heading, onOneLine, paragraph, tidy } from '../words.js';
import { fieldOf, isText, readMail, shownParts, type MailPart } from '../../formats/mail/parts.js';

const FIELDS = ['From', 'Reply-To', 'To', 'Cc', 'Bcc', 'Date'];

/** A mail as it is seen: its subject, who wrote to whom, its text; what is attached is named, and handed out. @throws DocumentFault */
export function readEml(bytes: Uint8Array): ReadDocument {
  if (bytes.length > TEXT_BYTES_MAX) throw new DocumentFault('document_too_large_to_scan');
  const mail = readMail(Buffer.from(bytes).toString('latin1'));
  const found: Found = { contents: [], attachments: [], pictures: 0 };
  collect(mail, found);
  const subject = onOneLine(fieldOf(mail, 'subject'));
  const fields = FIELDS.flatMap((name) => {
    const value = onOneLine(fieldOf(mail, name.toLowerCase()));
    return value === '' ? [] : [`${name}: ${value}`];
  });
  const names = found.attachments.map(({ name }) => name);
  return {
    pages: [
      pageOf({
        body: [
          ...(subject === '' ? [] : [heading(1, subject)]),
          ...(fields.length === 0 ? [] : [paragraph(fields.join('\n'))]),
          ...found.contents,
          ...(names.length === 0 ? [] : [paragraph(`[attached: ${names.join(', ')}]`)]),
        ],
        pictures: found.pictures,
      }),
    ],
    attachments: found.attachments,
  };
}

interface Found {
  readonly contents: Content[];
  readonly attachments: Attachment[];
  pictures: number;
}

function collect(part: MailPart, into: Found): void {
  if (part.type.startsWith('multipart/')) for (const one of shownParts(part)) collect(one, into);
  else if (isText(part)) collectText(part, into);
  else if (part.type.startsWith('image/') && part.isInline && !part.isAttached) into.pictures++;
  else into.attachments.push(attachmentOf(part, into.attachments.length));
}

function collectText({ type, bytes, charset }: MailPart, { contents }: Found): void {
  const text = decodeText(bytes, charset);
  if (type === 'text/html') contents.push(...htmlPage(text).body);
  else if (tidy(text) !== '') contents.push(paragraph(plainText(text)));
}

/** Lines stay as they were written; signs that are not seen go. */
const plainText = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => tidy(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

function attachmentOf(part: MailPart, before: number): Attachment {
  const isMail = part.type === 'message/rfc822';
  const called = part.name || (isMail ? `${subjectOf(part)}.eml` : '');
  return {
    name: onOneLine(called) || `attachment ${before + 1}`,
    mediaType: part.type,
    bytes: new Uint8Array(part.bytes), // Memory of its own: who reads a PDF takes it over.
  };
}

const subjectOf = ({ bytes }: MailPart): string =>
  onOneLine(fieldOf(readMail(bytes.toString('latin1').slice(0, HEAD_CHARS)), 'subject')) ||
  'message';

const HEAD_CHARS = 16_384; // Of a mail within a mail, in which its subject stands.
