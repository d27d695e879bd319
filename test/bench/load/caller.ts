import { connect, type Socket } from 'node:net';
import { MessageReader } from '../http/message-reader.js';
import type { CallPlan } from './protocol.js';
import { findFault } from './find-fault.js';
import { FORMATS, hasText } from '../formats.js';

export interface CallReport {
  readonly latencyMs: number;
  readonly firstTokenMs: number;
  /** What was wrong with the answer. */
  readonly fault: string | undefined;
}

const CONNECT_TIMEOUT_MS = 5_000;

/** One keep-alive connection that makes one call at a time. */
export class Caller {
  private readonly plan: CallPlan;
  private readonly request: Buffer;
  private readonly onReport: (report: CallReport) => void;
  private readonly onFirstToken: () => void;
  private socket: Socket | undefined;
  private head = '';
  private body: Buffer[] = [];
  private startedMs = 0;
  private firstTokenMs = 0;
  private isWaiting = false;

  constructor(
    plan: CallPlan,
    onReport: (report: CallReport) => void,
    onFirstToken: () => void = () => undefined,
  ) {
    this.plan = plan;
    this.request = writeRequest(plan);
    this.onReport = onReport;
    this.onFirstToken = onFirstToken;
  }

  /** @throws Error when nobody listens */
  async open(): Promise<void> {
    const socket = connect({ port: this.plan.port, host: '127.0.0.1', noDelay: true });
    this.socket = socket;
    const reader = new MessageReader(this);
    socket.on('data', (piece) => reader.read(piece));
    let reason = 'no answer in time';
    socket.on('error', ({ message }) => {
      reason = message; // Said by `close`, which follows.
      socket.destroy();
    });
    await new Promise<void>((resolve, reject) => {
      socket.setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy());
      socket.once('connect', resolve);
      socket.once('close', () => reject(new Error(`No connection to the target: ${reason}.`)));
    });
    socket.setTimeout(0);
    socket.once('close', () => {
      if (socket === this.socket) this.lose();
    });
  }

  close(): void {
    this.isWaiting = false;
    this.socket?.destroy();
  }

  call(): void {
    this.isWaiting = true;
    this.firstTokenMs = 0;
    this.startedMs = performance.now();
    this.socket?.write(this.request);
  }

  onHead(head: string): void {
    this.head = head;
    this.body = [];
  }

  onBody(piece: Buffer): void {
    this.body.push(piece);
    if (!this.plan.isStreaming || this.firstTokenMs > 0) return;
    if (!hasText(piece, this.plan.format)) return;
    this.firstTokenMs = performance.now() - this.startedMs;
    this.onFirstToken();
  }

  onEnd(): void {
    const latencyMs = performance.now() - this.startedMs;
    const body = this.body.length === 1 && this.body[0] ? this.body[0] : Buffer.concat(this.body);
    this.report(latencyMs, findFault(this.head, body, this.plan));
  }

  private lose(): void {
    if (this.isWaiting) this.report(0, 'The connection was closed before the answer was whole.');
  }

  private report(latencyMs: number, fault: string | undefined): void {
    this.isWaiting = false;
    this.onReport({ latencyMs, firstTokenMs: this.firstTokenMs, fault });
  }
}

function writeRequest({ port, format, headers, body }: CallPlan): Buffer {
  const lines = Object.entries({
    host: `127.0.0.1:${port}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${FORMATS[format].path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
