import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  ByteRoom,
  Clock,
  parseBytes,
  runInSlices,
  refuse,
  REQUEST_NODES_MAX,
  type ByteLease,
  type Cancellation,
  type GatewayError,
  type JsonDocument,
} from '#kernel';
import {
  BODY_BYTES_PER_SECOND_MIN,
  BODY_GRACE_MS,
  BODY_MEMORY_FACTOR,
  CONTENDED_BODY_MS_MAX,
  JSON_BYTES_MAX,
  LARGE_BODIES_MEMORY_MAX,
  LARGE_NODES_MEMORY_MAX,
  NODE_MEMORY_BYTES,
  ROOM_WAIT_MS,
  SMALL_BODIES_MEMORY_MAX,
  SMALL_NODES_MEMORY_MAX,
  SMALL_BODY_BYTES_MAX,
  UNDECLARED_BODY_BYTES,
  UNDECLARED_BODY_GROWTH,
} from './limits.js';

const TICK_MS = 1_000;

/**
 * Where bodies come in: each takes its memory before it is read, and comes at a pace. Small ones have
 * a room of their own, so that a few large ones cannot shut out all others.
 */
@Injectable()
export class BodyIntake {
  readonly small: ByteRoom;
  readonly large: ByteRoom;
  readonly smallNodes: ByteRoom;
  readonly largeNodes: ByteRoom;
  private readonly reading = new Set<IncomingBody>();

  constructor(readonly clock: Clock) {
    this.small = new ByteRoom(SMALL_BODIES_MEMORY_MAX, ROOM_WAIT_MS, clock);
    this.large = new ByteRoom(LARGE_BODIES_MEMORY_MAX, ROOM_WAIT_MS, clock);
    this.smallNodes = new ByteRoom(SMALL_NODES_MEMORY_MAX, ROOM_WAIT_MS, clock);
    this.largeNodes = new ByteRoom(LARGE_NODES_MEMORY_MAX, ROOM_WAIT_MS, clock);
    clock.every(TICK_MS, () => {
      const nowMs = clock.monotonicMs();
      for (const body of this.reading) body.tick(nowMs);
    });
  }

  /** Bodies that are being read. */
  get size(): number {
    return this.reading.size;
  }

  get memoryBytes(): number {
    return this.rooms.reduce((sum, room) => sum + room.bytesTaken, 0);
  }

  /** Nothing is read or taken yet. @param lease of the call, which whoever made it ends */
  open(request: IncomingMessage, lease: ByteLease): IncomingBody {
    return new IncomingBody(request, lease, this);
  }

  /** The body is not held any more; what else the call holds it goes on holding. */
  forget(lease: ByteLease): void {
    for (const room of this.rooms) lease.give(room);
  }

  private get rooms(): readonly ByteRoom[] {
    return [this.small, this.large, this.smallNodes, this.largeNodes];
  }

  roomFor(bytes: number): ByteRoom {
    return bytes <= SMALL_BODY_BYTES_MAX ? this.small : this.large;
  }

  watch(body: IncomingBody): void {
    this.reading.add(body);
  }

  unwatch(body: IncomingBody): void {
    this.reading.delete(body);
  }
}

/** One body on its way in; read once, as JSON or in pieces. */
export class IncomingBody {
  private bytes = 0;
  /** Bytes whose memory is taken. */
  private reserved = 0;
  private sinceMs = 0;
  private fail: (error: GatewayError) => void = () => undefined;

  constructor(
    private readonly request: IncomingMessage,
    private readonly lease: ByteLease,
    private readonly intake: BodyIntake,
  ) {}

  /**
   * @throws body_too_large, body_too_slow, body_not_utf8, body_malformed, body_too_deep,
   *   body_duplicate_key, gateway_overloaded
   */
  async json(callerGone: Cancellation): Promise<JsonDocument> {
    const chunks = await this.whole();
    const length = this.bytes;
    const { smallNodes, largeNodes } = this.intake;
    const nodes = length <= SMALL_BODY_BYTES_MAX ? smallNodes : largeNodes;
    // How many values there are shows when they are there, so the worst is taken for that moment.
    const most = Math.min(length, REQUEST_NODES_MAX) * NODE_MEMORY_BYTES;
    const waiting = this.lease.hold(nodes, most);
    if (waiting) await waiting;
    const document = await runInSlices(parseBytes(chunks, isUtf8), callerGone);
    this.lease.give(nodes, most - Math.min(most, document.nodes * NODE_MEMORY_BYTES));
    return document;
  }

