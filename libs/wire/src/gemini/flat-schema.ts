import { isSchema, type Schema, type SchemaGraph } from './schema-graph.js';

/**
 * A schema with what it refers to and what it is all of as members of its own: the later one counts, and
 * properties and demands add up.
 * @param take told how much is read @returns a copy; nothing of the document is changed
 */
export function flatSchema(
  schema: Schema,
  graph: SchemaGraph,
  take: (size: number) => void,
): Schema {
  const members = new Map<string, unknown>();
  const properties = new Map<string, unknown>();
  const required = new Set<unknown>();
  const add = ({ $ref: reference, allOf, ...own }: Schema): void => {
    if (typeof reference === 'string') {
      take(reference.length);
      add(graph.target(reference));
    }
    for (const [key, value] of Object.entries(own)) {
      take(Array.isArray(value) ? 1 + value.length : 1);
      members.set(key, value);
      if (key === 'properties') addProperties(value);
      if (key === 'required' && Array.isArray(value)) for (const one of value) required.add(one);
    }
    if (!Array.isArray(allOf)) return;
    take(allOf.length);
    for (const one of allOf) if (isSchema(one)) add(one);
  };
  const addProperties = (value: unknown): void => {
    if (!isSchema(value)) return;
    const named = Object.entries(value);
    take(named.length);
    for (const [name, one] of named) properties.set(name, one);
  };
  add(schema);
  if (properties.size > 0) members.set('properties', Object.fromEntries(properties));
  if (required.size > 0) members.set('required', [...required]);
  return Object.fromEntries(members);
}
