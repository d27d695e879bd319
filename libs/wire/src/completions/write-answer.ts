import { writeUsage } from '../chat/write-chunk.js';
import type { AnswerOptions } from '../codec.js';
import { writeNativeAnswer } from '../native/write-answer.js';
import type { ReplyFrame } from '../reply.js';
import { secondsOf } from '../seconds-of.js';
import { choiceOf, completionId, isSaid, writeReason } from './write-choice.js';

/** The text of a buffered `text_completion`: the provider's own where it was only forwarded. */
export function writeCompletionAnswer(frame: ReplyFrame, options: AnswerOptions): string {
  if (options.source === 'native') return writeNativeAnswer(frame, options);
  const texts = new Map<number, string>();
  const reasons = new Map<number, string>();
  let usage = '';
  for (const event of frame.events) {
    if (isSaid(event)) {
      const { choice } = event.part;
      texts.set(choice, (texts.get(choice) ?? '') + event.delta);
    } else if (event.type === 'finish') reasons.set(event.choice, writeReason(event.reason));
    else if (event.type === 'usage') usage = `,"usage":${writeUsage(event.usage)}`;
  }
  const indices = [...new Set([...texts.keys(), ...reasons.keys()])].toSorted((a, b) => a - b);
  const choices = indices.map((index) =>
    choiceOf(index, texts.get(index) ?? '', reasons.get(index) ?? 'stop'),
  );
  return (
    `{"id":${JSON.stringify(completionId(options.requestId))},"object":"text_completion",` +
    `"created":${secondsOf(options.requestId)},` +
    `"model":${JSON.stringify(options.model ?? '')},"choices":${JSON.stringify(choices)}${usage}}`
  );
}
