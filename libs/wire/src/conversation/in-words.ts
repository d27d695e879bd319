import type { JsonText, RequestPart } from './conversation.js';

/** What a format has no member for, as an instruction. */
export const IN_JSON = 'Answer with one JSON object and nothing else.';

export const inSchema = (schema: JsonText): string =>
  `${IN_JSON} It must be valid by this JSON Schema: ${schema}`;

/** A tool's failure. Always the same, so that a prompt's cache stays warm. */
export const TOOL_FAILED: RequestPart & { readonly type: 'text' } = {
  type: 'text',
  text: '[tool error]',
};
