import { FORMATS, textOf } from '../formats.js';
import type { CallPlan } from './protocol.js';

const EXCERPT_CHARACTERS = 300;

/** Says what is wrong with an answer; undefined when it is the expected one to the last word. */
export function findFault(
  head: string,
  body: Buffer,
  { format, isStreaming, expected }: Pick<CallPlan, 'format' | 'isStreaming' | 'expected'>,
): string | undefined {
  if (!head.startsWith('HTTP/1.1 200')) return `${head.slice(0, 40)} ${excerpt(body)}`;
  if (!isStreaming) {
    const words = `"${FORMATS[format].textMember}":"${expected}"`;
    return body.includes(words) ? undefined : `Other text: ${excerpt(body)}`;
  }
  const frames = body.toString();
  if (!frames.includes(FORMATS[format].lastFrame))
    return `A stream without its end: ${excerpt(body)}`;
  const text = textOf(frames, format);
  return text === expected ? undefined : `Other text: ${text.slice(0, EXCERPT_CHARACTERS)}`;
}

const excerpt = (body: Buffer): string => body.toString().slice(0, EXCERPT_CHARACTERS);
