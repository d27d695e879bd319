import { isRecord } from '../../../lib/is-record';
import type { OpenApiDocument, Reference, Schema, SchemaObject } from './document';

const HOPS_MAX = 20; // Of references that lead to references; more is a circle.

/** What the node is, or what it refers to within the document; undefined where that is nothing. */
export function resolve<T extends object>(
  document: OpenApiDocument,
  node: T | Reference | undefined,
): T | undefined {
  let at: unknown = node;
  for (let hops = 0; hops < HOPS_MAX && isRecord(at) && typeof at['$ref'] === 'string'; hops++) {
    at = lookUp(document, at['$ref']);
  }
  return isRecord(at) && !('$ref' in at) ? (at as T) : undefined;
}

/** The schema without its reference; what stands beside a reference wins, as in JSON Schema. */
export function resolveSchema(document: OpenApiDocument, schema: Schema | undefined): SchemaObject {
  if (typeof schema !== 'object') return {};
  if (schema.$ref === undefined) return merged(document, schema);
  const { $ref, ...beside } = schema;
  return merged(document, { ...resolve<SchemaObject>(document, { $ref }), ...beside });
}

/** The name at the end of a reference, for people: `#/components/schemas/Message` is `Message`. */
export const nameOf = (schema: Schema | undefined): string | undefined =>
  typeof schema === 'object' ? (schema.$ref?.split('/').at(-1) ?? schema.title) : undefined;

/** `allOf` means one object with the properties of all its parts. */
function merged(document: OpenApiDocument, schema: SchemaObject): SchemaObject {
  if (!schema.allOf) return schema;
  const { allOf, ...own } = schema;
  const parts = [...allOf.map((part) => resolveSchema(document, part)), own];
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => required ?? []),
  };
}

function lookUp(document: OpenApiDocument, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  return reference
    .slice(2)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined),
      document,
    );
}
