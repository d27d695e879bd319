import { assert } from '#kernel';
import type { AnswerOptions } from '../codec.js';
import { writeNativeAnswer } from '../native/write-answer.js';
import type { ReplyFrame } from '../reply.js';
import { secondsOf } from '../seconds-of.js';
import type { Usage } from '../usage.js';

/** A list of pictures: the provider's own answer where it was only forwarded. */
export function writeImagesAnswer(frame: ReplyFrame, options: AnswerOptions): string {
  if (options.source === 'native') return writeNativeAnswer(frame, options);
  const { pictures, events } = frame;
  assert(pictures, 'an answer of another format was read');
  const usage = events.find(({ type }) => type === 'usage');
  const format = pictures[0]?.mime.slice('image/'.length);
  return JSON.stringify({
    created: secondsOf(options.requestId),
    output_format: format,
    data: pictures.map(({ base64 }) => ({ b64_json: base64 })),
    usage: usage?.type === 'usage' ? usageOf(usage.usage) : undefined,
  });
}

const usageOf = ({ inputTotal, outputTotal, imageIn }: Usage): object => ({
  input_tokens: inputTotal,
  output_tokens: outputTotal,
  total_tokens: inputTotal + outputTotal,
  input_tokens_details: { text_tokens: inputTotal - imageIn, image_tokens: imageIn },
});
