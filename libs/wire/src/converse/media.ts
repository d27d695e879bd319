import { refuse } from '#kernel';
import { BYTES_ALONE, DOCUMENT_KINDS, NO_IDS } from '../conversation/file-refusals.js';
import type { FilePart, RequestPart, Source } from '../conversation/conversation.js';

type ImagePart = Extract<RequestPart, { readonly type: 'image' }>;

/** @throws field_invalid for an image that stands somewhere else: the format takes its bytes alone */
export const imageOf = ({ source }: ImagePart): object => ({
  image: { format: formatOf(mimeOf(source), IMAGE_FORMATS) ?? 'png', source: bytesOf(source) },
});

/** @throws field_invalid for a document that stands somewhere else, or of a kind that is not taken */
export function documentOf(part: FilePart, name: string): object {
  const { source, context, asksForCitations } = part;
  const format = documentFormatOf(part);
  if (format === undefined) throw refused(DOCUMENT_KINDS);
  return {
    document: {
      format,
      name,
      source: bytesOf(source),
      context,
      citations: asksForCitations && { enabled: true },
    },
  };
}

/** By the type that is said of it, else by the ending of its name; undefined where neither is taken. */
export function documentFormatOf({ source, filename = '' }: FilePart): string | undefined {
  const ending = /\.(\w+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  return (
    formatOf(mimeOf(source), DOCUMENT_FORMATS) ??
    (ENDINGS.has(ending) ? ending : source.kind === 'text' ? 'txt' : undefined)
  );
}

const IMAGE_FORMATS: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/jpg', 'jpeg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
]);
const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const DOCUMENT_FORMATS: ReadonlyMap<string, string> = new Map([
  ['application/pdf', 'pdf'],
  ['text/csv', 'csv'],
  ['application/msword', 'doc'],
  [`${OFFICE}wordprocessingml.document`, 'docx'],
  ['application/vnd.ms-excel', 'xls'],
  [`${OFFICE}spreadsheetml.sheet`, 'xlsx'],
  ['text/html', 'html'],
  ['text/plain', 'txt'],
  ['text/markdown', 'md'],
]);
const ENDINGS: ReadonlySet<string> = new Set(DOCUMENT_FORMATS.values());

const mimeOf = (source: Source): string => (source.kind === 'base64' ? source.mime : '');

const formatOf = (mime: string, formats: ReadonlyMap<string, string>): string | undefined =>
  formats.get(mime.toLowerCase().split(';', 1)[0]?.trim() ?? '');

function bytesOf(source: Source): object {
  switch (source.kind) {
    case 'base64':
      return { bytes: source.data };
    case 'text':
      return { bytes: Buffer.from(source.text).toString('base64') };
    case 'url':
      throw refused(BYTES_ALONE);
    case 'id':
      throw refused(NO_IDS);
  }
}

const refused = (message: string) => refuse('field_invalid', { message, param: 'messages' });

const NAME_CHARS_MAX = 190; // 200, with room for a number.
const NAMELESS = 'document';

/** Names of the documents of one request: each once, and made of what the format allows. */
export class DocumentNames {
  private readonly taken = new Set<string>();
  /** How often each name was wanted. */
  private readonly counts = new Map<string, number>();

  next(filename = ''): string {
    const plain = filename
      .slice(0, NAME_CHARS_MAX)
      .replace(/\.\w{1,5}$/, '')
      .replaceAll(/[^A-Za-z0-9 ()[\]-]/g, '-')
      .replaceAll(/ {2,}/g, ' ')
      .trim();
    const base = plain || NAMELESS;
    let count = this.counts.get(base) ?? 0;
    let name: string;
    do name = ++count === 1 ? base : `${base}-${count}`;
    while (this.taken.has(name));
    this.counts.set(base, count);
    this.taken.add(name);
    return name;
  }
}
