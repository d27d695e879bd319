import { ANSWER_NODES_MAX, ByteRoom, Clock, type ByteLease } from '#kernel';

/** Of each answer: what all but images, embeddings and recordings in JSON fit into costs nothing. */
export const ANSWER_FREE_BYTES = 256 * 1_024;
// An answer is there as bytes, as text, as text with values put back and as what is written.
export const ANSWER_MEMORY_FACTOR = 6;
export const ANSWERS_MEMORY_MAX = 512 * 1_024 * 1_024; // One of the largest, or fifty images.
const NODE_MEMORY_BYTES = 128; // Of one value of an answer, most of which are numbers.
const NODES_MEMORY_MAX = 256 * 1_024 * 1_024; // Two million values; one answer of more is alone.
const GROWTH = 2;
const WAIT_MS = 5_000; // Shorter than any provider's patience with a reader that stands still.

/**
 * The memory of answers that have to be held whole, or an event at a time. It is taken as they come:
 * how long an answer will be is its provider's claim, and one that trickles holds only what is there.
 * Answers that fill the room together do not stand still: who waited longest is refused, and what it
 * held lets the others go on.
 */
export class AnswerRoom {
  readonly bytes: ByteRoom;
  readonly nodes: ByteRoom;

  constructor(clock: Clock) {
    this.bytes = new ByteRoom(ANSWERS_MEMORY_MAX, WAIT_MS, clock);
    this.nodes = new ByteRoom(NODES_MEMORY_MAX, WAIT_MS, clock);
  }

  get memoryBytes(): number {
    return this.bytes.bytesTaken + this.nodes.bytesTaken;
  }

  /** @param lease of the call, which whoever made it ends */
  open(lease: ByteLease): AnswerMemory {
    return new AnswerMemory(this, lease);
  }

  /** The answer is no more than the text that its caller still has to take. */
  keepOnly(lease: ByteLease, text: string): void {
    lease.give(this.nodes);
    lease.keep(this.bytes, text.length > ANSWER_FREE_BYTES ? Buffer.byteLength(text) : 0);
  }
}

/** What one answer holds. */
export class AnswerMemory {
  private reserved = ANSWER_FREE_BYTES;
  private hasTaken = false;

  constructor(
    private readonly room: AnswerRoom,
    private readonly lease: ByteLease,
  ) {}

  /** Bytes of the answer that may be held now. */
  get bytesMax(): number {
    return this.reserved;
  }

  /** Room for so many bytes of it. @throws gateway_overloaded */
  async growTo(bytes: number): Promise<void> {
    this.hasTaken = true;
    let next = this.reserved;
    while (next < bytes) next *= GROWTH;
    const free = this.reserved === ANSWER_FREE_BYTES ? 0 : this.reserved;
    await this.lease.hold(this.room.bytes, (next - free) * ANSWER_MEMORY_FACTOR);
    this.reserved = next;
  }

  /**
   * Parses so many characters. How many values they hold shows when these are there, so the worst is
   * taken for that moment.
   * @param nodesMax values that are read at most
   * @throws gateway_overloaded
   */
  async parse<Parsed>(
    chars: number,
    read: () => Promise<Parsed> | Parsed,
    nodesOf: (parsed: Parsed) => number,
    nodesMax = ANSWER_NODES_MAX,
  ): Promise<Parsed> {
    this.hasTaken = true;
    const { nodes } = this.room;
    const most = Math.min(chars, nodesMax) * NODE_MEMORY_BYTES;
    await this.lease.hold(nodes, most);
    let kept = 0;
    try {
      const parsed = await read();
      kept = Math.min(most, nodesOf(parsed) * NODE_MEMORY_BYTES);
      return parsed;
    } finally {
      this.lease.give(nodes, most - kept);
    }
  }

  /** All of it is gone: its attempt failed, or its events so far were taken. */
  give(): void {
    if (!this.hasTaken) return;
    this.lease.give(this.room.bytes);
    this.lease.give(this.room.nodes);
    this.reserved = ANSWER_FREE_BYTES;
    this.hasTaken = false;
  }
}
