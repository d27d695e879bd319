import { itemsOf, member, objectOf, stringOf, isTrue, type JsonNode } from '#kernel';
import {
  jsonTextOf,
  type CacheMark,
  type RequestPart,
  type Source,
} from '../conversation/conversation.js';
import { given } from '../conversation/given.js';
import type { Opaque } from '../reply.js';
import { unsealCall } from '../call-seal.js';

/** Content of a message, of the system or of a tool's result: a string, or a list of blocks. */
export function readBlocks(content: JsonNode | undefined, text: string): RequestPart[] {
  const plain = stringOf(content);
  if (plain !== undefined) return plain === '' ? [] : [{ type: 'text', text: plain }];
  const parts: RequestPart[] = [];
  let seal: Opaque | undefined;
  for (const block of itemsOf(content)) {
    const part = readBlock(block, text);
    const before = seal;
    seal = sealIn(block);
    if (seal || !part) continue;
    parts.push(before && part.type === 'tool_call' ? { ...part, signature: before } : part);
    if (part.type === 'file') parts.push(...picturesIn(block, text));
  }
  return parts;
}

/** A document of several blocks is its texts; what it shows beside them stands behind it. */
function picturesIn(document: JsonNode, text: string): RequestPart[] {
  const content = member(member(document, 'source'), 'content');
  return content ? readBlocks(content, text).filter(({ type }) => type === 'image') : [];
}

/** Of the call behind it. */
function sealIn(block: JsonNode): Opaque | undefined {
  const isThinking = stringOf(member(block, 'type')) === 'thinking';
  return isThinking ? unsealCall(stringOf(member(block, 'signature')) ?? '') : undefined;
}

/** An item of a list of blocks; undefined where it says nothing. */
export function readBlock(block: JsonNode, text: string): RequestPart | undefined {
  const marked = given('cache', readMark(member(block, 'cache_control')));
  switch (stringOf(member(block, 'type'))) {
    case 'text': {
      const said = stringOf(member(block, 'text')) ?? '';
      return said === '' ? undefined : { type: 'text', text: said, ...marked };
    }
    case 'image':
      return { type: 'image', source: readSource(member(block, 'source'), text), ...marked };
    case 'document':
      return {
        type: 'file',
        source: readSource(member(block, 'source'), text),
        ...given('filename', stringOf(member(block, 'title'))),
        ...given('context', stringOf(member(block, 'context'))),
        ...(isTrue(member(member(block, 'citations'), 'enabled')) && { asksForCitations: true }),
        ...marked,
      };
    case 'search_result': {
      const found = textOf(readBlocks(member(block, 'content'), text));
      const said = [stringOf(member(block, 'title')), stringOf(member(block, 'source')), found];
      return { type: 'text', text: said.filter(Boolean).join('\n'), ...marked };
    }
    case 'tool_use':
      return {
        type: 'tool_call',
        id: stringOf(member(block, 'id')) ?? '',
        name: stringOf(member(block, 'name')) ?? '',
        input: inputOf(member(block, 'input'), text),
        isCustom: false,
        ...marked,
      };
    case 'tool_result':
      return {
        type: 'tool_result',
        id: stringOf(member(block, 'tool_use_id')) ?? '',
        isError: isTrue(member(block, 'is_error')),
        parts: readBlocks(member(block, 'content'), text),
        ...marked,
      };
    case 'thinking': {
      const value = stringOf(member(block, 'signature'));
      return {
        type: 'thinking',
        text: stringOf(member(block, 'thinking')) ?? '',
        ...(value && { signature: { origin: 'messages', value } }),
      };
    }
    case undefined:
    default: {
      const value = jsonTextOf(text, block);
      return { type: 'opaque', value: { origin: 'messages', value } };
    }
  }
}

const inputOf = (node: JsonNode | undefined, text: string): string =>
  objectOf(node) && node ? jsonTextOf(text, node) : '{}';

function readSource(source: JsonNode | undefined, text: string): Source {
  const mime = stringOf(member(source, 'media_type')) ?? '';
  const data = stringOf(member(source, 'data')) ?? '';
  switch (stringOf(member(source, 'type'))) {
    case 'url':
      return { kind: 'url', url: stringOf(member(source, 'url')) ?? '' };
    case 'file':
      return { kind: 'id', id: stringOf(member(source, 'file_id')) ?? '' };
    case 'text':
      return { kind: 'text', text: data };
    case 'content':
      return { kind: 'text', text: textOf(readBlocks(member(source, 'content'), text)) };
    case undefined:
    default:
      return { kind: 'base64', mime, data };
  }
}

const textOf = (parts: readonly RequestPart[]): string =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');

export function readMark(node: JsonNode | undefined): CacheMark | undefined {
  return node?.kind === 'object' ? given('ttl', stringOf(member(node, 'ttl'))) : undefined;
}
