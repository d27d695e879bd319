import type { ErrorFacts } from '#contract';

/** The parts of OpenAPI 3.1 that our document uses. A schema is JSON Schema 2020-12. */
export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly security: readonly SecurityRequirement[];
  readonly paths: Paths;
  /** Every error key, for readers; extensions are named `x-`. */
  readonly 'x-errors': readonly ErrorFacts[];
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

export type Paths = Readonly<Record<string, PathItem>>;

export const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head'] as const;
export type Method = (typeof METHODS)[number];

export type PathItem = { readonly parameters?: readonly (Parameter | Reference)[] } & {
  readonly [method in Method]?: Operation;
};

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** What the examples need that a first run does not have; absent where it answers them. */
  readonly 'x-needs'?: string;
  /** Where the fields are explained that are not our own. */
  readonly externalDocs?: ExternalDocs;
  readonly tags: readonly string[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: {
    readonly description?: string;
    readonly required: boolean;
    readonly content: Content;
  };
  readonly responses: Responses;
  readonly security?: readonly SecurityRequirement[];
}

export interface ExternalDocs {
  readonly url: string;
  readonly description: string;
}

/** By status; `4XX` stands for every other status from 400 to 499. */
export type Responses = Readonly<Record<string, Response | Reference>>;

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Content;
}

export type Content = Readonly<Record<string, MediaType>>;

export interface MediaType {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, Example>>;
}

export interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Header {
  readonly description: string;
  readonly schema: Schema;
}

export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface SecurityScheme {
  readonly type: 'http';
  readonly scheme: 'bearer';
  readonly description: string;
  /** The variable of a shell that holds the key, where it is not `API_KEY`. */
  readonly 'x-variable'?: string;
}

export interface Reference {
  readonly $ref: string;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

export const schemaRef = (name: string): Reference => ({ $ref: `#/components/schemas/${name}` });
export const responseRef = (name: string): Reference => ({
  $ref: `#/components/responses/${name}`,
});
export const headerRef = (name: string): Reference => ({ $ref: `#/components/headers/${name}` });
export const parameterRef = (name: string): Reference => ({
  $ref: `#/components/parameters/${name}`,
});
