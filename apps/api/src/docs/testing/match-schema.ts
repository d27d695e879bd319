import type { OpenApi, Schema } from '../document.js';

/** Where a value does not fit its schema, in words; knows the keywords that `Schema` has. */
export function mismatches(document: OpenApi, schema: Schema, value: unknown, at = '$'): string[] {
  const its = schema.$ref === undefined ? schema : (lookUp(document, schema.$ref) as Schema);
  if (its === undefined) return [`${at}: ${schema.$ref} leads nowhere`];
  const variants = its.oneOf ?? its.anyOf;
  if (variants) {
    const fits = variants.some((variant) => mismatches(document, variant, value).length === 0);
    return fits ? [] : [`${at}: fits no variant`];
  }
  return [
    ...kindFaults(its, value, at),
    ...(typeof value === 'string' ? stringFaults(its, value, at) : []),
    ...(Array.isArray(value) ? arrayFaults(document, its, value, at) : []),
    ...(isObject(value) ? objectFaults(document, its, value, at) : []),
  ];
}

/** What `#/…` leads to within the document. */
export const lookUp = (document: object, reference: string): unknown =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, part) => (isObject(node) ? node[part] : undefined), document);

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function kindFaults({ type, enum: values, const: only }: Schema, value: unknown, at: string) {
  const kind = kindOf(value);
  const types = [type ?? []].flat();
  const isTyped =
    types.length === 0 || types.includes(kind) || (kind === 'integer' && types.includes('number'));
  return [
    ...(isTyped ? [] : [`${at}: ${kind} instead of ${types.join(' or ')}`]),
    ...(values && !values.includes(value) ? [`${at}: none of its values`] : []),
    ...(only !== undefined && only !== value ? [`${at}: not ${JSON.stringify(only)}`] : []),
  ];
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function stringFaults({ minLength, maxLength, pattern }: Schema, value: string, at: string) {
  const fits =
    value.length >= (minLength ?? 0) &&
    value.length <= (maxLength ?? Infinity) &&
    (pattern === undefined || new RegExp(pattern).test(value));
  return fits ? [] : [`${at}: ${value} is out of bounds`];
}

function arrayFaults(document: OpenApi, schema: Schema, value: readonly unknown[], at: string) {
  const { items, minItems, maxItems } = schema;
  const fits = value.length >= (minItems ?? 0) && value.length <= (maxItems ?? Infinity);
  const inside = value.flatMap((item, index) =>
    items ? mismatches(document, items, item, `${at}[${index}]`) : [],
  );
  return fits ? inside : [`${at}: ${value.length} items`, ...inside];
}

function objectFaults(
  document: OpenApi,
  { properties = {}, required = [], additionalProperties }: Schema,
  value: Readonly<Record<string, unknown>>,
  at: string,
) {
  const missing = required.filter((key) => !(key in value)).map((key) => `${at}.${key} is missing`);
  const inside = Object.entries(value).flatMap(([key, member]) => {
    const own = properties[key];
    if (own) return mismatches(document, own, member, `${at}.${key}`);
    // Stricter than JSON Schema: an example shows nothing that the schema does not tell of.
    return additionalProperties || Object.keys(properties).length === 0
      ? []
      : [`${at}.${key} is unknown`];
  });
  return [...missing, ...inside];
}
