import { isNull, member, type JsonDocument } from '#kernel';
import { raw, type Raw } from '../conversation/write-json.js';

/** What a response repeats of its request, as JSON by its member. */
export type Repeated = ReadonlyMap<string, string>;

const MEMBERS = [
  'instructions',
  'max_output_tokens',
  'max_tool_calls',
  'metadata',
  'parallel_tool_calls',
  'prompt_cache_key',
  'reasoning',
  'safety_identifier',
  'temperature',
  'text',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'truncation',
  'user',
] as const;

// A stream says it three times, and it is kept while the answer comes: what is longer is not repeated.
const CHARS_MAX = 65_536;

/** In the caller's own spelling; what was not said, or is null, has the format's default. */
export function readRepeated({ root, text }: JsonDocument): Repeated {
  const repeated = new Map<string, string>();
  let left = CHARS_MAX;
  for (const name of MEMBERS) {
    const node = member(root, name);
    if (!node || isNull(node) || node.end - node.start > left) continue;
    left -= node.end - node.start;
    // A copy: a slice would keep the whole body while the answer comes.
    repeated.set(name, Buffer.from(text.slice(node.start, node.end)).toString());
  }
  return repeated;
}

export const writeRepeated = (repeated: Repeated): Record<string, Raw> =>
  Object.fromEntries([...repeated].map(([name, json]) => [name, raw(json)]));
