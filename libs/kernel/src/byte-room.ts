import type { Clock } from './clock.js';
import { refuse, type GatewayError } from './errors/gateway-error.js';

const WAITING_MAX = 1_024; // Whoever waits holds a socket, and nothing else.

interface Waiting {
  readonly bytes: number;
  readonly letIn: () => void;
}

/**
 * The memory that work of one kind may take at a time, over the process. Whoever finds it full
 * waits its turn for a while, in the order of arrival; a single piece larger than the room has it
 * to itself.
 */
export class ByteRoom {
  private taken = 0;
  private readonly waiting = new Set<Waiting>();

  constructor(
    private readonly bytesMax: number,
    private readonly waitMs: number,
    private readonly clock: Clock,
  ) {}

  get bytesTaken(): number {
    return this.taken;
  }

  /** Somebody waits for what others hold. */
  get isContended(): boolean {
    return this.waiting.size > 0;
  }

  /** Takes the bytes if they are free and nobody waits in front. */
  tryTake(bytes: number): boolean {
    if (this.waiting.size > 0 || !this.fits(bytes)) return false;
    this.taken += bytes;
    return true;
  }

  /** Resolves when the bytes are taken. @throws gateway_overloaded after the wait, or at once when too many wait */
  take(bytes: number): Promise<void> {
    if (this.tryTake(bytes)) return Promise.resolve();
    if (this.waiting.size >= WAITING_MAX) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      const alarm = this.clock.after(this.waitMs, () => {
        this.waiting.delete(one);
        this.letIn(); // Those behind may be smaller.
        reject(overloaded());
      });
      const one: Waiting = {
        bytes,
        letIn: () => {
          alarm.cancel();
          resolve();
        },
      };
      this.waiting.add(one);
    });
  }

  give(bytes: number): void {
    this.taken -= bytes;
    this.letIn();
  }

  private fits(bytes: number): boolean {
    return this.taken === 0 || this.taken + bytes <= this.bytesMax;
  }

  private letIn(): void {
    for (const one of this.waiting) {
      if (!this.fits(one.bytes)) return;
      this.waiting.delete(one);
      this.taken += one.bytes;
      one.letIn();
    }
  }
}

const overloaded = (): GatewayError => refuse('gateway_overloaded');

/** What one call holds, over all rooms. It comes back in every order of events, once. */
export class ByteLease {
  private readonly held = new Map<ByteRoom, number>();
  private isOver = false;

  /** What has to be waited for, if anything. @throws gateway_overloaded */
  hold(room: ByteRoom, bytes: number): Promise<void> | undefined {
    if (!room.tryTake(bytes)) return room.take(bytes).then(() => this.add(room, bytes));
    this.add(room, bytes);
    return undefined;
  }

  /** A part of what is held; without a number all that is held there. */
  give(room: ByteRoom, bytes?: number): void {
    const held = this.held.get(room) ?? 0;
    const given = Math.min(held, bytes ?? held);
    if (given === 0) return;
    this.held.set(room, held - given);
    room.give(given);
  }

  /** No more than so many bytes of what is held there. */
  keep(room: ByteRoom, bytes: number): void {
    const held = this.held.get(room) ?? 0;
    if (held > bytes) this.give(room, held - bytes);
  }

  /** Nothing is held from here on; what still comes in goes back at once. */
  end(): void {
    this.isOver = true;
    for (const room of this.held.keys()) this.give(room);
  }

  private add(room: ByteRoom, bytes: number): void {
    if (this.isOver) return room.give(bytes);
    this.held.set(room, (this.held.get(room) ?? 0) + bytes);
  }
}
