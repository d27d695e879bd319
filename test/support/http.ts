import { request as open, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';

export interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- A test says what it expects.
  json<Shape>(): Shape;
}

/** An answer whose body has not been read; nothing is taken from the socket until it is. */
export interface OpenAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: IncomingMessage;
  /** Hangs up, as a client that has gone does. */
  hangUp(): void;
}

/** Straight on `node:http`, on a connection of its own: what is sent is exactly what is written. */
export function begin(url: string, { method, headers, body }: Sending = {}): Promise<OpenAnswer> {
  return new Promise((resolve, reject) => {
    const request = open(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      agent: false,
    });
    for (const [name, value] of Object.entries(headers ?? {})) request.setHeader(name, value);
    request.on('error', reject);
    request.on('response', (response) => {
      const { statusCode: status = 0, headers: received } = response;
      resolve({ status, headers: received, body: response, hangUp: () => request.destroy() });
    });
    if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) request.end(body);
    else body.pipe(request);
  });
}

/** Of a call: its id in the log, too. */
export const idOf = ({ headers }: Pick<Answer, 'headers'>): string => String(headers['request-id']);

export async function send(url: string, sending: Sending = {}): Promise<Answer> {
  return readAnswer(await begin(url, sending));
}

export async function readAnswer({ status, headers, body }: OpenAnswer): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return answerOf(status, headers, Buffer.concat(chunks));
}

/** Bytes as they are on a plain socket, for what no HTTP client would send. */
export function sendRaw(url: string, bytes: string | Buffer): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(parse(Buffer.concat(chunks))));
  });
}

/** A message that ended with its connection. */
function parse(message: Buffer): Answer {
  const end = message.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = message.toString('latin1', 0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return answerOf(Number(statusLine.split(' ')[1]), headers, message.subarray(end + 4));
}

function answerOf(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Answer {
  const text = bytes.toString();
  return { status, headers, bytes, text, json: () => JSON.parse(text) as never };
}
