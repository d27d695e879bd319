import { refuse } from '#kernel';

/** A part's headers as text, its data in pieces, and its end. */
export type PartEvent =
  | { readonly type: 'head'; readonly head: string }
  | { readonly type: 'data'; readonly data: Buffer }
  | { readonly type: 'end' };

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Cuts a multipart body (RFC 2046) into its parts as it arrives. Never holds more than one chunk
 * and one delimiter.
 * @throws form_malformed
 */
export async function* scanParts(
  chunks: AsyncIterable<Buffer>,
  boundary: string,
  headBytesMax: number,
): AsyncGenerator<PartEvent> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter has no line break before it; giving it one makes all of them alike.
  let buffer: Buffer = Buffer.from('\r\n');
  let state: 'preamble' | 'delimiter' | 'head' | 'data' | 'epilogue' = 'preamble';
  for await (const chunk of chunks) {
    buffer = buffer.length > 0 ? Buffer.concat([buffer, chunk]) : chunk;
    for (;;) {
      if (state === 'preamble' || state === 'data') {
        const at = buffer.indexOf(delimiter);
        const sure = at >= 0 ? at : Math.max(0, buffer.length - delimiter.length);
        if (state === 'data' && sure > 0) yield { type: 'data', data: buffer.subarray(0, sure) };
        buffer = buffer.subarray(sure);
        if (at < 0) break;
        if (state === 'data') yield { type: 'end' };
        buffer = buffer.subarray(delimiter.length);
        state = 'delimiter';
      } else if (state === 'delimiter') {
        if (buffer.length < 2) break;
        const isLast = buffer.toString('latin1', 0, 2) === '--';
        const lineEnd = buffer.indexOf('\r\n');
        if (!isLast && lineEnd < 0) {
          if (buffer.length > headBytesMax) throw refuse('form_malformed');
          break;
        }
        if (!isLast && buffer.toString('latin1', 0, lineEnd).trim() !== '') {
          throw refuse('form_malformed');
        }
        state = isLast ? 'epilogue' : 'head';
        if (!isLast) buffer = buffer.subarray(lineEnd + 2);
      } else if (state === 'head') {
        const end = buffer.indexOf(HEAD_END);
        if (end > headBytesMax || (end < 0 && buffer.length > headBytesMax)) {
          throw refuse('form_malformed', { message: 'A part of the form has too many headers.' });
        }
        if (end < 0) break;
        yield { type: 'head', head: buffer.toString('utf8', 0, end) };
        buffer = buffer.subarray(end + HEAD_END.length);
        state = 'data';
      } else {
        buffer = Buffer.alloc(0); // Whatever follows the last delimiter is of no meaning.
        break;
      }
    }
  }
  if (state !== 'epilogue') throw refuse('form_malformed', { message: 'The form ends too early.' });
}
