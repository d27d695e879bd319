type Schema = Readonly<Record<string, unknown>>;

const VALUES_MAX = 2000; // Of one sample; a hostile schema asks for millions.
const PADDING_MAX = 10_000; // Characters that a `minLength` can ask for.

const STRINGS: Readonly<Record<string, string>> = {
  date: '2025-01-31',
  'date-time': '2025-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'sandbox@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

/** What one sampling remembers: a schema may refer to itself, or ask for too much. */
interface Sampling {
  readonly root: Schema;
  readonly text: string;
  valuesLeft: number;
}

/**
 * A value that fits the JSON schema, the same for the same input; free strings hold `text`.
 * Undefined where a schema only refers to itself: such a property is left out.
 */
export function sampleValue(schema: unknown, text: string): unknown {
  const root = schemaOf(schema);
  return sample(root, { root, text, valuesLeft: VALUES_MAX }, []);
}

function sample(schema: Schema, sampling: Sampling, references: readonly string[]): unknown {
  if (sampling.valuesLeft-- <= 0) return undefined;
  const again = (inner: unknown) => sample(schemaOf(inner), sampling, references);
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    if (references.includes(reference)) return undefined;
    return sample(lookUp(sampling.root, reference), sampling, [...references, reference]);
  }
  if ('const' in schema) return schema['const'];
  const given = listOf(schema['enum'])[0] ?? listOf(schema['examples'])[0] ?? schema['default'];
  if (given !== undefined) return given;
  const variants = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
  if (variants.length > 0) return variants.map(again).find((value) => value !== undefined);
  const parts = listOf(schema['allOf']);
  if (parts.length > 0) return Object.assign({}, ...parts.map(again));
  switch (typeOf(schema)) {
    case 'object':
      return sampleObject(schema, again);
    case 'array':
      return sampleArray(schema, again);
    case 'integer':
    case 'number':
      return sampleNumber(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return sampleString(schema, sampling.text);
  }
}

/** The required properties, or all of them where the schema requires none. */
function sampleObject(schema: Schema, again: (inner: unknown) => unknown) {
  const properties = Object.entries(schemaOf(schema['properties']));
  const required = listOf(schema['required']);
  const chosen = properties.filter(([name]) => required.length === 0 || required.includes(name));
  return Object.fromEntries(chosen.map(([name, inner]) => [name, again(inner)]));
}

function sampleArray(schema: Schema, again: (inner: unknown) => unknown): unknown[] {
  const count = Math.min(Math.max(1, numberOr(schema['minItems'], 1)), VALUES_MAX);
  const items = Array.from({ length: count }, () => again(schema['items']));
  return items.filter((item) => item !== undefined);
}

function sampleNumber(schema: Schema): number {
  const least = numberOr(schema['minimum'], numberOr(schema['exclusiveMinimum'], 0) + 1);
  const most = numberOr(schema['maximum'], numberOr(schema['exclusiveMaximum'], Infinity) - 1);
  const step = numberOr(schema['multipleOf'], 0);
  return step > 0 ? Math.ceil(least / step) * step : Math.min(least, most);
}

function sampleString(schema: Schema, text: string): string {
  const format = typeof schema['format'] === 'string' ? STRINGS[schema['format']] : undefined;
  const least = Math.min(numberOr(schema['minLength'], 0), PADDING_MAX);
  return (format ?? text).slice(0, numberOr(schema['maxLength'], Infinity)).padEnd(least, '.');
}

/** A list of types means any of them; an untyped schema with properties is an object. */
function typeOf(schema: Schema): unknown {
  const type = listOf(schema['type'])[0] ?? schema['type'];
  if (typeof type === 'string') return type.toLowerCase(); // Some dialects write it in capitals.
  return 'properties' in schema ? 'object' : 'string';
}

/** Follows `#/$defs/name`; other documents are not reachable from here. */
function lookUp(root: Schema, reference: string): Schema {
  const path = reference.split('/').slice(1);
  return path.reduce((at, key) => schemaOf(at[key]), root);
}

const schemaOf = (value: unknown): Schema =>
  typeof value === 'object' && value !== null ? (value as Schema) : {};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const numberOr = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;
