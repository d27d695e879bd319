import { parseJson, valueOf } from '#kernel';
import type { JsonText } from '../conversation/conversation.js';
import { flatSchema } from './flat-schema.js';
import { isSchema, Recursion, SchemaGraph, type Schema } from './schema-graph.js';
import type { SchemaRoom } from './schema-room.js';

type Written = Record<string, unknown>;

/** What both dialects say alike. */
const KEPT = (
  'description title format required minimum maximum minItems maxItems minLength maxLength ' +
  'minProperties maxProperties pattern propertyOrdering'
).split(' ');

/**
 * A JSON Schema in the dialect that models of this maker take: what is referred to stands in its place,
 * and `null` is a flag. Undefined where it refers to itself, which the dialect has no way to say.
 * @param text any JSON Schema
 * @param room what all schemas of the request may come to
 * @param param names the schema where it has to be refused
 * @throws field_invalid for one that comes to more
 */
export function fitSchema(text: JsonText, room: SchemaRoom, param: string): object | undefined {
  const root = valueOf(parseJson(text).root);
  if (!isSchema(root)) return {};
  const graph = new SchemaGraph(root, param);
  try {
    graph.check();
  } catch (fault) {
    if (fault instanceof Recursion) return undefined;
    throw fault;
  }
  return new Fitting(graph, (size) => room.take(size, param)).fit(root);
}

const MEMBER_CHARACTERS = 4; // Quotes, a colon and a comma.

/** Of a schema that does not hold itself. */
class Fitting {
  constructor(
    private readonly graph: SchemaGraph,
    private readonly take: (size: number) => void,
  ) {}

  fit(given: unknown): Written {
    this.take(MEMBER_CHARACTERS);
    if (!isSchema(given)) return {};
    const schema = flatSchema(given, this.graph, this.take);
    const written: Written = {};
    for (const key of KEPT) {
      if (schema[key] === undefined) continue;
      this.take(key.length + MEMBER_CHARACTERS + lengthOf(schema[key]));
      written[key] = schema[key];
    }
    this.fitType(schema, written);
    this.fitValues(schema, written);
    const { properties } = schema;
    if (isSchema(properties)) {
      written['properties'] = Object.fromEntries(
        Object.entries(properties).map(([name, one]) => {
          this.take(name.length + MEMBER_CHARACTERS);
          return [name, this.fit(one)];
        }),
      );
    }
    const items = schema['items'] ?? itemsIn(schema['prefixItems']);
    if (items !== undefined) written['items'] = this.fit(items);
    else if (written['type'] === 'ARRAY') written['items'] = {};
    return written;
  }

  private fitType(schema: Schema, written: Written): void {
    const { type } = schema;
    const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
    const real = types.filter((one) => one !== 'null');
    if (real.length < types.length) written['nullable'] = true;
    const [single] = real;
    if (real.length === 1 && single) {
      this.take(single.length);
      written['type'] = single.toUpperCase();
    }
    const listed = schema['anyOf'] ?? schema['oneOf'];
    const alternatives = Array.isArray(listed)
      ? listed
      : real.length > 1
        ? real.map((one) => ({ type: one }))
        : [];
    const some = alternatives.filter((one) => !isNullSchema(one));
    if (some.length < alternatives.length) written['nullable'] = true;
    const [only] = some;
    if (some.length === 1) {
      const { description = written['description'], ...rest } = this.fit(only);
      Object.assign(written, rest, description === undefined ? {} : { description });
    } else if (some.length > 1) written['anyOf'] = some.map((one) => this.fit(one));
    if (written['type'] === undefined && isSchema(schema['properties'])) written['type'] = 'OBJECT';
  }

  /** Only strings can be chosen from. */
  private fitValues(schema: Schema, written: Written): void {
    const values = 'const' in schema ? [schema['const']] : schema['enum'];
    if (!Array.isArray(values)) return;
    const texts = values.filter((value) => value !== null);
    if (texts.length < values.length) written['nullable'] = true;
    this.take(lengthOf(texts));
    if (!texts.every((value) => typeof value === 'string')) {
      const said = `One of ${texts.map((value) => JSON.stringify(value)).join('; ')}.`;
      const { description } = written;
      written['description'] = typeof description === 'string' ? `${description} ${said}` : said;
      return;
    }
    written['type'] ??= 'STRING';
    written['enum'] = texts;
  }
}

/** Characters of its JSON. */
const lengthOf = (value: unknown): number => JSON.stringify(value).length;

const itemsIn = (prefix: unknown): unknown => {
  if (!Array.isArray(prefix) || prefix.length === 0) return undefined;
  return prefix.length === 1 ? prefix[0] : { anyOf: prefix };
};

const isNullSchema = (schema: unknown): boolean => isSchema(schema) && schema['type'] === 'null';

/** The way back: a schema of this dialect as JSON Schema. */
export const readSchema = (text: JsonText): JsonText =>
  JSON.stringify(read(valueOf(parseJson(text).root)));

function read(given: unknown): unknown {
  if (!isSchema(given)) return given;
  const schema: Written = {};
  for (const [key, value] of Object.entries(given)) {
    if (key === 'type' && typeof value === 'string') schema[key] = value.toLowerCase();
    else if (key === 'items') schema[key] = read(value);
    else if (key === 'anyOf' && Array.isArray(value)) schema[key] = value.map(read);
    else if (key === 'properties' && isSchema(value)) {
      schema[key] = Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, read(one)]),
      );
    } else if (key !== 'nullable' && key !== 'propertyOrdering') schema[key] = value;
  }
  if (given['nullable'] !== true) return schema;
  if (typeof schema['type'] !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const { enum: values } = schema;
  return {
    ...schema,
    type: [schema['type'], 'null'],
    ...(Array.isArray(values) && { enum: [...values, null] }),
  };
}
