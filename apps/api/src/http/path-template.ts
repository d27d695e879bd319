/**
 * Words of provider APIs. Every other part of a path becomes `{id}`: it may be a file's or a
 * person's name, and no such thing goes into an entry.
 */
const WORDS = new Set(
  `v1 v1beta v2 alt chat completions embeddings moderations responses messages models
  audio speech transcriptions translations voices images generations edits variations
  videos video remix characters files content uploads parts complete cancel batches jobs
  fine_tuning checkpoints permissions events pause resume evals runs output_items
  vector_stores file_batches search assistants threads steps submit_tool_outputs
  conversations items input_items input_tokens compact containers realtime sessions
  client_secrets calls tasks status ocr rerank engines deployments openai`.split(/\s+/),
);

/** A word in another case: some providers do not tell them apart. */
export const hasMisspeltWord = (path: string): boolean =>
  path.split('/').some((part) => !WORDS.has(part) && WORDS.has(part.toLowerCase()));

const PARTS_MAX = 16; // Deeper than any API; the rest is cut off.

const known = new Map<string, string>();
const KNOWN_MAX = 64; // Fixed paths are few; those with ids in them would only push them out.

export function pathTemplate(path: string): string {
  const found = known.get(path);
  if (found !== undefined) return found;
  const parts = path.split('/', PARTS_MAX).slice(1);
  const template = parts
    .map((part) => `/${WORDS.has(part) || part === '' ? part : '{id}'}`)
    .join('');
  if (template === path && known.size < KNOWN_MAX) known.set(path, template);
  return template;
}
