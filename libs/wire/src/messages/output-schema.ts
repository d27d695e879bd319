import { parseJson, valueOf } from '#kernel';

/** Keywords that the format refuses: what they demand is said in the description instead. */
const REFUSED: ReadonlySet<string> = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
]);
const FORMATS: ReadonlySet<string> = new Set(
  'date-time time date duration email hostname uri ipv4 ipv6 uuid'.split(' '),
);
/** Members whose values are schemas under names, schemas in a list, and one schema. */
const NAMED = ['properties', '$defs', 'definitions'];
const LISTED = ['anyOf', 'allOf'];
const KEPT = ['type', 'enum', 'const', '$ref', 'required', 'title', 'default'];

type Schema = Readonly<Record<string, unknown>>;

/** A JSON Schema as `output_config.format` takes it. @param text any JSON Schema */
export const fitOutputSchema = (text: string): string =>
  JSON.stringify(fit(valueOf(parseJson(text).root)));

function fit(schema: unknown): unknown {
  if (!isSchema(schema)) return schema;
  const fitted: Record<string, unknown> = {};
  for (const key of KEPT) if (key in schema) fitted[key] = schema[key];
  for (const key of NAMED) {
    const named = schema[key];
    if (isSchema(named)) {
      fitted[key] = Object.fromEntries(
        Object.entries(named).map(([name, one]) => [name, fit(one)]),
      );
    }
  }
  for (const key of LISTED) {
    const listed = schema[key];
    if (Array.isArray(listed)) fitted[key] = listed.map(fit);
  }
  if (Array.isArray(schema['oneOf'])) fitted['anyOf'] ??= schema['oneOf'].map(fit);
  if ('items' in schema) fitted['items'] = fit(schema['items']);
  if (isObjectType(schema)) fitted['additionalProperties'] = false;
  const { format } = schema;
  if (typeof format === 'string' && FORMATS.has(format)) fitted['format'] = format;
  const description = describe(schema);
  if (description !== '') fitted['description'] = description;
  return fitted;
}

function describe(schema: Schema): string {
  const said = typeof schema['description'] === 'string' ? [schema['description']] : [];
  const { format } = schema;
  const demands = Object.keys(schema)
    .filter((key) => REFUSED.has(key))
    .map((key) => `${key}: ${JSON.stringify(schema[key])}`);
  if (typeof format === 'string' && !FORMATS.has(format)) demands.push(`format: ${format}`);
  return [...said, ...(demands.length > 0 ? [`(${demands.join(', ')})`] : [])].join(' ');
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isObjectType = ({ type, properties }: Schema): boolean =>
  type === 'object' || (type === undefined && properties !== undefined);
