import { itemsOf, member, numberOf, stringOf, type JsonDocument, type JsonNode } from '#kernel';
import { isAbsent } from '../check-request.js';
import type { Protocol, SpokenProtocol } from '../protocol.js';
import {
  BLOCKS,
  CHAT_PARTS,
  checkGeminiParts,
  checkParts,
  CONTENT_PARTS,
  type PartKinds,
} from './check-parts.js';
import { checkGeminiTools, checkTools } from './check-tools.js';
import { invalid, isSlip, unreadable, words, type PathOf } from './unreadable.js';

/**
 * What a provider of the caller's own format would judge is judged here where a request is translated: what
 * nobody can read would otherwise be left out without a word. Turns of the assistant repeat what a
 * provider said, so that what is newer than this stays in them, to be left out; what is a known word
 * misspelt does not.
 * @param target the format that the provider speaks
 * @throws field_invalid with the path of what cannot be read, or not be said in the other format
 */
export function checkTranslatable(
  said: SpokenProtocol,
  { root, text }: JsonDocument,
  target: Protocol,
): void {
  CHECKS[said](root, { target, text });
}

interface Translation {
  readonly target: Protocol;
  readonly text: string;
}

type Check = (root: JsonNode, translation: Translation) => void;

const CHECKS: { readonly [Said in SpokenProtocol]: Check } = {
  chat: (root, translation) => {
    checkNumbers(root, 'temperature top_p top_k seed frequency_penalty presence_penalty');
    checkStops(root, 'stop');
    checkWord(member(root, 'response_format'), OUTPUTS, 'response_format');
    checkTools(root, stringOf(member(root, 'tool_choice')) === 'required', TOOL_BODIES);
    checkMessages(root, translation, { roles: CHAT_ROLES, kinds: CHAT_PARTS });
  },
  messages: (root, translation) => {
    checkNumbers(root, 'temperature top_p top_k');
    checkStops(root, 'stop_sequences');
    checkWord(member(root, 'thinking'), THINKING, 'thinking');
    const format = member(member(root, 'output_config'), 'format');
    checkWord(format, SCHEMA, 'output_config.format');
    checkTools(root, stringOf(member(member(root, 'tool_choice'), 'type')) === 'any');
    const said = { ...translation, isRepeated: false };
    checkParts(member(root, 'system'), BLOCKS, said, () => 'system');
    checkMessages(root, translation, { roles: MESSAGES_ROLES, kinds: BLOCKS });
  },
  gemini: (root, { target }) => {
    const config = member(root, 'generationConfig');
    const path = 'generationConfig.';
    checkNumbers(config, 'temperature topP topK seed frequencyPenalty presencePenalty', path);
    checkStops(config, 'stopSequences', path);
    const thinking = member(config, 'thinkingConfig');
    checkNumbers(thinking, 'thinkingBudget', `${path}thinkingConfig.`);
    checkGeminiTools(root);
    const system = { target, isRepeated: false };
    checkGeminiParts(member(root, 'systemInstruction'), system, () => 'systemInstruction');
    itemsOf(member(root, 'contents')).forEach((content, index) => {
      const pathOf = () => `contents[${index}]`;
      const role = member(content, 'role') ? checkRole(content, GEMINI_ROLES, pathOf) : 'user';
      checkGeminiParts(content, { target, isRepeated: role === 'model' }, pathOf);
    });
  },
  responses: (root, translation) => {
    checkNumbers(root, 'temperature top_p');
    checkWord(member(member(root, 'text'), 'format'), OUTPUTS, 'text.format');
    checkTools(root, stringOf(member(root, 'tool_choice')) === 'required');
    itemsOf(member(root, 'input')).forEach((item, index) => {
      checkItem(item, translation, () => `input[${index}]`);
    });
  },
  completions: (root) => {
    checkNumbers(root, 'temperature top_p seed frequency_penalty presence_penalty');
    checkStops(root, 'stop');
  },
};

const OUTPUTS = words('text json_object json_schema');
const SCHEMA = words('json_schema');
const THINKING = words('enabled adaptive disabled');
const TOOL_BODIES = words('function custom');
const CHAT_ROLES = words('system developer user assistant tool function');
const MESSAGES_ROLES = words('user assistant system');
const GEMINI_ROLES = words('user model function');
const RESPONSES_ROLES = words('user assistant system developer');

interface MessageKinds {
  readonly roles: ReadonlySet<string>;
  readonly kinds: PartKinds;
}

function checkMessages(root: JsonNode, translation: Translation, { roles, kinds }: MessageKinds) {
  itemsOf(member(root, 'messages')).forEach((message, index) => {
    const pathOf = () => `messages[${index}]`;
    const isRepeated = checkRole(message, roles, pathOf) === 'assistant';
    const said = { ...translation, isRepeated };
    checkParts(member(message, 'content'), kinds, said, () => `${pathOf()}.content`);
  });
}

const ITEMS = words(
  'message function_call function_call_output custom_tool_call custom_tool_call_output reasoning',
);
/** Of tools that a provider runs, and what came of them; what only it can read. */
const OWN_ITEM =
  /_(?:call|output)$|^mcp_|^(?:reasoning|item_reference|additional_tools|compaction\w*)$/;

function checkItem(item: JsonNode, translation: Translation, pathOf: PathOf): void {
  const type = stringOf(member(item, 'type')) ?? (member(item, 'role') ? 'message' : undefined);
  const said = { ...translation, isRepeated: false };
  if (type === 'message') {
    const isRepeated = checkRole(item, RESPONSES_ROLES, pathOf) === 'assistant';
    const content = member(item, 'content');
    checkParts(content, CONTENT_PARTS, { ...said, isRepeated }, () => `${pathOf()}.content`);
  } else if (type === 'function_call_output' || type === 'custom_tool_call_output') {
    checkParts(member(item, 'output'), CONTENT_PARTS, said, () => `${pathOf()}.output`);
  } else if (type === undefined || !isOwnItem(type)) {
    throw unreadable(`${pathOf()}.type`, type);
  }
}

const isOwnItem = (type: string): boolean =>
  ITEMS.has(type) || (OWN_ITEM.test(type) && !isSlip(type, ITEMS));

function checkRole(message: JsonNode, known: ReadonlySet<string>, pathOf: PathOf): string {
  const role = stringOf(member(message, 'role'));
  if (role === undefined || !known.has(role)) throw unreadable(`${pathOf()}.role`, role);
  return role;
}

function checkNumbers(object: JsonNode | undefined, names: string, path = ''): void {
  for (const name of names.split(' ')) {
    const node = member(object, name);
    if (!isAbsent(node) && numberOf(node) === undefined) {
      throw invalid(`${path}${name}`, 'must be a number');
    }
  }
}

/** A text, or texts: what is none would never end an answer. */
function checkStops(object: JsonNode | undefined, name: string, path = ''): void {
  const node = member(object, name);
  if (isAbsent(node) || node?.kind === 'string') return;
  if (node?.kind !== 'array') throw invalid(`${path}${name}`, 'must be a string or a list of them');
  node.items.forEach((item, index) => {
    if (item.kind !== 'string') throw invalid(`${path}${name}[${index}]`, 'must be a string');
  });
}

function checkWord(object: JsonNode | undefined, known: ReadonlySet<string>, path: string): void {
  if (isAbsent(object)) return;
  const type = stringOf(member(object, 'type'));
  if (type === undefined || !known.has(type)) throw unreadable(`${path}.type`, type);
}
