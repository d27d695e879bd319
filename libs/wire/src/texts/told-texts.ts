import type { AnswerTexts } from './text-grammar.js';
import { walkAnswer } from './walk-answer.js';

/** Of a format that no caller gets a payload of: each is kept for the events that it tells. */
export const toldTexts: AnswerTexts = {
  visitAnswer: walkAnswer,
  saysMore: () => true,
  tokenEchoes: () => [],
};
