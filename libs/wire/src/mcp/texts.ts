import {
  itemsOf,
  member,
  parseJson,
  stringOf,
  type JsonNode,
  type JsonScalar,
  type JsonString,
  type Steps,
} from '#kernel';
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
    const shown = result ?? member(root, 'error') ?? member(root, 'params') ?? NO_WORDS;
    const own = [sealedStateIn(result), member(member(root, 'params'), 'progressToken')];
    return walkAnswer(shown, apart(new Set(own), bytesIn(result), visitor), true);
  },
  saysMore: () => true,
  tokenEchoes: () => [],
};

/** Where the gateway has put a state under its own seal: in a result that asks for more, and nowhere else. */
function sealedStateIn(result: JsonNode | undefined): JsonNode | undefined {
  const isAsking = stringOf(member(result, 'resultType')) === INPUT_REQUIRED;
  return isAsking ? member(result, 'requestState') : undefined;
}

/** Pictures and sounds, at the places that the protocol has for them. */
function bytesIn(result: JsonNode | undefined): ReadonlySet<JsonNode> {
  const blocks = [
    ...itemsOf(member(result, 'content')),
    ...itemsOf(member(result, 'messages')).map((message) => member(message, 'content')),
  ];
  return new Set(
    blocks.flatMap((block) => {
      const data = member(block, 'data');
      const isOfBytes = BYTES.has(stringOf(member(block, 'type')));
      return isOfBytes && data?.kind === 'string' && BASE64.test(data.value) ? [data] : [];
    }),
  );
}

const BYTES: ReadonlySet<string | undefined> = new Set(['image', 'audio']);
const BASE64 = /^[A-Za-z0-9+/]{64,}={0,2}$/; // A card number is base64, too; no picture is as short.

/**
 * @param own what the gateway has written or its caller has: a seal says nothing, and would be broken by a word changed in it
 * @param bytes that cannot be looked into
 */
const apart = (
  own: ReadonlySet<JsonNode | undefined>,
  bytes: ReadonlySet<JsonNode>,
  visitor: AnswerVisitor,
): AnswerVisitor => ({
  ...visitor,
  text(node: JsonString, place: AnswerPlace) {
    if (own.has(node)) return undefined;
    return bytes.has(node) ? visitor.file?.() : visitor.text(node, place);
  },
  ...(visitor.number && {
    number: (node: JsonScalar, place: AnswerPlace) =>
      own.has(node) ? undefined : visitor.number?.(node, place),
  }),
});
