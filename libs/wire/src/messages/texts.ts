import { member, stringOf, type JsonDocument } from '#kernel';
import type { TextGrammar } from '../texts/text-grammar.js';
import { walkAnswer } from '../texts/walk-answer.js';
import { MESSAGES_REQUEST } from './request-places.js';

export const messagesTexts: TextGrammar = {
  request: MESSAGES_REQUEST,
  visitAnswer: walkAnswer,
  saysMore,
  tokenEchoes: () => [],
};

/** All but the delta of a text that was emptied. */
function saysMore({ root }: JsonDocument): boolean {
  return stringOf(member(root, 'type')) !== 'content_block_delta';
}
