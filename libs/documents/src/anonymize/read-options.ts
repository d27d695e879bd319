import {
  itemsOf,
  member,
  objectOf,
  parseJson,
  refuse,
  stringOf,
  type GatewayError,
  type JsonNode,
} from '#kernel';
import type { ValueFinder } from '#call';
import {
  isOcrLanguage,
  OCR_LANGUAGES,
  OCR_LANGUAGES_MAX,
  type OcrLanguage,
} from '../ocr/languages.js';

const PARAM = 'options';
export const REMOVE_TERMS_MAX = 200; // As of `gw.remove`.
const OPTIONS_CHARS_MAX = 65_536; // All terms at their longest, with room for the rest.

const FORMATS = ['same', 'pdf', 'text'] as const;
const IMAGES = ['blur', 'redact_text', 'remove'] as const;

/** What a caller wants done to a document. */
export interface AnonymizationOptions {
  /** Null for the kinds that the organisation protects. */
  readonly entities: readonly string[] | null;
  readonly remove: readonly string[];
  readonly includeMapping: boolean;
  readonly outputFormat: (typeof FORMATS)[number];
  /** Of pictures: those without words blurred and words of the others painted over; words alone; none kept. */
  readonly images: (typeof IMAGES)[number];
  /** For recognition; null where the caller does not say. */
  readonly languages: readonly OcrLanguage[] | null;
  /** Words of a PDF can be selected. */
  readonly hasTextLayer: boolean;
}

const MEMBERS = [
  'entities',
  'remove',
  'include_mapping',
  'output_format',
  'images',
  'languages',
  'text_layer',
];

/**
 * The field `options` of the form: what is not known in it is refused, since a wish that is passed over is a value
 * that stays. @throws document_options_invalid
 */
export function readOptions(text: string | null, finder: ValueFinder): AnonymizationOptions {
  const root = rootOf(text ?? '{}');
  const entities = readStrings(root, 'entities');
  const remove = readStrings(root, 'remove') ?? [];
  const unknown = entities?.find((kind) => !finder.kinds.includes(kind));
  if (unknown !== undefined) {
    throw invalid('entities', `takes these kinds: ${finder.kinds.join(', ')}.`);
  }
  if (entities?.length === 0 && remove.length === 0) {
    throw invalid('entities', 'may be empty only where remove names terms.');
  }
  if (remove.length > REMOVE_TERMS_MAX || !remove.every((term) => finder.isTerm(term))) {
    throw invalid('remove', `takes up to ${REMOVE_TERMS_MAX} terms of 2 to 200 characters.`);
  }
  return {
    entities,
    remove,
    includeMapping: readBoolean(root, 'include_mapping', false),
    outputFormat: readWord(root, 'output_format', FORMATS),
    images: readWord(root, 'images', IMAGES),
    languages: readLanguages(root),
    hasTextLayer: readBoolean(root, 'text_layer', true),
  };
}

function rootOf(text: string): JsonNode {
  if (text.length > OPTIONS_CHARS_MAX) throw invalid('', 'is too long.');
  let root: JsonNode;
  try {
    ({ root } = parseJson(text));
  } catch {
    throw invalid('', 'takes JSON.');
  }
  const keys = objectOf(root)?.keys;
  if (!keys) throw invalid('', 'takes an object.');
  const strange = keys.some((key, index) => !MEMBERS.includes(key) || keys.indexOf(key) !== index);
  if (strange) throw invalid('', `takes these members, each once: ${MEMBERS.join(', ')}.`);
  return root;
}

function readStrings(root: JsonNode, name: string): readonly string[] | null {
  const node = member(root, name);
  if (!node) return null;
  const items = node.kind === 'array' ? itemsOf(node).map(stringOf) : [undefined];
  const strings = items.filter((item) => item !== undefined);
  if (strings.length !== items.length) throw invalid(name, 'takes an array of strings.');
  return strings;
}

function readLanguages(root: JsonNode): readonly OcrLanguage[] | null {
  const names = readStrings(root, 'languages');
  if (names === null) return null;
  const languages = names.filter(isOcrLanguage);
  if (languages.length !== names.length || names.length < 1 || names.length > OCR_LANGUAGES_MAX) {
    throw invalid(
      'languages',
      `takes 1 to ${OCR_LANGUAGES_MAX} of these: ${OCR_LANGUAGES.join(', ')}.`,
    );
  }
  return languages;
}

function readBoolean(root: JsonNode, name: string, otherwise: boolean): boolean {
  const node = member(root, name);
  if (!node) return otherwise;
  if (node.kind !== 'scalar' || typeof node.value !== 'boolean') {
    throw invalid(name, 'takes true or false.');
  }
  return node.value;
}

/** The first word is what holds where none is said. */
function readWord<const Word extends string>(
  root: JsonNode,
  name: string,
  words: readonly [Word, ...Word[]],
): Word {
  const node = member(root, name);
  if (!node) return words[0];
  const said = words.find((word) => word === stringOf(node));
  if (!said) throw invalid(name, `takes one of these: ${words.join(', ')}.`);
  return said;
}

const invalid = (name: string, expected: string): GatewayError =>
  refuse('document_options_invalid', {
    message: `${name === '' ? PARAM : `${PARAM}.${name}`} ${expected}`,
    param: name === '' ? PARAM : `${PARAM}.${name}`,
  });
