import {
  isNull,
  itemsOf,
  member,
  numberOf,
  objectOf,
  parseJson,
  stringOf,
  type JsonDocument,
  type JsonNode,
} from '#kernel';
import { isAbsent, readCount, readFlag, rootOf } from '../check-request.js';
import type { Conversation, Sampling } from '../conversation/conversation.js';
import { given } from '../conversation/given.js';
import { invalid } from '../embedding/check-texts.js';

const PROMPTS_MAX = 128; // Each is a conversation of its own, and billed as one.
/** Of what stands beside the prompts, and is said with each of them. */
const BESIDE_CHARS_MAX = 65_536;

/**
 * The same request once for each of its prompts.
 * @throws field_invalid for what a conversation has no place for
 */
export function splitPrompts(document: JsonDocument): readonly [JsonDocument, ...JsonDocument[]] {
  const root = rootOf(document);
  refuseUnsayable(root);
  const prompts = promptsOf(member(root, 'prompt'));
  const [first, ...others] = prompts;
  if (first === undefined) throw invalid('prompt', 'must not be empty');
  if (others.length === 0) return [document];
  if (prompts.length > PROMPTS_MAX) throw invalid('prompt', `holds more than ${PROMPTS_MAX} texts`);
  if (readFlag(root, 'stream')) {
    throw invalid(
      'prompt',
      'holds several texts. This provider streams the answer to one at a time',
    );
  }
  const beside = root.keys
    .flatMap((key, index) => {
      const node = root.values[index] as JsonNode;
      return KNOWN.has(key) && !isNull(node)
        ? `${JSON.stringify(key)}:${document.text.slice(node.start, node.end)},`
        : [];
    })
    .join('');
  if (beside.length > BESIDE_CHARS_MAX) {
    throw refuseLength();
  }
  const one = (prompt: string) => parseJson(`{${beside}"prompt":${JSON.stringify(prompt)}}`);
  return [one(first), ...others.map(one)];
}

const refuseLength = () =>
  invalid(
    'prompt',
    `holds several texts, beside more than ${BESIDE_CHARS_MAX} characters of settings`,
  );

/** A request of one prompt in canonical form: the user's only turn. @throws field_invalid */
export function readCompletion(document: JsonDocument): Conversation {
  const root = rootOf(document);
  refuseUnsayable(root);
  const [text = '', ...others] = promptsOf(member(root, 'prompt'));
  if (others.length > 0) throw invalid('prompt', 'must be one text');
  return {
    model: stringOf(member(root, 'model')) ?? '',
    isStreaming: readFlag(root, 'stream'),
    system: [],
    turns: [{ role: 'user', parts: [{ type: 'text', text }] }],
    tools: [],
    sampling: samplingOf(root),
    metadata: {},
    ...given('endUser', stringOf(member(root, 'user'))),
  };
}

const NUMBERS = {
  temperature: 'temperature',
  topP: 'top_p',
  seed: 'seed',
  frequencyPenalty: 'frequency_penalty',
  presencePenalty: 'presence_penalty',
} as const;
const KNOWN: ReadonlySet<string> = new Set([
  'model',
  'max_tokens',
  'n',
  'stop',
  'user',
  ...Object.values(NUMBERS),
]);

function samplingOf(root: JsonNode): Sampling {
  const stop = member(root, 'stop');
  const stops =
    stop?.kind === 'string' ? [stop.value] : itemsOf(stop).flatMap((one) => stringOf(one) ?? []);
  return {
    ...given('tokensMax', readCount(root, 'max_tokens', 0) ?? undefined),
    ...given('choices', readCount(root, 'n', 1) ?? undefined),
    ...given('stop', stops.length > 0 ? stops : undefined),
    ...Object.fromEntries(
      Object.entries(NUMBERS).flatMap(([name, key]) => {
        const value = numberOf(member(root, key));
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  };
}

function promptsOf(prompt: JsonNode | undefined): readonly string[] {
  if (prompt?.kind === 'string') return [prompt.value];
  if (prompt?.kind !== 'array') throw invalid('prompt', 'must be a text or a list of texts');
  return prompt.items.map((item, index) => {
    if (item.kind === 'string') return item.value;
    if (objectOf(item)) throw invalid(`prompt[${index}]`, 'must be a text');
    throw invalid('prompt', 'holds tokens, which this provider cannot read: send texts');
  });
}

/** What a model that converses does not do: it says something of its own, and once. */
function refuseUnsayable(root: JsonNode): void {
  const said = (key: string) => !isAbsent(member(root, key));
  if (readFlag(root, 'echo')) throw invalid('echo', NOT_SERVED);
  if (said('suffix') && stringOf(member(root, 'suffix')) !== '')
    throw invalid('suffix', NOT_SERVED);
  if (said('logprobs')) throw invalid('logprobs', NOT_SERVED);
  if ((readCount(root, 'best_of', 1) ?? 1) > 1) throw invalid('best_of', NOT_SERVED);
}

const NOT_SERVED = 'is not served by this provider, whose models hold conversations: leave it out';
