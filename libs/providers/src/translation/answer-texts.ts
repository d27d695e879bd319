import { Injectable } from '@nestjs/common';
import type { Cancellation } from '#kernel';
import { codecs, type AnswerOptions, type CallerProtocol, type ReplyFrame } from '#wire';
import { fitsInTurn } from './fits-in-turn.js';
import type { ToldFrame } from './translation.js';
import { TranslationThread } from './translation-thread.js';

/** Writes whole answers: at once, but for translated ones so large that they are written in a thread. */
@Injectable()
export class AnswerTexts {
  constructor(private readonly thread: TranslationThread) {}

  /**
   * @param protocol the format of the caller
   * @param ended nobody waits for it any more; rejects with its reason
   * @throws gateway_overloaded when the thread died or was too slow over this one
   */
  write(
    protocol: CallerProtocol,
    frame: ReplyFrame,
    options: AnswerOptions,
    ended: Cancellation,
  ): string | Promise<string> {
    const { events, pictures } = frame;
    const told: ToldFrame = pictures ? { events, pictures } : { events };
    const size = { chars: charsOf(told), nodes: events.length };
    // What is paid for is not refused because others wait: it is written here, as slow as that is.
    if (isSpliced(protocol, frame, options) || fitsInTurn(size, true) || !this.thread.hasRoom(size))
      return codecs[protocol].writeAnswer(frame, options);
    return this.thread.writeAnswer({ kind: 'answer', protocol, frame: told, options }, size, ended);
  }
}

/** The provider's own payload goes on. */
const isSpliced = (
  protocol: CallerProtocol,
  { document }: ReplyFrame,
  { source }: AnswerOptions,
): boolean => document !== null && (source === protocol || source === 'native');

function charsOf({ events, pictures = [] }: ToldFrame): number {
  let chars = 0;
  for (const event of events) {
    if ('delta' in event) chars += event.delta.length;
    else if ('value' in event) chars += event.value.value.length;
  }
  for (const { base64 } of pictures) chars += base64.length;
  return chars;
}
