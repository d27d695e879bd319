import { refuse, type GatewayError } from '#kernel';

/** A part's headers as they came, its data in pieces, and its end. */
export type PartEvent =
  | { readonly type: 'head'; readonly head: Buffer }
  | { readonly type: 'data'; readonly data: Buffer }
  | { readonly type: 'end' };

const LINE_END = '\r\n';
const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Cuts a multipart body (RFC 2046) into its parts as it arrives. Never holds more than one chunk
 * and one delimiter. Stricter than the standard where readers differ: no text before the first
 * delimiter or behind the last one, no spaces behind any.
 * @throws form_malformed
 */
export async function* scanParts(
  chunks: AsyncIterable<Buffer>,
  boundary: string,
  headBytesMax: number,
): AsyncGenerator<PartEvent> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter has no line break before it; giving it one makes all of them alike.
  let buffer: Buffer = Buffer.from(LINE_END);
  let state: 'preamble' | 'delimiter' | 'head' | 'data' | 'epilogue' = 'preamble';
  for await (const chunk of chunks) {
    buffer = buffer.length > 0 ? Buffer.concat([buffer, chunk]) : chunk;
    for (;;) {
      if (state === 'preamble') {
        if (buffer.length < delimiter.length) break;
        if (buffer.indexOf(delimiter) !== 0) throw malformed('The form has text before its parts.');
        buffer = buffer.subarray(delimiter.length);
        state = 'delimiter';
      } else if (state === 'data') {
        const at = buffer.indexOf(delimiter);
        const sure = at >= 0 ? at : Math.max(0, buffer.length - delimiter.length);
        if (sure > 0) yield { type: 'data', data: buffer.subarray(0, sure) };
        buffer = buffer.subarray(sure);
        if (at < 0) break;
        yield { type: 'end' };
        buffer = buffer.subarray(delimiter.length);
        state = 'delimiter';
      } else if (state === 'delimiter') {
        if (buffer.length < 2) break;
        const next = buffer.toString('latin1', 0, 2);
        if (next !== '--' && next !== LINE_END) {
          throw malformed('A delimiter of the form is not alone in its line.');
        }
        state = next === '--' ? 'epilogue' : 'head';
        buffer = buffer.subarray(2);
      } else if (state === 'head') {
        const end = buffer.indexOf(HEAD_END);
        if (end > headBytesMax || (end < 0 && buffer.length > headBytesMax)) {
          throw malformed('A part of the form has too many headers.');
        }
        if (end < 0) break;
        yield { type: 'head', head: buffer.subarray(0, end) };
        buffer = buffer.subarray(end + HEAD_END.length);
        state = 'data';
      } else {
        if (buffer.length > 2 || !LINE_END.startsWith(buffer.toString('latin1'))) {
          throw malformed('The form has text behind its parts.');
        }
        break;
      }
    }
  }
  if (state !== 'epilogue') throw malformed('The form ends too early.');
}

const malformed = (message: string): GatewayError => refuse('form_malformed', { message });