  /**
   * As they come, for who does not keep them.
   * @throws body_too_slow, and `tooLarge` past the limit
   */
  async *chunks(bytesMax: number, tooLarge: () => GatewayError): AsyncGenerator<Buffer> {
    const { request } = this;
    // Left open at an early end: whoever sent it is still to be answered.
    const pieces = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
    let failure: GatewayError | undefined;
    let giveUp: ((error: GatewayError) => void) | undefined;
    this.fail = (error) => {
      failure = error; // It may come while nobody waits for a piece.
      giveUp?.(error);
    };
    this.begin();
    try {
      for (;;) {
        if (failure) throw failure;
        // No race with one promise for all pieces: it would keep every piece until the upload ends.
        const next = await new Promise<IteratorResult<Buffer>>((resolve, reject) => {
          giveUp = reject;
          pieces.next().then(resolve, reject);
        });
        if (next.done) return;
        this.bytes += next.value.length;
        if (this.bytes > bytesMax) throw tooLarge();
        yield next.value;
      }
    } finally {
      this.intake.unwatch(this);
    }
  }

  /** Memory for more of what came, which somebody keeps. @throws gateway_overloaded */
  keep(bytes: number): Promise<void> | undefined {
    return this.reserve(this.reserved + bytes);
  }

  /** Called each second. */
  tick(nowMs: number): void {
    const ms = nowMs - this.sinceMs;
    const isSlow = ms > BODY_GRACE_MS && this.bytes < (ms / 1_000) * BODY_BYTES_PER_SECOND_MIN;
    if (isSlow) this.fail(refuse('body_too_slow'));
    else if (ms > CONTENDED_BODY_MS_MAX && this.isInTheWay())
      this.fail(refuse('gateway_overloaded'));
  }

  /** It holds what others wait for. */
  private isInTheWay(): boolean {
    return this.reserved > 0 && this.intake.roomFor(this.reserved).isContended;
  }

  private async whole(): Promise<readonly Buffer[]> {
    const { headers } = this.request;
    const isDeclared = headers['transfer-encoding'] === undefined;
    const declared = isDeclared ? Number(headers['content-length'] ?? 0) : UNDECLARED_BODY_BYTES;
    if (declared > JSON_BYTES_MAX) throw tooLarge();
    const waiting = this.reserve(declared);
    if (waiting) await waiting;
    const chunks = await this.read();
    if (!isDeclared) this.shrink(this.bytes);
    return chunks;
  }

  private read(): Promise<readonly Buffer[]> {
    const { request } = this;
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const settle = (): void => {
        this.intake.unwatch(this);
        request.off('data', take);
      };
      this.fail = (error) => {
        settle();
        request.resume(); // The rest is thrown away; the connection closes after the answer.
        reject(error);
      };
      const take = (chunk: Buffer): void => {
        this.bytes += chunk.length;
        if (this.bytes > JSON_BYTES_MAX) return this.fail(tooLarge());
        chunks.push(chunk);
        const growing = this.bytes > this.reserved ? this.grow() : undefined;
        if (!growing) return;
        request.pause();
        growing.then(() => request.resume(), this.fail);
      };
      const lost = (cause?: unknown): void => this.fail(refuse('body_malformed', { cause }));
      if (request.destroyed) return lost(); // While the body waited for its room.
      this.begin();
      request.on('data', take);
      request.on('end', () => {
        settle();
        resolve(chunks);
      });
      request.on('error', lost);
    });
  }

  private begin(): void {
    this.sinceMs = this.intake.clock.monotonicMs();
    this.intake.watch(this);
  }

  /** A body that did not say how long it is takes its memory in steps. */
  private grow(): Promise<void> | undefined {
    return this.reserve(Math.min(JSON_BYTES_MAX, this.reserved * UNDECLARED_BODY_GROWTH));
  }

  private reserve(bytes: number): Promise<void> | undefined {
    const { intake, lease } = this;
    const [from, to] = [intake.roomFor(this.reserved), intake.roomFor(bytes)];
    const more = (from === to ? bytes - this.reserved : bytes) * BODY_MEMORY_FACTOR;
    const taken = () => {
      this.reserved = bytes;
      if (from !== to) lease.give(from);
    };
    const waiting = lease.hold(to, more);
    if (waiting) return waiting.then(taken);
    taken();
    return undefined;
  }

  private shrink(bytes: number): void {
    const room = this.intake.roomFor(this.reserved);
    this.lease.give(room, (this.reserved - bytes) * BODY_MEMORY_FACTOR);
    // What is left stays in the room that it was taken from.
  }
}

const tooLarge = (): GatewayError =>
  refuse('body_too_large', {
    message: `The request body is larger than ${Math.floor(JSON_BYTES_MAX / 1_048_576)} MiB.`,
  });
