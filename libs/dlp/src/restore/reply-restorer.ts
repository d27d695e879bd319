import { runAtOnce, type Steps } from '#kernel';
import { codecs, type Protocol, type ReplyFrame } from '#wire';
import { ForwardedStream } from './forwarded-stream.js';
import type { Restoring } from './restoring.js';
import { ToldStream } from './told-stream.js';
import { restoreWholeFrame } from './whole-frame.js';

/**
 * Puts the values back. A buffered answer is one frame and restored whole, in steps. In a stream the texts
 * grow: where events tell the texts these are followed, elsewhere the strings that grow are.
 */
export class ReplyRestorer {
  private stream: { readonly told: ToldStream; readonly forwarded: ForwardedStream } | undefined;

  constructor(private readonly known: Omit<Restoring, 'texts'>) {}

  /** A buffered answer, which may be large. */
  whole(frame: ReplyFrame, protocol: Protocol): Steps<ReplyFrame> {
    return restoreWholeFrame(frame, { ...this.known, texts: codecs[protocol].texts });
  }

  /** @param protocol the provider's, which need not be the caller's */
  watch(frame: ReplyFrame, protocol: Protocol): ReplyFrame | readonly ReplyFrame[] {
    if (this.stream) return this.restore(this.stream, frame, protocol);
    const restoring = { ...this.known, texts: codecs[protocol].texts };
    this.stream = {
      told: new ToldStream(restoring),
      forwarded: new ForwardedStream(restoring),
    };
    if (isWholeAnswer(frame, restoring)) return runAtOnce(restoreWholeFrame(frame, restoring));
    return this.restore(this.stream, frame, protocol);
  }

  /** What was held back, once nothing more comes. */
  end(): readonly ReplyFrame[] {
    if (!this.stream) return [];
    return [...this.stream.told.end(), ...this.stream.forwarded.end()];
  }

  private restore(
    { told, forwarded }: NonNullable<ReplyRestorer['stream']>,
    frame: ReplyFrame,
    protocol: Protocol,
  ): readonly ReplyFrame[] {
    const isTold = protocol !== 'native' || tellsItsTexts(frame);
    return isTold ? told.restore(frame) : forwarded.restore(frame);
  }
}

const isWholeAnswer = (frame: ReplyFrame, { isStreaming }: Restoring): boolean =>
  frame.document !== null &&
  frame.events.some(
    ({ type }) => type === 'done' || type === 'error' || (type === 'finish' && !isStreaming),
  );

const tellsItsTexts = (frame: ReplyFrame): boolean =>
  frame.events.some(({ type }) => type === 'text' || type === 'args');
