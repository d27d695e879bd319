import { member, parseJson, stringOf, type JsonNode, type JsonString, type Steps } from '#kernel';
import { KNOWN, object } from '../texts/place.js';
import { INPUT_REQUIRED } from './facts.js';
import type { TextGrammar } from '../texts/text-grammar.js';
import { walkAnswer, type AnswerPlace, type AnswerVisitor } from '../texts/walk-answer.js';

/** No schema of the gateway's says what stands where: keys, numbers and strings are all looked at. */
const OWN = object({});
/** Of news that come without any. */
const NO_WORDS = parseJson('null').root;

/** Of what is sent to tools, and of what tools answer: their result, or why there is none. */
export const mcpTexts: TextGrammar = {
  request: object({
    arguments: OWN,
    inputResponses: OWN,
    uri: KNOWN,
    name: KNOWN,
    ref: OWN,
    argument: OWN,
    context: OWN,
  }),
  visitAnswer(root: JsonNode, visitor: AnswerVisitor): Steps<void> {
    const result = member(root, 'result');
    // Of news of a call, the server's own words alone: what they are of is the caller's.
    const shown = result ?? member(root, 'error') ?? member(member(root, 'params'), 'message');
    return walkAnswer(shown ?? NO_WORDS, withoutState(sealedStateIn(result), visitor), true);
  },
  saysMore: () => true,
  tokenEchoes: () => [],
};

/** Where the gateway has put a state under its own seal: in a result that asks for more, and nowhere else. */
function sealedStateIn(result: JsonNode | undefined): JsonNode | undefined {
  const isAsking = stringOf(member(result, 'resultType')) === INPUT_REQUIRED;
  return isAsking ? member(result, 'requestState') : undefined;
}

/** A seal says nothing, and would be broken by a word changed in it. */
const withoutState = (state: JsonNode | undefined, visitor: AnswerVisitor): AnswerVisitor =>
  state === undefined
    ? visitor
    : {
        ...visitor,
        text: (node: JsonString, place: AnswerPlace) =>
          node === state ? undefined : visitor.text(node, place),
      };
