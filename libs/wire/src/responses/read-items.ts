import { itemsOf, member, stringOf, type JsonNode } from '#kernel';
import { unsealCall } from '../call-seal.js';
import { jsonTextOf, type RequestPart, type Source } from '../conversation/conversation.js';
import { given } from '../conversation/given.js';
import { fileSourceOf, sourceOf } from '../conversation/source.js';
import type { Opaque } from '../reply.js';
import { unseal } from './seal.js';

/** One item of `input`: who says it, and what. */
export interface ReadItem {
  readonly role: 'user' | 'assistant' | 'system';
  readonly parts: readonly RequestPart[];
}

/** An item without a type is a message, as most clients write them. */
export function readItem(item: JsonNode, text: string): ReadItem {
  const role = stringOf(member(item, 'role'));
  const type = stringOf(member(item, 'type')) ?? (role === undefined ? '' : 'message');
  switch (type) {
    case 'message':
      return { role: roleOf(role), parts: readContent(member(item, 'content')) };
    case 'function_call':
      return { role: 'assistant', parts: [readCall(item, 'arguments')] };
    case 'custom_tool_call':
      return { role: 'assistant', parts: [readCall(item, 'input')] };
    case 'function_call_output':
    case 'custom_tool_call_output':
      return { role: 'user', parts: [readResult(item)] };
    case 'reasoning':
      return { role: 'assistant', parts: readReasoning(item, text) };
    default: {
      // Calls of tools that a provider runs, and what came of them; what is newer than this.
      const role = type.endsWith('_output') ? 'user' : 'assistant';
      return { role, parts: [opaque(item, text)] };
    }
  }
}

const roleOf = (role: string | undefined): ReadItem['role'] => {
  if (role === 'assistant') return role;
  return role === 'system' || role === 'developer' ? 'system' : 'user';
};

const opaque = (item: JsonNode, text: string): RequestPart => ({
  type: 'opaque',
  value: { origin: 'responses', value: jsonTextOf(text, item) },
});

const readCall = (item: JsonNode, input: 'arguments' | 'input'): RequestPart => ({
  type: 'tool_call',
  id: stringOf(member(item, 'call_id')) ?? '',
  name: stringOf(member(item, 'name')) ?? '',
  input: stringOf(member(item, input)) ?? '',
  isCustom: input === 'input',
});

const readResult = (item: JsonNode): RequestPart => ({
  type: 'tool_result',
  id: stringOf(member(item, 'call_id')) ?? '',
  isError: false, // This format has no word for it.
  parts: readContent(member(item, 'output')),
});

/** What signs the call behind it, where an item is no more than that. */
export function callSealIn(item: JsonNode): Opaque | undefined {
  if (stringOf(member(item, 'type')) !== 'reasoning') return undefined;
  return unsealCall(stringOf(member(item, 'encrypted_content')) ?? '');
}

/** Text that was thought. Sealed bytes of a provider of this format make all of it that provider's. */
function readReasoning(item: JsonNode, text: string): RequestPart[] {
  const sealed = stringOf(member(item, 'encrypted_content'));
  const known = sealed === undefined ? undefined : unseal(sealed);
  if (known?.kind === 'hidden') return [{ type: 'opaque', value: known.value }];
  if (known?.kind === 'thought') {
    return [{ type: 'thinking', text: known.text, ...given('signature', known.signature) }];
  }
  if (sealed && !known) return [opaque(item, text)];
  const thought = [...itemsOf(member(item, 'summary')), ...itemsOf(member(item, 'content'))]
    .map((part) => stringOf(member(part, 'text')) ?? '')
    .join('');
  if (thought === '' && !known) return [];
  return [{ type: 'thinking', text: thought, ...given('signature', known?.value) }];
}

/** A string, or parts. An empty text says nothing. */
function readContent(content: JsonNode | undefined): RequestPart[] {
  const text = stringOf(content);
  if (text !== undefined) return text === '' ? [] : [{ type: 'text', text }];
  return itemsOf(content).flatMap((part) => readContentPart(part) ?? []);
}

/** An item of a content; undefined where it says nothing, and for what nobody knows. */
export function readContentPart(part: JsonNode): RequestPart | undefined {
  switch (stringOf(member(part, 'type'))) {
    case 'input_text':
    case 'output_text': {
      const text = stringOf(member(part, 'text'));
      return text ? { type: 'text', text } : undefined;
    }
    case 'refusal':
      return { type: 'refusal', text: stringOf(member(part, 'refusal')) ?? '' };
    case 'input_image': {
      const source = imageOf(part);
      return { type: 'image', source, ...given('detail', stringOf(member(part, 'detail'))) };
    }
    case 'input_file': {
      const source = fileOf(part);
      return { type: 'file', source, ...given('filename', stringOf(member(part, 'filename'))) };
    }
    case 'input_audio': {
      const audio = member(part, 'input_audio');
      return {
        type: 'audio',
        base64: stringOf(member(audio, 'data')) ?? '',
        format: stringOf(member(audio, 'format')) ?? '',
      };
    }
    case undefined:
    default:
      return undefined;
  }
}

function imageOf(part: JsonNode): Source {
  const id = stringOf(member(part, 'file_id'));
  return id === undefined
    ? sourceOf(stringOf(member(part, 'image_url')) ?? '')
    : { kind: 'id', id };
}

function fileOf(part: JsonNode): Source {
  const id = stringOf(member(part, 'file_id'));
  if (id !== undefined) return { kind: 'id', id };
  const data = stringOf(member(part, 'file_data'));
  if (data === undefined) return sourceOf(stringOf(member(part, 'file_url')) ?? '');
  return fileSourceOf(data);
}
