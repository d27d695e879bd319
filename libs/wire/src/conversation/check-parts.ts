import { itemsOf, member, objectOf, refuse, stringOf, type JsonNode } from '#kernel';
import { readChatPart } from '../chat/read-parts.js';
import { readFile } from '../gemini/read-parts.js';
import { readBlock } from '../messages/read-blocks.js';
import type { Protocol } from '../protocol.js';
import { readContentPart } from '../responses/read-items.js';
import type { RequestPart } from './conversation.js';
import { fileFault } from './file-fault.js';
import { invalid, isSlip, unreadable, words, type PathOf } from './unreadable.js';

/** How the parts of one format are told apart and read. */
export interface PartKinds {
  readonly known: ReadonlySet<string>;
  /** What a provider runs itself or has hidden: it is left out, since nobody else can use it. */
  readonly isOwn?: (type: string) => boolean;
  readonly read: (part: JsonNode, text: string) => RequestPart | undefined;
}

const OWN_BLOCK =
  /^(?:redacted_thinking|server_tool_use|mcp_tool_use|compaction|tool_(?:reference|addition|removal))$/;
const OWN_RESULT = /_tool_result(?:_error)?$/;

export const CHAT_PARTS: PartKinds = {
  known: words('text thinking refusal image_url file document_url input_audio'),
  read: readChatPart,
};
export const BLOCKS: PartKinds = {
  known: words('text image document search_result tool_use tool_result thinking'),
  isOwn: (type) => OWN_BLOCK.test(type) || OWN_RESULT.test(type),
  read: readBlock,
};
export const CONTENT_PARTS: PartKinds = {
  known: words('input_text output_text refusal input_image input_file input_audio'),
  read: readContentPart,
};
const GEMINI_PARTS = words(
  'text thought thoughtSignature inlineData fileData functionCall functionResponse ' +
    'executableCode codeExecutionResult toolCall toolResponse',
);

/** Who says it, and to whom. */
export interface Said {
  /** The assistant repeats what a provider said: what is newer than this stays in it, to be left out. */
  readonly isRepeated: boolean;
  readonly target: Protocol;
  /** Of the request, which the parts are written in. */
  readonly text: string;
}

/** @throws field_invalid with the path of what cannot be read, or not be said to the provider */
export function checkParts(
  content: JsonNode | undefined,
  kinds: PartKinds,
  said: Said,
  pathOf: PathOf,
): void {
  itemsOf(content).forEach((part, index) => {
    const at = () => `${pathOf()}[${index}]`;
    const type = stringOf(member(part, 'type'));
    const isKnown = type !== undefined && kinds.known.has(type);
    if (!isKnown && !isLeftOut(type, kinds, said)) throw unreadable(`${at()}.type`, type);
    if (!isKnown) return;
    if (type === 'input_audio') checkSound(member(part, 'input_audio'), said.target, at);
    if (SHOWN.has(type)) checkShown(part, kinds.read(part, said.text), said.target, at);
    if (type === 'tool_result') {
      checkParts(member(part, 'content'), kinds, said, () => `${at()}.content`);
    }
  });
}

function isLeftOut(type: string | undefined, { known, isOwn }: PartKinds, { isRepeated }: Said) {
  if (type === undefined) return false;
  return isOwn?.(type) === true || (isRepeated && !isSlip(type, known));
}

/** Kinds of parts that lie somewhere, perhaps in the request itself. */
const SHOWN = words('image document image_url file document_url input_image input_file');
/** Where formats have that. */
const PLACES = (
  'source.url source.file_id source.data image_url.url image_url file.file_id file.file_data ' +
  'document_url.url document_url file_id file_url file_data fileData.fileUri inlineData.data'
).split(' ');

function checkShown(
  node: JsonNode,
  part: RequestPart | undefined,
  target: Protocol,
  pathOf: PathOf,
): void {
  if (part?.type !== 'image' && part?.type !== 'file') return;
  const message = fileFault(part, target);
  if (message === undefined) return;
  const place = PLACES.find((path) => stringOf(memberAt(node, path)) !== undefined);
  const param = place === undefined ? pathOf() : `${pathOf()}.${place}`;
  throw refuse('field_invalid', { param, message });
}

const memberAt = (node: JsonNode, path: string): JsonNode | undefined =>
  path.split('.').reduce<JsonNode | undefined>((at, name) => member(at, name), node);

/** Parts of Gemini's are told apart by their members. */
export function checkGeminiParts(
  content: JsonNode | undefined,
  said: Omit<Said, 'text'>,
  pathOf: PathOf,
): void {
  itemsOf(member(content, 'parts')).forEach((part, index) => {
    const at = () => `${pathOf()}.parts[${index}]`;
    const keys = objectOf(part)?.keys ?? [];
    if (keys.length > 0 && !keys.some((key) => GEMINI_PARTS.has(key))) {
      const isNewer = said.isRepeated && !keys.some((key) => isSlip(key, GEMINI_PARTS));
      if (!isNewer) {
        throw invalid(at(), 'holds nothing that can be translated for the chosen model');
      }
    }
    const data = member(part, 'inlineData');
    if (stringOf(member(data, 'mimeType'))?.startsWith('audio/')) checkAudio(said.target, at);
    const file = data ?? member(part, 'fileData');
    if (file) checkShown(part, readFile(file), said.target, at);
    const result = member(part, 'functionResponse');
    if (result) checkGeminiParts(result, said, () => `${at()}.functionResponse`);
  });
}

/** Mistral's callers send the bytes alone, which no other format can say what they are. */
function checkSound(audio: JsonNode | undefined, target: Protocol, pathOf: PathOf): void {
  checkAudio(target, pathOf);
  if (target === 'mistral' && stringOf(audio) !== undefined) return;
  for (const name of ['data', 'format']) {
    const value = stringOf(member(audio, name));
    if (!value) throw unreadable(`${pathOf()}.input_audio.${name}`, value);
  }
}

/** Formats without a place for it. */
const WITHOUT_AUDIO: ReadonlySet<Protocol> = new Set(['messages', 'converse', 'cohere']);

function checkAudio(target: Protocol, pathOf: PathOf): void {
  if (!WITHOUT_AUDIO.has(target)) return;
  throw refuse('field_invalid', {
    param: pathOf(),
    message: 'The chosen model takes no audio.',
  });
}
