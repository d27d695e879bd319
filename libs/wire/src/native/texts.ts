import { tokenEchoes } from '../chat/texts.js';
import type { TextGrammar } from '../texts/text-grammar.js';
import { walkAnswer } from '../texts/walk-answer.js';
import { NATIVE_REQUEST } from './request-places.js';

/** Formats that are only forwarded agree with the chat format in what the names below mean. */
export const nativeTexts: TextGrammar = {
  request: NATIVE_REQUEST,
  visitAnswer: walkAnswer,
  saysMore: () => true,
  tokenEchoes,
};
