import { Injectable } from '@nestjs/common';
import {
  Interceptor,
  type Entered,
  type MeteredCall,
  type Outcome,
  type ReceivedCall,
} from '#call';
import { ContentQueue } from './content-queue.js';
import { AnswerWords } from './answer-words.js';
import type { ContentPart } from './content-store.js';

/** Of one prompt or answer, in UTF-16 units: a long conversation. What is longer is kept up to here. */
const TEXT_CHARS_MAX = 1_048_576;

/** Vectors and pictures are no words. */
const WORDLESS: ReadonlySet<string> = new Set(['embed', 'draw', 'anonymize']);

/**
 * Last step before a call is sent: where its organisation keeps content, what is sent and what comes back, both
 * as data protection let them through, pseudonyms in place. Nothing waits for it.
 */
@Injectable()
export class KeepInterceptor extends Interceptor<MeteredCall, MeteredCall> {
  constructor(private readonly queue: ContentQueue) {
    super();
  }

  /** Forms are files, which are not kept. */
  concerns({ principal, body }: ReceivedCall): boolean {
    return principal.organisation.contentRetentionDays > 0 && body.kind === 'json';
  }

  enter(call: MeteredCall): Entered<MeteredCall> {
    const { request } = call.inspection;
    const keep = (part: ContentPart, text: string, isCut: boolean): void =>
      this.queue.add({
        organisationId: call.principal.organisation.id,
        callId: call.callId,
        part,
        text,
        isCut,
      });
    if (request.kind === 'json') {
      const { text } = request.document;
      keep('prompt', text.slice(0, TEXT_CHARS_MAX), text.length > TEXT_CHARS_MAX);
    }
    if (WORDLESS.has(call.operation.kind)) return { call };
    const words = new AnswerWords(TEXT_CHARS_MAX);
    return {
      call,
      watch: (frame) => {
        words.see(frame);
        return frame;
      },
      leave: (outcome) => {
        const said = saysOwnValues(outcome) ? null : words.write();
        if (said !== null) keep('answer', said, words.isCut);
        return outcome;
      },
    };
  }
}

/** What its caller was not shown as it was said is not kept as it was said, either. */
const saysOwnValues = ({ found }: Outcome): boolean => found.length > 0;
