import type { Steps } from '#kernel';
import { answerReaders, type CallerProtocol, type Protocol, type ReplyFrame } from '#wire';
import { ForwardedStream } from './forwarded-stream.js';
import type { Restoring } from './restoring.js';
import { ToldStream } from './told-stream.js';
import { restoreWholeFrame } from './whole-frame.js';

/** Formats in which a provider signs what was thought, as it may have in one that was kept, and those whose callers can send it back. */
const SIGNED: ReadonlySet<Protocol> = new Set(['messages', 'converse', 'kept']);
const GIVES_BACK: ReadonlySet<CallerProtocol> = new Set(['messages', 'responses']);

interface Known extends Pick<Restoring, 'vault' | 'guard' | 'isStreaming'> {
  /** The format that the answer is told in. */
  readonly caller: CallerProtocol;
}

/**
 * Looks through what a model says, where the policy wants it, and puts the values back. A buffered answer is one frame and restored whole, in steps. In a stream the texts
 * grow: where events tell the texts these are followed, elsewhere the strings that grow are.
 */
export class ReplyRestorer {
  private stream: { readonly told: ToldStream; readonly forwarded: ForwardedStream } | undefined;

  constructor(private readonly known: Known) {}

  /** A buffered answer, which may be large. */
  *whole(frame: ReplyFrame, protocol: Protocol): Steps<ReplyFrame> {
    const { guard } = this.known;
    if (guard && frame.pictures?.length) guard.markUnscanned();
    const restored = yield* restoreWholeFrame(frame, this.restoringOf(protocol));
    guard?.refuseBlocked();
    return restored;
  }

  /** @param protocol the provider's, which need not be the caller's */
  *watch(frame: ReplyFrame, protocol: Protocol): Steps<readonly ReplyFrame[]> {
    const frames = yield* this.watched(frame, protocol);
    this.known.guard?.refuseBlocked();
    return frames;
  }

  private *watched(frame: ReplyFrame, protocol: Protocol): Steps<readonly ReplyFrame[]> {
    if (this.stream) return yield* this.restore(this.stream, frame, protocol);
    const restoring = this.restoringOf(protocol);
    // Each of its messages is whole: no text of one goes on in the next.
    if (protocol === 'mcp') return [yield* restoreWholeFrame(frame, restoring)];
    this.stream = {
      told: new ToldStream(restoring),
      forwarded: new ForwardedStream(restoring),
    };
    if (isWholeAnswer(frame, restoring)) return [yield* restoreWholeFrame(frame, restoring)];
    return yield* this.restore(this.stream, frame, protocol);
  }

  /** What was held back of a stream that ended without saying so. */
  end(): readonly ReplyFrame[] {
    if (!this.stream || this.known.guard?.isBlocked) return [];
    const frames = [...this.stream.told.end(), ...this.stream.forwarded.end()];
    this.known.guard?.refuseBlocked();
    return frames;
  }

  /** The model takes its time: what need not be held for longer. @throws answer_blocked */
  pause(): readonly ReplyFrame[] {
    if (!this.stream) return [];
    const frames = [...this.stream.told.pause(), ...this.stream.forwarded.pause()];
    this.known.guard?.refuseBlocked();
    return frames;
  }

  private restoringOf(protocol: Protocol): Restoring {
    const { caller } = this.known;
    const keepsThinking = GIVES_BACK.has(caller) && SIGNED.has(protocol);
    const { texts } = answerReaders[protocol];
    const isSpliced = protocol === caller || protocol === 'native';
    return { ...this.known, texts, isSpliced, keepsThinking, partsInTurn: caller !== 'chat' };
  }

  private restore(
    { told, forwarded }: NonNullable<ReplyRestorer['stream']>,
    frame: ReplyFrame,
    protocol: Protocol,
  ): Steps<readonly ReplyFrame[]> {
    return this.isTold(frame, protocol) ? told.restore(frame) : forwarded.restore(frame);
  }

  /**
   * Do the events say all that the caller is told? In the responses format a payload says its texts once
   * more at the end of each, so what goes on as it came is looked through whole.
   */
  private isTold(frame: ReplyFrame, protocol: Protocol): boolean {
    if (protocol === 'responses') return this.known.caller !== protocol;
    return protocol !== 'native' || tellsItsTexts(frame);
  }
}

const isWholeAnswer = (frame: ReplyFrame, { isStreaming }: Restoring): boolean =>
  frame.document !== null &&
  frame.events.some(
    ({ type }) => type === 'done' || type === 'error' || (type === 'finish' && !isStreaming),
  );

const tellsItsTexts = (frame: ReplyFrame): boolean =>
  frame.events.some(({ type }) => type === 'text' || type === 'args');
