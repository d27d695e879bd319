import { asksForJson, tokenEchoes } from '../chat/texts.js';
import type { TextGrammar } from '../texts/text-grammar.js';
import { walkStrings } from '../texts/walk-strings.js';

/** Formats that are only forwarded agree with the chat format in what the names below mean. */
export const nativeTexts: TextGrammar = {
  visitStrings: walkStrings,
  asksForJson,
  saysMore: () => true,
  tokenEchoes,
};
