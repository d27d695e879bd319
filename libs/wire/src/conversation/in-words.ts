import type { Conversation, JsonText, RequestPart } from './conversation.js';

/** What a format has no member for, as an instruction. */
export const IN_JSON = 'Answer with one JSON object and nothing else.';

/**
 * The system's words, and that JSON is wanted where nobody says so: OpenAI refuses its JSON mode unless a
 * text holds the word.
 */
export function systemWithJson({ output, system, turns }: Conversation): readonly RequestPart[] {
  if (output?.type !== 'json' || system.some(saysJson)) return system;
  if (turns.some(({ parts }) => parts.some(saysJson))) return system;
  return [...system, { type: 'text', text: IN_JSON }];
}

const saysJson = (part: RequestPart): boolean => part.type === 'text' && /json/i.test(part.text);

export const inSchema = (schema: JsonText): string =>
  `${IN_JSON} It must be valid by this JSON Schema: ${schema}`;

/** A tool's failure. Always the same, so that a prompt's cache stays warm. */
export const TOOL_FAILED: RequestPart & { readonly type: 'text' } = {
  type: 'text',
  text: '[tool error]',
};
