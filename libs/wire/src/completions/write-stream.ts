import { writeUsage } from '../chat/write-chunk.js';
import type { AnswerOptions, StreamWriter } from '../codec.js';
import { writeErrorEvent } from '../errors/write-error-event.js';
import type { ReplyEvent, ReplyFrame } from '../reply.js';
import { secondsOf } from '../seconds-of.js';
import { SSE_DONE, writeSse } from '../sse/write-sse.js';
import { choiceOf, completionId, isSaid, writeReason } from './write-choice.js';

/** Writes pieces of a `text_completion` from the events of another format. */
export class CompletionStreamWriter implements StreamWriter {
  isOver = false;
  /** As JSON, held back for the end of the stream, where a client looks for it. */
  private usage: string | null = null;
  private readonly head: string;

  constructor(private readonly options: AnswerOptions) {
    const id = JSON.stringify(completionId(options.requestId));
    const model = JSON.stringify(options.model ?? '');
    const created = secondsOf(options.requestId);
    this.head = `{"id":${id},"object":"text_completion","created":${created},"model":${model},"choices":`;
  }

  write(frame: ReplyFrame): string {
    const last = frame.events.at(-1);
    this.isOver = last?.type === 'done' || last?.type === 'error';
    if (last?.type === 'error') return writeErrorEvent(last, frame);
    const text = frame.events.map((event) => this.writeEvent(event)).join('');
    if (last?.type !== 'done') return text;
    const usage = this.usage ? writeSse(`${this.head}[],"usage":${this.usage}}`) : '';
    return text + usage + SSE_DONE;
  }

  private writeEvent(event: ReplyEvent): string {
    if (isSaid(event)) return this.writePiece(choiceOf(event.part.choice, event.delta, null));
    if (event.type === 'finish') {
      return this.writePiece(choiceOf(event.choice, '', writeReason(event.reason)));
    }
    if (event.type === 'usage' && this.options.wantsUsage) this.usage = writeUsage(event.usage);
    return '';
  }

  private writePiece(choice: object): string {
    return writeSse(`${this.head}${JSON.stringify([choice])}}`);
  }
}
