import type { Steps } from '#kernel';
import { answerReaders, type CallerProtocol, type Protocol, type ReplyFrame } from '#wire';
import { ForwardedStream } from './forwarded-stream.js';
import type { Restoring } from './restoring.js';
import { ToldStream } from './told-stream.js';
import { restoreWholeFrame } from './whole-frame.js';

/** Formats in which a provider signs what was thought, and those whose callers can send it back. */
const SIGNED: ReadonlySet<Protocol> = new Set(['messages', 'converse']);
const GIVES_BACK: ReadonlySet<CallerProtocol> = new Set(['messages', 'responses']);

interface Known extends Pick<Restoring, 'vault' | 'isStreaming'> {
  /** The format that the answer is told in. */
  readonly caller: CallerProtocol;
}

/**
 * Puts the values back. A buffered answer is one frame and restored whole, in steps. In a stream the texts
 * grow: where events tell the texts these are followed, elsewhere the strings that grow are.
 */
export class ReplyRestorer {
  private stream: { readonly told: ToldStream; readonly forwarded: ForwardedStream } | undefined;

  constructor(private readonly known: Known) {}

  /** A buffered answer, which may be large. */
  whole(frame: ReplyFrame, protocol: Protocol): Steps<ReplyFrame> {
    return restoreWholeFrame(frame, this.restoringOf(protocol));
  }

  /** @param protocol the provider's, which need not be the caller's */
  *watch(frame: ReplyFrame, protocol: Protocol): Steps<readonly ReplyFrame[]> {
    if (this.stream) return yield* this.restore(this.stream, frame, protocol);
    const restoring = this.restoringOf(protocol);
    this.stream = {
      told: new ToldStream(restoring),
      forwarded: new ForwardedStream(restoring),
    };
    if (isWholeAnswer(frame, restoring)) return [yield* restoreWholeFrame(frame, restoring)];
    return yield* this.restore(this.stream, frame, protocol);
  }

  /** What was held back of a stream that ended without saying so. */
  end(): readonly ReplyFrame[] {
    if (!this.stream) return [];
    return [...this.stream.told.end(), ...this.stream.forwarded.end()];
  }

  private restoringOf(protocol: Protocol): Restoring {
    const keepsThinking = GIVES_BACK.has(this.known.caller) && SIGNED.has(protocol);
    return { ...this.known, texts: answerReaders[protocol].texts, keepsThinking };
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
