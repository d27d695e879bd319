import type { ErrorFacts } from '#contract';

/**
 * The parts of an OpenAPI 3.1 document that the page shows. The document comes from outside, so
 * everything may be absent; what the page does not know it leaves out.
 */
export interface OpenApiDocument {
  readonly openapi?: string;
  readonly info?: {
    readonly title?: string;
    readonly version?: string;
    readonly description?: string;
  };
  readonly servers?: readonly { readonly url: string; readonly description?: string }[];
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths?: Readonly<Record<string, PathItem>>;
  /** What may go wrong, by key. */
  readonly 'x-errors'?: readonly ErrorFacts[];
  readonly components?: {
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme | Reference>>;
    /** Reached by reference only. */
    readonly [kind: string]: unknown;
  };
  readonly security?: readonly SecurityRequirement[];
}

export interface Reference {
  readonly $ref: string;
}

export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface SecurityScheme {
  readonly type: string;
  readonly scheme?: string;
  readonly in?: string;
  readonly name?: string;
  readonly description?: string;
  /** The variable of a shell that holds the key, where it is not `API_KEY`. */
  readonly 'x-variable'?: string;
}

export const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const;
export type Method = (typeof METHODS)[number];

export interface PathItem extends Partial<Readonly<Record<Method, Operation>>> {
  readonly parameters?: readonly (Parameter | Reference)[];
}

export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  /** What the examples need that a first run of this gateway does not have. */
  readonly 'x-needs'?: string;
  readonly externalDocs?: ExternalDocs;
  readonly deprecated?: boolean;
  readonly tags?: readonly string[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: Body | Reference;
  readonly responses?: Readonly<Record<string, Body | Reference>>;
  readonly security?: readonly SecurityRequirement[];
}

export interface ExternalDocs {
  readonly url?: string;
  readonly description?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
}

/** A request body or a response. */
export interface Body {
  readonly description?: string;
  readonly required?: boolean;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface Header {
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

export interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example | Reference>>;
}

export interface Example {
  readonly summary?: string;
  readonly value?: unknown;
}

/** JSON Schema 2020-12, with what OpenAPI 3.0 adds; `true` and `false` are schemas, too. */
export type Schema = boolean | SchemaObject;

export interface SchemaObject {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly nullable?: boolean;
  readonly deprecated?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}
