import { isNull, itemsOf, member, type JsonDocument } from '#kernel';
import type { Span } from '../reply.js';
import type { TextGrammar } from '../texts/text-grammar.js';
import { walkAnswer } from '../texts/walk-answer.js';
import { saysUntold } from './untold-texts.js';
import { CHAT_REQUEST } from './request-places.js';

const TEXT_MEMBERS: ReadonlySet<string> = new Set([
  'content',
  'refusal',
  'reasoning',
  'reasoning_content',
]);

export const chatTexts: TextGrammar = {
  request: CHAT_REQUEST,
  visitAnswer: walkAnswer,
  saysMore,
  tokenEchoes,
};

/** Log probabilities: their tokens spell the text. */
export function tokenEchoes({ root }: JsonDocument): readonly Span[] {
  return itemsOf(member(root, 'choices')).flatMap((choice) => {
    const node = member(choice, 'logprobs');
    return node && !isNull(node) ? [node] : [];
  });
}

/** A role, the name of a tool, a usage or the like. */
function saysMore({ root }: JsonDocument): boolean {
  const choices = itemsOf(member(root, 'choices'));
  const usage = member(root, 'usage');
  if (choices.length === 0 || (usage && !isNull(usage)) || saysUntold(root)) return true;
  return choices.some((choice) => {
    const finish = member(choice, 'finish_reason');
    if (finish && !isNull(finish)) return true;
    const delta = member(choice, 'delta');
    if (delta?.kind !== 'object') return true;
    return delta.keys.some((key, index) => {
      if (key !== 'tool_calls') return !TEXT_MEMBERS.has(key);
      return itemsOf(delta.values[index]).some(
        (call) => member(call, 'id') ?? member(member(call, 'function'), 'name'),
      );
    });
  });
}
