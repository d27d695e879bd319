import { applyEdits, member } from '#kernel';
import { writeErrorEvent } from '../errors/write-error-event.js';
import type { AnswerOptions, StreamWriter } from '../codec.js';
import type { ReplyFrame } from '../reply.js';
import { writeSse } from '../sse/write-sse.js';
import { modelEdits } from '../write-model.js';

/** Writes the provider's events as they came, but for the model's name and what was edited. */
export class NativeStreamWriter implements StreamWriter {
  isOver = false;

  constructor(private readonly options: AnswerOptions) {}

  write(frame: ReplyFrame): string {
    const { document, raw, name, edits } = frame;
    const last = frame.events.at(-1);
    this.isOver = last?.type === 'done' || last?.type === 'error';
    if (last?.type === 'error') return writeErrorEvent(last, frame);
    if (document) {
      // The gateway asks for usage on its own; a caller who did not would stumble over its frame.
      if (!this.options.wantsUsage && isUsageFrame(frame)) return '';
      const all = [...edits, ...modelEdits(document, this.options.model)];
      return writeSse(applyEdits(document.text, all), name);
    }
    return raw === undefined ? '' : writeSse(raw, name);
  }
}

/** By the book of legacy completions: no choices, and a usage. */
function isUsageFrame({ document, events }: ReplyFrame): boolean {
  const choices = member(document?.root, 'choices');
  return (
    choices?.kind === 'array' &&
    choices.items.length === 0 &&
    events.some((event) => event.type === 'usage')
  );
}
