import { SCHEMA_DEPTH_MAX, tooDeep } from './schema-room.js';

export type Schema = Readonly<Record<string, unknown>>;

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Thrown for a schema that holds itself, by whatever way: written out it would have no end. */
export class Recursion extends Error {}

/**
 * How schemas of one document lead to each other. Each is looked at once, however often it is referred to.
 */
export class SchemaGraph {
  /** Levels below each schema that was seen; null while they are counted. */
  private readonly heights = new Map<Schema, number | null>();

  constructor(
    private readonly root: Schema,
    private readonly param: string,
  ) {}

  /** @throws Recursion and field_invalid for what cannot be written out */
  check(): void {
    if (this.heightOf(this.root, 0) > SCHEMA_DEPTH_MAX) throw tooDeep(this.param);
  }

  /** `#/$defs/name`; what leads elsewhere says nothing. */
  target(reference: string): Schema {
    let at: unknown = this.root;
    if (reference !== '#' && !reference.startsWith('#/')) return {};
    for (const step of reference.split('/').slice(1)) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
      at = isSchema(at) && Object.hasOwn(at, name) ? at[name] : undefined;
    }
    return isSchema(at) ? at : {};
  }

  private heightOf(schema: Schema, depth: number): number {
    const known = this.heights.get(schema);
    if (known === null) throw new Recursion();
    if (known !== undefined) return known;
    if (depth > SCHEMA_DEPTH_MAX) throw tooDeep(this.param);
    this.heights.set(schema, null);
    let height = 0;
    for (const below of this.below(schema)) {
      if (isSchema(below)) height = Math.max(height, 1 + this.heightOf(below, depth + 1));
    }
    this.heights.set(schema, height);
    return height;
  }

  private *below(schema: Schema): Iterable<unknown> {
    const { $ref: reference, properties, items } = schema;
    if (typeof reference === 'string') yield this.target(reference);
    for (const key of ['allOf', 'anyOf', 'oneOf', 'prefixItems']) {
      const listed = schema[key];
      if (Array.isArray(listed)) yield* listed as readonly unknown[];
    }
    if (isSchema(properties)) yield* Object.values(properties);
    yield items;
  }
}
