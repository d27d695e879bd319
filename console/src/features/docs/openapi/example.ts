import { isRecord } from '../../../lib/is-record';
import type { Example, MediaType, OpenApiDocument, Schema } from './document';
import { resolve, resolveSchema } from './resolve';

const DEPTH_MAX = 6; // A schema may hold itself.

/** What stands for a text of that format. */
export const STRINGS: Readonly<Record<string, string>> = {
  binary: '(binary)',
  date: '2025-01-31',
  'date-time': '2025-01-31T12:00:00Z',
  email: 'name@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

/** The first example that the document gives, or one built from the schema. */
export function exampleOf(document: OpenApiDocument, media: MediaType): unknown {
  const [first] = examplesOf(document, media);
  return first ? first.value : exampleOfSchema(document, media.schema);
}

/** The examples that the document gives. */
export function examplesOf(
  document: OpenApiDocument,
  { example, examples }: MediaType,
): readonly { readonly name: string; readonly summary: string; readonly value: unknown }[] {
  if (example !== undefined) return [{ name: 'example', summary: '', value: example }];
  return Object.entries(examples ?? {}).flatMap(([name, one]) => {
    const given = isRecord(one) ? resolve<Example>(document, one) : undefined;
    if (given?.value === undefined) return [];
    return [{ name, summary: given.summary ?? '', value: given.value }];
  });
}

/** Objects show what is required, or everything where nothing is. */
export function exampleOfSchema(
  document: OpenApiDocument,
  schema: Schema | undefined,
  depth = 0,
): unknown {
  const its = resolveSchema(document, schema);
  const given = its.example ?? its.examples?.[0] ?? its.const ?? its.default ?? its.enum?.[0];
  if (given !== undefined) return given;
  if (depth > DEPTH_MAX) return null;
  const again = (inner: Schema | undefined) => exampleOfSchema(document, inner, depth + 1);
  const variant = its.oneOf?.[0] ?? its.anyOf?.[0];
  if (variant !== undefined) return again(variant);
  const type = Array.isArray(its.type) ? its.type[0] : its.type;
  if (its.properties || type === 'object') {
    const required = its.required ?? [];
    return Object.fromEntries(
      Object.entries(its.properties ?? {})
        .filter(([name]) => required.length === 0 || required.includes(name))
        .map(([name, inner]) => [name, again(inner)]),
    );
  }
  switch (type) {
    case 'array':
      return its.items === undefined ? [] : [again(its.items)];
    case 'integer':
    case 'number':
      return its.minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return STRINGS[its.format ?? ''] ?? 'text';
  }
}
