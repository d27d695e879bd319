import { itemsOf, member, objectOf, stringOf, type JsonNode, type JsonObject } from '#kernel';
import type { ConversationProtocol } from '../protocol.js';

/** A document that stands in a conversation with its bytes. */
export interface FoundDocument {
  /** The part that it is, which others may take the place of. */
  readonly part: JsonObject;
  /** A `data:` URL, or bare base64. */
  readonly data: JsonNode & { readonly kind: 'string' };
  /** What the caller says it is; `''` where a `data:` URL says it. */
  readonly mediaType: string;
  /** The caller's name for it, or none. */
  readonly name: string;
  /** Where that name stands. */
  readonly nameNode: JsonNode | undefined;
  /** JSON of the mark for a prompt cache, which goes to what takes its place. */
  readonly cacheMark: string | undefined;
}

/**
 * Documents of a request, in their order; what lies elsewhere, and images and sound by their own names, are none.
 * @param wantsPictures in Gemini, where they stand as documents do, pictures are such, too
 */
export function findDocuments(
  protocol: ConversationProtocol,
  root: JsonNode,
  text: string,
  wantsPictures: boolean,
): readonly FoundDocument[] {
  const found: FoundDocument[] = [];
  const add = (part: JsonNode, document: Partial<FoundDocument> | undefined): void => {
    const object = objectOf(part);
    const { data } = document ?? {};
    if (!object || !data) return;
    const mark = member(object, 'cache_control');
    found.push({
      part: object,
      data,
      mediaType: document?.mediaType ?? '',
      name: stringOf(document?.nameNode) ?? '',
      nameNode: document?.nameNode,
      cacheMark: mark && text.slice(mark.start, mark.end),
    });
  };
  for (const content of contentsOf(protocol, root)) {
    for (const part of itemsOf(content)) {
      add(part, READERS[protocol](part, wantsPictures));
      // What a tool answered holds parts itself.
      const inner = member(part, 'content') ?? member(member(part, 'functionResponse'), 'parts');
      for (const one of itemsOf(inner)) add(one, READERS[protocol](one, wantsPictures));
    }
  }
  return found;
}

export function contentsOf(
  protocol: ConversationProtocol,
  root: JsonNode,
): readonly (JsonNode | undefined)[] {
  switch (protocol) {
    case 'chat':
    case 'messages':
      return itemsOf(member(root, 'messages')).map((message) => member(message, 'content'));
    case 'gemini':
      return itemsOf(member(root, 'contents')).map((content) => member(content, 'parts'));
    case 'responses':
      return itemsOf(member(root, 'input')).map(
        (item) => member(item, 'content') ?? member(item, 'output'),
      );
  }
}

type Read = (part: JsonNode, wantsPictures: boolean) => Partial<FoundDocument> | undefined;

const READERS: Readonly<Record<ConversationProtocol, Read>> = {
  chat: (part) => {
    const type = stringOf(member(part, 'type'));
    if (type === 'document_url') {
      const url = dataIn(member(part, 'document_url'));
      const nameNode = member(part, 'document_name');
      return url && isDataUrl(url.value) ? { data: url, nameNode } : undefined;
    }
    return type === 'file' ? fileOf(member(part, 'file')) : undefined;
  },
  messages: (part) => {
    const source = member(part, 'source');
    const isBytes = stringOf(member(source, 'type')) === 'base64';
    if (stringOf(member(part, 'type')) !== 'document' || !isBytes) return undefined;
    return {
      ...bytesOf(member(source, 'data')),
      mediaType: stringOf(member(source, 'media_type')) ?? '',
      nameNode: member(part, 'title'),
    };
  },
  gemini: (part, wantsPictures) => {
    const data = member(part, 'inlineData') ?? member(part, 'inline_data');
    const mime = stringOf(member(data, 'mimeType') ?? member(data, 'mime_type')) ?? '';
    const isPicture = /^image\//i.test(mime);
    if (/^(?:audio|video)\//i.test(mime) || (isPicture && !wantsPictures)) return undefined;
    const nameNode = member(data, 'displayName');
    return { ...bytesOf(member(data, 'data')), mediaType: mime, nameNode };
  },
  responses: (part) => (stringOf(member(part, 'type')) === 'input_file' ? fileOf(part) : undefined),
};

const isDataUrl = (value: string): boolean => /^data:/i.test(value.slice(0, 5));

const dataIn = (node: JsonNode | undefined) => {
  const string = node?.kind === 'string' ? node : member(node, 'url');
  return string?.kind === 'string' ? string : undefined;
};

const bytesOf = (node: JsonNode | undefined): Partial<FoundDocument> =>
  node?.kind === 'string' ? { data: node } : {};

const fileOf = (file: JsonNode | undefined): Partial<FoundDocument> => ({
  ...bytesOf(member(file, 'file_data')),
  nameNode: member(file, 'filename'),
});
