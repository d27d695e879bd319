/**
 * Words of provider APIs. Every other part of a path becomes `{id}`: it may be a file's or a
 * person's name, and no such thing goes into an entry.
 */
const WORDS: ReadonlySet<string> = new Set(
  `v1 v1beta v2 alt chat completions embeddings moderations responses messages models
  audio speech transcriptions translations voices images generations edits variations
  videos video remix characters files content uploads parts complete cancel batches jobs
  fine_tuning checkpoints permissions events pause resume evals runs output_items
  vector_stores file_batches search assistants threads steps submit_tool_outputs
  conversations items input_items input_tokens compact containers realtime sessions
  client_secrets calls tasks status ocr rerank engines deployments openai
  documents anonymize result mapping mcp`.split(/\s+/),
);

export const isPathWord = (segment: string): boolean => WORDS.has(segment);
