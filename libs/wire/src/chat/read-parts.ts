import { itemsOf, member, objectOf, stringOf, type JsonNode } from '#kernel';
import type { CacheMark, RequestPart, Source } from '../conversation/conversation.js';
import { readSignature } from './thought-signature.js';
import { given } from '../conversation/given.js';
import { fileSourceOf, sourceOf } from '../conversation/source.js';

/**
 * The content of a message: a string, or a list of parts. An empty text says nothing: clients write
 * one beside tool calls, and most other formats refuse it.
 */
export function readChatParts(content: JsonNode | undefined): RequestPart[] {
  const text = stringOf(content);
  if (text !== undefined) return text ? [{ type: 'text', text }] : [];
  return itemsOf(content).flatMap((part) => readChatPart(part) ?? []);
}

/** An item of `tool_calls`. */
export function readToolCallPart(call: JsonNode): RequestPart {
  const custom = objectOf(member(call, 'custom'));
  const body = custom ?? member(call, 'function');
  const signature = readSignature(call);
  return {
    type: 'tool_call',
    ...(signature && { signature }),
    id: stringOf(member(call, 'id')) ?? '',
    name: stringOf(member(body, 'name')) ?? '',
    input: stringOf(member(body, custom ? 'input' : 'arguments')) ?? '',
    isCustom: custom !== undefined,
  };
}

/** A message of role `tool`, or of the older role `function`. */
export function readResult(message: JsonNode): RequestPart {
  const name = stringOf(member(message, 'name'));
  return {
    type: 'tool_result',
    id: stringOf(member(message, 'tool_call_id')) ?? '',
    isError: false, // The chat format has no word for it.
    parts: readChatParts(member(message, 'content')),
    ...(name !== undefined && { name }),
  };
}

/** An item of such a list; undefined where it says nothing, and for what nobody knows. */
export function readChatPart(part: JsonNode): RequestPart | undefined {
  const cache = readMark(member(part, 'cache_control'));
  const marked = cache ? { cache } : {};
  switch (stringOf(member(part, 'type'))) {
    case 'text': {
      const text = stringOf(member(part, 'text'));
      return text ? { type: 'text', text, ...marked } : undefined;
    }
    case 'thinking': {
      // Mistral's: a text, or texts.
      const thinking = member(part, 'thinking');
      const pieces = itemsOf(thinking).map((piece) => stringOf(member(piece, 'text')));
      const text = stringOf(thinking) ?? pieces.join('');
      return text ? { type: 'thinking', text } : undefined;
    }
    case 'refusal':
      return { type: 'refusal', text: stringOf(member(part, 'refusal')) ?? '' };
    case 'image_url': {
      const image = member(part, 'image_url');
      const url = stringOf(image) ?? stringOf(member(image, 'url')) ?? '';
      const detail = stringOf(member(image, 'detail'));
      const detailed = detail === undefined ? {} : { detail };
      return { type: 'image', source: sourceOf(url), ...detailed, ...marked };
    }
    case 'file': {
      const file = member(part, 'file');
      // Mistral's stands beside the type.
      const id = stringOf(member(file, 'file_id')) ?? stringOf(member(part, 'file_id'));
      const filename = stringOf(member(file, 'filename'));
      const data = stringOf(member(file, 'file_data')) ?? '';
      const source: Source = id === undefined ? fileSourceOf(data) : { kind: 'id', id };
      return { type: 'file', source, ...(filename !== undefined && { filename }), ...marked };
    }
    case 'document_url': {
      // Mistral's word for a file at an address, or in one.
      const document = member(part, 'document_url');
      const url = stringOf(document) ?? stringOf(member(document, 'url')) ?? '';
      const filename = given('filename', stringOf(member(part, 'document_name')));
      return { type: 'file', source: sourceOf(url), ...filename, ...marked };
    }
    case 'input_audio': {
      const audio = member(part, 'input_audio');
      return {
        type: 'audio',
        base64: stringOf(audio) ?? stringOf(member(audio, 'data')) ?? '',
        format: stringOf(member(audio, 'format')) ?? '',
        ...marked,
      };
    }
    case undefined:
    default:
      return undefined;
  }
}

function readMark(node: JsonNode | undefined): CacheMark | undefined {
  if (node?.kind !== 'object') return undefined;
  const ttl = stringOf(member(node, 'ttl'));
  return ttl === undefined ? {} : { ttl };
}
