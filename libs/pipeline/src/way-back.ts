import type { Entered, ReceivedCall } from '#call';
import type { Protocol, ReplyFrame } from '#wire';

/**
 * The frames of an answer on their way to the caller, past every step that was entered: the last
 * one sees the provider's frames first, the first one's view is the caller's. A plain call a frame,
 * the same for whole answers and for streams.
 */
export class WayBack {
  private readonly steps: readonly Entered<ReceivedCall>[];

  constructor(
    entered: readonly Entered<ReceivedCall>[],
    private readonly protocol: Protocol,
  ) {
    this.steps = entered.toReversed();
  }

  pass(frame: ReplyFrame): readonly ReplyFrame[] {
    return this.passFrom(0, frame);
  }

  /** A frame of a stream that is too large for one turn. */
  async passLarge(frame: ReplyFrame): Promise<readonly ReplyFrame[]> {
    let frames: readonly ReplyFrame[] = [frame];
    for (const step of this.steps) {
      const next: ReplyFrame[] = [];
      for (const one of frames) {
        const seen =
          (await step.watchLarge?.(one, this.protocol)) ?? step.watch?.(one, this.protocol) ?? one;
        next.push(...(isList(seen) ? seen : [seen]));
      }
      frames = next;
    }
    return frames;
  }

  /** A whole answer, which stays one frame. */
  async passWhole(frame: ReplyFrame): Promise<ReplyFrame> {
    let current = frame;
    for (const step of this.steps) {
      if (step.watchWhole) current = await step.watchWhole(current, this.protocol);
      else {
        const next = step.watch?.(current, this.protocol) ?? current;
        current = isList(next) ? (next[0] ?? current) : next;
      }
    }
    return current;
  }

  /** What the steps had held back. It still passes the steps that come after. */
  end(): readonly ReplyFrame[] {
    const rest: ReplyFrame[] = [];
    this.steps.forEach((step, index) => {
      for (const frame of step.end?.() ?? []) rest.push(...this.passFrom(index + 1, frame));
    });
    return rest;
  }

  /** Does any step look into texts before they go on? Then frames take their time, and a pause lets go of what is held. */
  get isPaced(): boolean {
    return this.steps.some((step) => 'pause' in step);
  }

  /** What the steps need not hold back for longer. */
  pause(): readonly ReplyFrame[] {
    return this.steps.flatMap((step, index) =>
      (step.pause?.() ?? []).flatMap((frame) => this.passFrom(index + 1, frame)),
    );
  }

  /** What the frames that have passed have to wait for. */
  ready(): Promise<unknown> | undefined {
    let waiting: Promise<unknown> | undefined;
    for (const step of this.steps) {
      const one = step.ready?.();
      if (one) waiting = waiting ? Promise.all([waiting, one]) : one;
    }
    return waiting;
  }

  private passFrom(first: number, frame: ReplyFrame): readonly ReplyFrame[] {
    let current = frame;
    for (let index = first; index < this.steps.length; index++) {
      const next = this.steps[index]?.watch?.(current, this.protocol) ?? current;
      if (!isList(next)) {
        current = next;
        continue;
      }
      return next.flatMap((one) => this.passFrom(index + 1, one));
    }
    return [current];
  }
}

const isList = (next: ReplyFrame | readonly ReplyFrame[]): next is readonly ReplyFrame[] =>
  Array.isArray(next);
