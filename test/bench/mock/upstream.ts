/**
 * The mock upstream, a process of its own: answers chat completions at once from prepared bytes.
 * `echo` answers with the prompt, so that a gateway has something to restore; `slow` streams one
 * frame a second, so that streams stay open.
 */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { cutInPieces, echoOf, piecesOf, PLAIN_PIECES, SECRETS } from '../conversation.js';
import { MessageReader } from '../http/message-reader.js';
import { onMessage, send } from '../process/messages.js';
import type { MockAnswer, MockQuestion } from './protocol.js';
import {
  contentFrame,
  PLAIN_STREAM,
  PLAIN_WHOLE,
  streamEnd,
  streamStart,
  streamWrites,
  wholeAnswer,
} from './answers.js';

const SLOW_TICK_MS = 20;

interface SlowStream {
  readonly written: number;
  /** When its next frame leaves. */
  readonly dueMs: number;
}

/** Of a slow stream; asked for by the harness before it opens them. */
let slowFrames = PLAIN_PIECES.length;
let slowFrameMs = 1_000;
let plainStream = PLAIN_STREAM;
let requests = 0;
let leaks = 0;
const slow = new Map<Socket, SlowStream>();

const server = createServer({ noDelay: true }, (socket) => {
  let body: Buffer[] = [];
  const reader = new MessageReader({
    onHead: () => {
      body = [];
    },
    onBody: (piece) => body.push(piece),
    onEnd: () => answer(socket, body.length === 1 && body[0] ? body[0] : Buffer.concat(body)),
  });
  socket.on('data', (piece) => reader.read(piece));
  socket.on('close', () => slow.delete(socket));
  socket.on('error', () => socket.destroy()); // A target that stops drops its connections.
});

function answer(socket: Socket, body: Buffer): void {
  requests++;
  const isStreaming = body.includes('"stream":true');
  if (body.includes('"model":"slow"')) {
    socket.write(streamStart());
    slow.set(socket, { written: 0, dueMs: performance.now() + slowFrameMs });
  } else if (body.includes('"model":"echo"')) {
    if (SECRETS.some((secret) => body.includes(secret))) leaks++;
    const text = echoOf(lastPrompt(body));
    if (isStreaming) writeOneByOne(socket, streamWrites(cutInPieces(text)), 0);
    else socket.write(wholeAnswer(text));
  } else if (isStreaming) {
    writeOneByOne(socket, plainStream, 0);
  } else {
    socket.write(PLAIN_WHOLE);
  }
}

/** A turn of the event loop lies between two writes, so that they arrive as separate pieces. */
function writeOneByOne(socket: Socket, writes: readonly Buffer[], next: number): void {
  const bytes = writes[next];
  if (!bytes || socket.destroyed) return;
  socket.write(bytes);
  if (next + 1 < writes.length) setImmediate(() => writeOneByOne(socket, writes, next + 1));
}

function lastPrompt(body: Buffer): string {
  const { messages } = JSON.parse(body.toString()) as { messages: { content: string }[] };
  return messages.at(-1)?.content ?? '';
}

/** Each stream keeps its own time, as it would at a provider: together they would come in gusts. */
setInterval(() => {
  const nowMs = performance.now();
  for (const [socket, stream] of slow) {
    if (stream.dueMs <= nowMs) writeNext(socket, stream);
  }
}, SLOW_TICK_MS);

function writeNext(socket: Socket, { written, dueMs }: SlowStream): void {
  if (written < slowFrames) {
    socket.write(contentFrame(PLAIN_PIECES[written % PLAIN_PIECES.length] ?? ''));
    slow.set(socket, { written: written + 1, dueMs: dueMs + slowFrameMs });
  } else {
    slow.delete(socket);
    socket.write(streamEnd());
  }
}

onMessage((message) => {
  const question = message as MockQuestion;
  if (question.kind === 'slow-frames') {
    slowFrames = question.frames;
    slowFrameMs = question.frameMs;
  } else if (question.kind === 'frames') {
    plainStream = streamWrites(piecesOf(question.frames));
  }
  send({ kind: 'counters', requests, leaks } satisfies MockAnswer);
});

server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
  const { port } = server.address() as AddressInfo;
  send({ kind: 'ready', port } satisfies MockAnswer);
});
