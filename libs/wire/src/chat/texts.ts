import { isNull, itemsOf, member, stringOf, type JsonDocument, type JsonNode } from '#kernel';
import type { Span } from '../reply.js';
import type { TextGrammar } from '../texts/text-grammar.js';
import { walkStrings } from '../texts/walk-strings.js';

const TEXT_MEMBERS: ReadonlySet<string> = new Set([
  'content',
  'refusal',
  'reasoning',
  'reasoning_content',
]);

export const chatTexts: TextGrammar = {
  visitStrings: walkStrings,
  asksForJson,
  saysMore,
  tokenEchoes,
};

export function asksForJson(request: JsonNode): boolean {
  const type = stringOf(member(member(request, 'response_format'), 'type'));
  return type === 'json_object' || type === 'json_schema';
}

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
  if (choices.length === 0 || (usage && !isNull(usage))) return true;
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
