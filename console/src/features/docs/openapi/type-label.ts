import type { OpenApiDocument, Schema } from './document';
import { nameOf, resolveSchema } from './resolve';

/** The type of a schema in a few words: `string (date)`, `array of Message`, `A or B`. */
export function typeLabel(document: OpenApiDocument, schema: Schema | undefined): string {
  if (schema === undefined || schema === true) return 'anything';
  if (schema === false) return 'nothing';
  const its = resolveSchema(document, schema);
  const variants = its.oneOf ?? its.anyOf;
  if (variants) {
    return [...new Set(variants.map((variant) => typeLabel(document, variant)))].join(' or ');
  }
  const named = nameOf(schema);
  if (named && its.properties) return named;
  if (its.type === 'array') return `array of ${typeLabel(document, its.items)}`;
  if (its.const !== undefined) return JSON.stringify(its.const);
  const types = [its.type ?? (its.properties ? 'object' : its.enum ? 'enum' : 'anything')].flat();
  const format = its.format ? ` (${its.format})` : '';
  return types.join(' or ') + format + (its.nullable ? ' or null' : '');
}

/** The bounds that a value must keep, for people. */
export function constraintsOf(document: OpenApiDocument, schema: Schema | undefined): string[] {
  const its = resolveSchema(document, schema);
  const quote = (values: readonly unknown[]) => values.map((one) => JSON.stringify(one)).join(', ');
  return [
    its.enum && `one of ${quote(its.enum)}`,
    its.default !== undefined && `default ${quote([its.default])}`,
    range('value', its.minimum, its.maximum),
    range('length', its.minLength, its.maxLength),
    range('items', its.minItems, its.maxItems),
    its.pattern && `pattern ${its.pattern}`,
  ].filter((text) => typeof text === 'string' && text !== '') as string[];
}

function range(of: string, least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return `${of} ${least} to ${most}`;
  if (least !== undefined) return `${of} at least ${least}`;
  return most === undefined ? '' : `${of} at most ${most}`;
}
