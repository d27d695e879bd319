import { itemsOf, member, stringOf, type JsonNode } from '#kernel';
import { contentsOf } from './find-documents.js';

type JsonString = JsonNode & { readonly kind: 'string' };

/** A document that stands in a conversation as its text. */
export interface ToldDocument {
  /** What it says, and what is said of it. */
  readonly texts: readonly JsonString[];
  readonly nameNode: JsonString | undefined;
  /** The first thing in it that is no text, such as a picture. */
  readonly unread: JsonNode | undefined;
}

/** Documents of a request of messages, in their order, that bring neither bytes nor an address. */
export function findToldDocuments(root: JsonNode): readonly ToldDocument[] {
  return contentsOf('messages', root).flatMap((content) =>
    // What a tool answered holds documents itself.
    itemsOf(content).flatMap((part) => [part, ...itemsOf(member(part, 'content'))].flatMap(toldIn)),
  );
}

function toldIn(part: JsonNode): readonly ToldDocument[] {
  const source = member(part, 'source');
  if (stringOf(member(part, 'type')) !== 'document' || !source) return [];
  const { said, unread } = saidIn(source);
  if (said.length === 0 && !unread) return [];
  const texts = [member(part, 'context'), ...said].filter(isString);
  const nameNode = [member(part, 'title')].find(isString);
  return [{ texts, nameNode, unread }];
}

interface Said {
  readonly said: readonly JsonNode[];
  readonly unread?: JsonNode | undefined;
}

function saidIn(source: JsonNode): Said {
  switch (stringOf(member(source, 'type')) ?? '') {
    case 'base64':
    case 'url':
    case 'file':
      return { said: [] };
    case 'text': {
      const data = member(source, 'data');
      return isString(data) ? { said: [data] } : { said: [], unread: source };
    }
    case 'content':
      return saidInBlocks(member(source, 'content') ?? source);
    default:
      return { said: [], unread: source };
  }
}

function saidInBlocks(content: JsonNode): Said {
  if (isString(content)) return { said: [content] };
  if (content.kind !== 'array') return { said: [], unread: content };
  const texts = itemsOf(content).map((block) => {
    const text = stringOf(member(block, 'type')) === 'text' ? member(block, 'text') : undefined;
    return { block, text };
  });
  return {
    said: texts.flatMap(({ text }) => (isString(text) ? [text] : [])),
    unread: texts.find(({ text }) => !isString(text))?.block,
  };
}

const isString = (node: JsonNode | undefined): node is JsonString => node?.kind === 'string';
