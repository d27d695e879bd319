import type { OpenAPIObject } from '@nestjs/swagger';

export type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
export type Schema = Exclude<Schemas[string], { $ref: string }>;

/** What is named by what begins it, by name; classes that check other things than this API are left out. */
export function reachableFrom(roots: Readonly<Record<string, unknown>>, schemas: Schemas): Schemas {
  const found = new Set<string>();
  const look = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name) || !schemas[name]) continue;
      found.add(name);
      look(JSON.stringify(schemas[name]));
    }
  };
  look(JSON.stringify(roots));
  for (const name of Object.keys(roots)) if (schemas[name]) found.add(name);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}

/** Views have all of their members: what may be left out of a request is null in an answer. */
export const markNullable = (schemas: Schemas): Schemas =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      name.endsWith('View') && !('$ref' in schema) ? withNulls(schema) : schema,
    ]),
  );

function withNulls(schema: Schema): Schema {
  const { properties = {}, required = [] } = schema;
  return {
    ...schema,
    required: Object.keys(properties),
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        required.includes(name) ? property : nullable(property),
      ]),
    ),
  };
}

const nullable = (schema: Schemas[string]): Schemas[string] =>
  '$ref' in schema ? { allOf: [schema], nullable: true } : { ...schema, nullable: true };
