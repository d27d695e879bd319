import { parseJson, valueOf } from '#kernel';
import type { JsonText } from '../conversation/conversation.js';

type Schema = Readonly<Record<string, unknown>>;
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
 */
export function fitSchema(text: JsonText): object | undefined {
  const root = valueOf(parseJson(text).root);
  try {
    return new Fitting(isSchema(root) ? root : {}).fit(root, []);
  } catch (fault) {
    if (fault instanceof Recursion) return undefined;
    throw fault;
  }
}

class Recursion extends Error {}

const SCHEMAS_MAX = 10_000; // References to references multiply; no tool needs as many.

class Fitting {
  private schemas = 0;

  constructor(private readonly root: Schema) {}

  fit(given: unknown, within: readonly string[]): Written {
    if (++this.schemas > SCHEMAS_MAX) throw new Recursion();
    if (!isSchema(given)) return {};
    const reference = given['$ref'];
    if (typeof reference === 'string') {
      if (within.includes(reference)) throw new Recursion();
      const { $ref: _ref, ...beside } = given;
      return this.fit({ ...this.target(reference), ...beside }, [...within, reference]);
    }
    const schema = this.merged(given);
    const written: Written = {};
    for (const key of KEPT) if (schema[key] !== undefined) written[key] = schema[key];
    this.fitType(schema, written, within);
    this.fitValues(schema, written);
    const { properties } = schema;
    if (isSchema(properties)) {
      written['properties'] = Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, this.fit(one, within)]),
      );
    }
    const items = schema['items'] ?? itemsIn(schema['prefixItems']);
    if (items !== undefined) written['items'] = this.fit(items, within);
    else if (written['type'] === 'ARRAY') written['items'] = {};
    return written;
  }

  private fitType(schema: Schema, written: Written, within: readonly string[]): void {
    const { type } = schema;
    const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
    const real = types.filter((one) => one !== 'null');
    if (real.length < types.length) written['nullable'] = true;
    const [single] = real;
    if (real.length === 1 && single) written['type'] = single.toUpperCase();
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
      const { description = written['description'], ...rest } = this.fit(only, within);
      Object.assign(written, rest, description === undefined ? {} : { description });
    } else if (some.length > 1) written['anyOf'] = some.map((one) => this.fit(one, within));
    if (written['type'] === undefined && isSchema(schema['properties'])) written['type'] = 'OBJECT';
  }

  /** Only strings can be chosen from. */
  private fitValues(schema: Schema, written: Written): void {
    const values = 'const' in schema ? [schema['const']] : schema['enum'];
    if (!Array.isArray(values)) return;
    const texts = values.filter((value) => value !== null);
    if (texts.length < values.length) written['nullable'] = true;
    if (!texts.every((value) => typeof value === 'string')) {
      const said = `One of ${texts.map((value) => JSON.stringify(value)).join('; ')}.`;
      const { description } = written;
      written['description'] = typeof description === 'string' ? `${description} ${said}` : said;
      return;
    }
    written['type'] ??= 'STRING';
    written['enum'] = texts;
  }

  private merged(schema: Schema): Schema {
    const { allOf, ...rest } = schema;
    if (!Array.isArray(allOf)) return schema;
    return allOf.reduce<Schema>((sum: Schema, given: unknown) => {
      if (!isSchema(given)) return sum;
      if (++this.schemas > SCHEMAS_MAX) throw new Recursion();
      const reference = given['$ref'];
      const one = this.merged(
        typeof reference === 'string' ? { ...this.target(reference), ...given } : given,
      );
      const { $ref: _ref, ...own } = one;
      return { ...sum, ...own, ...joined(sum, own) };
    }, rest);
  }

  /** `#/$defs/name`; what leads elsewhere says nothing. */
  private target(reference: string): Schema {
    let at: unknown = this.root;
    if (reference !== '#' && !reference.startsWith('#/')) return {};
    for (const step of reference.split('/').slice(1)) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
      at = isSchema(at) && Object.hasOwn(at, name) ? at[name] : undefined;
    }
    return isSchema(at) ? at : {};
  }
}

/** Members of both that hold more than one thing. */
function joined(a: Schema, b: Schema): Schema {
  const both: Written = {};
  const [left, right] = [a['properties'], b['properties']];
  if (isSchema(left) && isSchema(right)) both['properties'] = { ...left, ...right };
  const [must, also] = [a['required'], b['required']];
  if (Array.isArray(must) && Array.isArray(also))
    both['required'] = [...new Set([...must, ...also])];
  return both;
}

const itemsIn = (prefix: unknown): unknown => {
  if (!Array.isArray(prefix) || prefix.length === 0) return undefined;
  return prefix.length === 1 ? prefix[0] : { anyOf: prefix };
};

const isNullSchema = (schema: unknown): boolean => isSchema(schema) && schema['type'] === 'null';

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
