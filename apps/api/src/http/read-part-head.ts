import { isUtf8 } from 'node:buffer';
import { parse } from 'content-disposition';
import { refuse, type GatewayError } from '#kernel';
import { isUtf8Type, readMediaType, writeMediaType } from './media-type.js';

/** What the head of a form's part says. */
export interface PartHead {
  readonly name: string;
  /** Null for a field. */
  readonly filename: string | null;
  /** Written anew; null where none was given. */
  readonly contentType: string | null;
}

const LINE = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([^\r\n]*?)[ \t]*$/;
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;
// Readers differ over backslashes, `name*`, `filename*` and what follows a quote: none may be there.
const DISPOSITION =
  /^form-data(?:[ \t]*;[ \t]*(?:name|filename)=(?:"[^"\\]*"|[\w!#$%&'*+.^`|~-]+))+$/i;
const PARAMETER = /;[ \t]*(?:name|filename)=/gi;
const NESTED = /^(?:multipart|message)\//;
/** Those that leave the bytes as they are; nothing else is decoded, here or by most providers. */
const TRANSFER_ENCODINGS: ReadonlySet<string> = new Set(['7bit', '8bit', 'binary']);

/**
 * Reads what names a part and what its bytes are; any other header of it is left out, as RFC 7578
 * asks.
 * @throws form_malformed for a head that two readers could read differently
 */
export function readPartHead(bytes: Buffer): PartHead {
  if (!isUtf8(bytes)) throw malformed('A part of the form has a head that is not UTF-8.');
  const headers = readHeaders(bytes.toString('utf8'));
  const encoding = headers.get('content-transfer-encoding') ?? 'binary';
  if (!TRANSFER_ENCODINGS.has(encoding.toLowerCase())) {
    throw malformed('A part of the form is encoded. Send its bytes as they are.');
  }
  return {
    ...readDisposition(headers.get('content-disposition') ?? ''),
    contentType: readType(headers.get('content-type')),
  };
}

function readHeaders(head: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.split('\r\n')) {
    const [, name, value = ''] = LINE.exec(line) ?? [];
    if (name === undefined || CONTROL.test(line)) {
      throw malformed('A part of the form has a line that is no header.');
    }
    const key = name.toLowerCase();
    if (headers.has(key)) throw malformed('A part of the form has one header twice.');
    headers.set(key, value);
  }
  return headers;
}

function readDisposition(text: string): Pick<PartHead, 'name' | 'filename'> {
  const given = text.replaceAll(/"[^"]*"/g, '""').match(PARAMETER) ?? [];
  const { name, filename } = parse(text, { multipart: true, extended: false }).parameters;
  const count = [name, filename].filter((value) => value !== undefined).length;
  if (!DISPOSITION.test(text) || given.length !== count || !name || filename === '') {
    throw malformed(
      'A part of the form needs one header Content-Disposition: form-data with a name, and a filename where it is a file, each once and in plain quotes.',
    );
  }
  if (CONTROL.test(name + (filename ?? ''))) {
    throw malformed('A part of the form has a name with control characters.');
  }
  return { name, filename: filename ?? null };
}

function readType(text: string | undefined): string | null {
  if (text === undefined) return null;
  const media = readMediaType(text);
  if (!media || !isUtf8Type(media) || NESTED.test(media.type)) {
    throw malformed('A part of the form has a content type that cannot be used.');
  }
  return writeMediaType(media);
}

const malformed = (message: string): GatewayError => refuse('form_malformed', { message });
