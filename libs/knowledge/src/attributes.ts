import { isNull, objectOf, parseJson, refuse, type JsonNode } from '#kernel';
import { ATTRIBUTE_KEY_CHARS_MAX, ATTRIBUTE_TEXT_CHARS_MAX, ATTRIBUTES_MAX } from './limits.js';

export type AttributeValue = string | number | boolean;

/** What somebody says of a document beside its text; searches are narrowed by it. */
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** Undefined for what no attribute can be. */
export function readAttribute(node: JsonNode | undefined): AttributeValue | undefined {
  if (node?.kind === 'string') return node.value;
  return node?.kind === 'scalar' ? (node.value ?? undefined) : undefined;
}

/** @param text a JSON object @throws field_invalid */
export function readAttributes(text: string | null): Attributes {
  if (text === null) return {};
  const root = objectOf(parseJson(text).root);
  if (!root) throw invalid('attributes', 'must be a JSON object');
  if (root.keys.length > ATTRIBUTES_MAX) {
    throw invalid('attributes', `has more than ${ATTRIBUTES_MAX} members`);
  }
  const found = root.keys.map((key, index) => {
    const node = root.values[index];
    const value = readAttribute(node);
    const isTooLong = typeof value === 'string' && value.length > ATTRIBUTE_TEXT_CHARS_MAX;
    if (isNull(node) || value === undefined || isTooLong) {
      throw invalid(
        'attributes',
        `takes texts of at most ${ATTRIBUTE_TEXT_CHARS_MAX} characters, numbers, true and false`,
      );
    }
    if (key === '' || key.length > ATTRIBUTE_KEY_CHARS_MAX) {
      throw invalid('attributes', `takes names of 1 to ${ATTRIBUTE_KEY_CHARS_MAX} characters`);
    }
    return [key, value] as const;
  });
  return Object.fromEntries(found);
}

const invalid = (param: string, what: string) =>
  refuse('field_invalid', { message: `${param} ${what}.`, param });
