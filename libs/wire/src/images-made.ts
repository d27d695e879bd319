import { itemsOf, member, stringOf, type JsonNode } from '#kernel';

const IMAGE_PARTS: ReadonlySet<string> = new Set(['image_url', 'image', 'output_image']);

/** Pictures that a model made beside its text, in a message of the chat format or a piece of one. */
export const imagesOfMessage = (message: JsonNode | undefined): number =>
  itemsOf(member(message, 'images')).length +
  itemsOf(member(message, 'content')).filter((part) =>
    IMAGE_PARTS.has(stringOf(member(part, 'type')) ?? ''),
  ).length;

/** An item of a Responses answer that holds a whole picture. */
export const isImageItem = (item: JsonNode | undefined): boolean =>
  stringOf(member(item, 'type')) === 'image_generation_call' &&
  stringOf(member(item, 'result')) !== undefined;

/** A file of Gemini's format that is a whole picture. */
export const isImageFile = (file: JsonNode | undefined): boolean =>
  /^image\//i.test(stringOf(member(file, 'mimeType')) ?? '') &&
  Boolean(stringOf(member(file, 'data')));
