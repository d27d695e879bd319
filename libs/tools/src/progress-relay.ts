import { member, numberOf, stringOf, type Alarm, type Clock, type JsonDocument } from '#kernel';

const NOTES_MAX = 1_000; // Of one call; who reads more of them has seen enough.
const BURST = 20; // Steps that are over at once are told all the same.
const PER_SECOND = 10; // More than an eye follows.
const WAITING_MAX = 64; // Of a caller that reads slowly.
const MESSAGE_CHARS_MAX = 1_000;

/** How far a call has come, as its server says. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/**
 * News of one call on their way to its caller: a few at a time, in their order, each further than the one before. Of what is too many the latest is
 * told, as soon as there is room for it again; what nobody was told before the answer, the answer says.
 */
export class ProgressRelay {
  private readonly waiting: Progress[] = [];
  private wake: (() => void) | undefined;
  private hasEnded = false;
  private told = 0;
  private last = -Infinity;
  /** The latest that there was no room for. */
  private held: Progress | undefined;
  private alarm: Alarm | undefined;
  private room = BURST;
  private countedMs: number;

  constructor(private readonly clock: Clock) {
    this.countedMs = clock.monotonicMs();
  }

  /** @param token that the server was given for this call */
  hear(note: JsonDocument, token: number): void {
    const progress = readProgress(note, token);
    if (!progress || progress.progress <= this.last || this.told >= NOTES_MAX) return;
    this.last = progress.progress;
    this.held = progress;
    this.tell();
  }

  /** Nothing more comes. */
  end(): void {
    this.hasEnded = true;
    this.alarm?.cancel();
    this.wake?.();
  }

  /** Undefined once nothing more comes. */
  async next(): Promise<Progress | undefined> {
    if (this.waiting.length === 0 && !this.hasEnded) {
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    return this.waiting.shift();
  }

  private tell(): void {
    if (!this.held) return;
    if (!this.hasRoom()) {
      this.alarm ??= this.clock.after(1_000 / PER_SECOND, () => {
        this.alarm = undefined;
        this.tell();
      });
      return;
    }
    if (this.waiting.length >= WAITING_MAX) this.waiting.pop();
    this.waiting.push(this.held);
    this.held = undefined;
    this.told++;
    this.wake?.();
  }

  private hasRoom(): boolean {
    const nowMs = this.clock.monotonicMs();
    this.room = Math.min(BURST, this.room + ((nowMs - this.countedMs) / 1_000) * PER_SECOND);
    this.countedMs = nowMs;
    if (this.room < 1) return false;
    this.room--;
    return true;
  }
}

/** Undefined of whatever else a server says while it works. */
function readProgress({ root }: JsonDocument, token: number): Progress | undefined {
  if (stringOf(member(root, 'method')) !== 'notifications/progress') return undefined;
  const params = member(root, 'params');
  const progress = numberOf(member(params, 'progress'));
  if (numberOf(member(params, 'progressToken')) !== token || !isFinite(progress)) return undefined;
  const total = numberOf(member(params, 'total'));
  const message = stringOf(member(params, 'message'));
  return {
    progress,
    ...(isFinite(total) && { total }),
    ...(message !== undefined && message.length <= MESSAGE_CHARS_MAX && { message }),
  };
}

const isFinite = (value: number | undefined): value is number => Number.isFinite(value);
