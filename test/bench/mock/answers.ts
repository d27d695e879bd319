import { PLAIN_ANSWER, PLAIN_PIECES } from '../conversation.js';

const ID = 'chatcmpl-b3nchb3nchb3nchb3nchb3nch001';
const CREATED = 1_763_600_000;
const USAGE = { prompt_tokens: 112, completion_tokens: 52, total_tokens: 164 };
const HEAD_JSON = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const HEAD_STREAM =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncache-control: no-cache\r\ntransfer-encoding: chunked\r\n\r\n';

/**
 * Frames that leave in one write. Providers send bursts, not single frames; one write each would
 * also make this process the bottleneck instead of the target.
 */
const FRAMES_PER_WRITE = 5;

export const LAST_CHUNK = '0\r\n\r\n';

/** A whole answer, headers included. */
export function wholeAnswer(text: string): Buffer {
  const body = JSON.stringify({
    id: ID,
    object: 'chat.completion',
    created: CREATED,
    model: 'small',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text, refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: USAGE,
    system_fingerprint: null,
  });
  return Buffer.from(`${HEAD_JSON}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/** Headers and the role frame: what a provider sends before it has a word. */
export const streamStart = (): string =>
  HEAD_STREAM + chunked(frame({ role: 'assistant', content: '' }));

export const contentFrame = (text: string): string => chunked(frame({ content: text }));

export const streamEnd = (): string =>
  chunked(frame({}, 'stop') + usageFrame() + 'data: [DONE]\n\n') + LAST_CHUNK;

/** A whole streamed answer as the writes that carry it. */
export function streamWrites(pieces: readonly string[]): Buffer[] {
  const frames = [streamStart(), ...pieces.map(contentFrame), streamEnd()];
  const writes: Buffer[] = [];
  for (let at = 0; at < frames.length; at += FRAMES_PER_WRITE) {
    writes.push(Buffer.from(frames.slice(at, at + FRAMES_PER_WRITE).join('')));
  }
  return writes;
}

const frame = (delta: object, finishReason: string | null = null): string =>
  event({ choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }] });

const usageFrame = (): string => event({ choices: [], usage: USAGE });

const event = (members: object): string =>
  `data: ${JSON.stringify({
    id: ID,
    object: 'chat.completion.chunk',
    created: CREATED,
    model: 'small',
    system_fingerprint: null,
    ...members,
  })}\n\n`;

const chunked = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

export const PLAIN_WHOLE = wholeAnswer(PLAIN_ANSWER);
export const PLAIN_STREAM = streamWrites(PLAIN_PIECES);
