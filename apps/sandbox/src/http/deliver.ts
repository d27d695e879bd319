import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '#kernel';
import { NO_FAULT, type Fault } from '../faults/fault.js';
import { errorJson } from '../faults/faulty-error.js';
import { FAULT_PIECE_BYTES } from '../limits.js';
import { DONE, type Answer, type WholeAnswer } from './answer.js';

const EVENT_STREAM = 'text/event-stream; charset=utf-8';
const MALFORMED = 'data: {"id": "chatcmpl-\n\n';

/** Sends the answer, broken in the way the fault says. */
export async function deliver(
  answer: Answer,
  fault: Fault,
  response: ServerResponse,
  clock: Clock,
): Promise<void> {
  if ('events' in answer) {
    const contentType = fault['content-type'] ?? answer.contentType ?? EVENT_STREAM;
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-cache' });
    await sendEvents(answer.events, fault, response, clock);
  } else if (fault === NO_FAULT) {
    sendWhole(answer, response);
  } else if (fault['error-frame'] !== undefined) {
    sendWhole({ ...answer, body: errorJson(fault) }, response);
  } else {
    const contentType = fault['content-type'] ?? answer.contentType;
    response.writeHead(answer.status, { ...answer.headers, 'content-type': contentType });
    await sendEvents(pieces(Buffer.from(answer.body)), fault, response, clock);
  }
}

export function sendWhole(answer: WholeAnswer, response: ServerResponse): void {
  response.writeHead(answer.status, {
    ...answer.headers,
    'content-type': answer.contentType,
    'content-length': Buffer.byteLength(answer.body),
  });
  response.end(answer.body);
}

type Piece = string | Buffer;

async function sendEvents(
  events: Iterable<Piece>,
  fault: Fault,
  response: ServerResponse,
  clock: Clock,
): Promise<void> {
  const gone = fault.slow === undefined ? undefined : goneSignal(response);
  for (const event of broken(events, fault)) {
    if (response.destroyed) return;
    if (!response.write(event)) await drained(response);
    if (fault.slow !== undefined) await clock.sleep(fault.slow, gone);
  }
  if (fault.stall !== undefined) response.flushHeaders();
  else if (fault.cut !== undefined || fault['cut-bytes'] !== undefined) await cut(response);
  else response.end();
}

/** The events up to the point where the fault ends them. */
function* broken(events: Iterable<Piece>, fault: Fault): Generator<Piece> {
  const count = fault.stall ?? fault.cut ?? fault.end ?? fault['error-frame'] ?? Infinity;
  let index = 0;
  let bytesLeft = fault['cut-bytes'] ?? Infinity;
  for (const event of events) {
    if (index === count || (fault['no-done'] && event === DONE)) break;
    const piece = index === fault.malformed ? MALFORMED : event;
    if (bytesLeft !== Infinity) {
      const bytes = Buffer.from(piece);
      if (bytes.length >= bytesLeft) return yield bytes.subarray(0, bytesLeft);
      bytesLeft -= bytes.length;
    }
    yield piece;
    index++;
  }
  if (fault['error-frame'] !== undefined) yield `data: ${errorJson(fault)}\n\n`;
}

function* pieces(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += FAULT_PIECE_BYTES) {
    yield body.subarray(at, at + FAULT_PIECE_BYTES);
  }
}

/** What was written reaches the kernel first; a destroyed socket drops what Node still holds. */
async function cut(response: ServerResponse): Promise<void> {
  response.flushHeaders();
  await setImmediate();
  response.destroy();
}

/** Aborts when the connection closes, so that no scripted wait outlives its client. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
  });
}
