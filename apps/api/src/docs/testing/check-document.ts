import {
  METHODS,
  type Content,
  type Header,
  type OpenApi,
  type Operation,
  type Parameter,
  type PathItem,
  type Reference,
  type Response,
  type Schema,
} from '../document.js';
import { isObject, lookUp, mismatches } from './match-schema.js';

const STATUS = /^(?:[1-5]\d\d|[1-5]XX|default)$/;
const TYPES = new Set(['object', 'array', 'string', 'integer', 'number', 'boolean', 'null']);

export interface NamedOperation {
  readonly path: string;
  readonly method: string;
  readonly item: PathItem;
  readonly operation: Operation;
}

export const operationsOf = (document: OpenApi): readonly NamedOperation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method, item, operation }] : [];
    }),
  );

/** What breaks the rules of OpenAPI 3.1, in words; those rules that our document could break. */
export function documentFaults(document: OpenApi): string[] {
  const operations = operationsOf(document);
  const ids = operations.map(({ operation }) => operation.operationId);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is there twice`),
    ...referencesIn(document)
      .filter((reference) => lookUp(document, reference) === undefined)
      .map((reference) => `${reference} leads nowhere`),
    ...operations.flatMap((named) => operationFaults(document, named)),
    ...Object.entries(document.components.responses).flatMap(([name, response]) =>
      responseFaults(document, response, name),
    ),
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      schemaFaults(document, schema, name),
    ),
  ];
}

export function referencesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(referencesIn);
  if (!isObject(node)) return [];
  const own = typeof node['$ref'] === 'string' ? [node['$ref']] : [];
  return [...own, ...Object.values(node).flatMap(referencesIn)];
}

/** The node itself, or what it refers to. */
export const resolved = <Node extends object>(document: OpenApi, node: Node | Reference): Node =>
  '$ref' in node ? (lookUp(document, node.$ref) as Node) : node;

function operationFaults(document: OpenApi, { path, method, item, operation }: NamedOperation) {
  const at = `${method} ${path}`;
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) =>
    resolved<Parameter>(document, one),
  );
  const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const schemes = [...document.security, ...(operation.security ?? [])].flatMap(Object.keys);
  const tags = new Set(document.tags.map(({ name }) => name));
  return [
    ...(path.startsWith('/') ? [] : [`${at}: no slash in front`]),
    ...(wanted.toSorted().join() === inPath.toSorted().join() ? [] : [`${at}: path parameters`]),
    ...parameters
      .filter((one) => one.in === 'path' && one.required !== true)
      .map(({ name }) => `${at}: ${name} must be required`),
    ...operation.tags.filter((tag) => !tags.has(tag)).map((tag) => `${at}: no tag ${tag}`),
    ...schemes
      .filter((name) => !(name in document.components.securitySchemes))
      .map((name) => `${at}: no security scheme ${name}`),
    ...[operation.externalDocs?.url ?? 'https://']
      .filter((url) => !url.startsWith('https://'))
      .map((url) => `${at}: ${url} is no address to read on at`),
    ...contentFaults(document, operation.requestBody?.content, at),
    ...Object.entries(operation.responses).flatMap(([status, response]) => [
      ...(STATUS.test(status) ? [] : [`${at}: no status ${status}`]),
      ...responseFaults(document, resolved<Response>(document, response), `${at} ${status}`),
    ]),
  ];
}

function responseFaults(document: OpenApi, response: Response, at: string): string[] {
  const headers = Object.entries(response.headers ?? {});
  return [
    ...(response.description ? [] : [`${at}: no description`]),
    ...headers
      .filter(([, header]) => !resolved<Header>(document, header).schema)
      .map(([name]) => `${at}: ${name} has no schema`),
    ...contentFaults(document, response.content, at),
  ];
}

function contentFaults(document: OpenApi, content: Content | undefined, at: string): string[] {
  return Object.entries(content ?? {}).flatMap(([type, { schema, examples }]) => [
    ...schemaFaults(document, schema, `${at} ${type}`),
    ...Object.entries(examples ?? {}).flatMap(([name, { value }]) =>
      payloadsOf(type, value).flatMap((payload) =>
        mismatches(document, schema, payload, `${at} ${type} ${name}`),
      ),
    ),
  ]);
}

/** Of a stream each event is one; its end is no JSON. */
function payloadsOf(type: string, value: unknown): readonly unknown[] {
  if (type !== 'text/event-stream') return [value];
  return [...String(value).matchAll(/^data: (\{.*)$/gm)].map(
    ([, json = '']) => JSON.parse(json) as unknown,
  );
}

/** A schema that could never be met, or whose own examples do not meet it. */
function schemaFaults(document: OpenApi, schema: Schema, at: string): string[] {
  const types = [schema.type ?? []].flat();
  const inside = Object.entries(schema.properties ?? {});
  return [
    ...types.filter((type) => !TYPES.has(type)).map((type) => `${at}: no type ${type}`),
    ...(schema.required ?? [])
      .filter((key) => !(schema.properties && key in schema.properties))
      .map((key) => `${at}: ${key} is required and not described`),
    ...(schema.examples ?? []).flatMap((value) => mismatches(document, schema, value, at)),
    ...inside.flatMap(([key, its]) => schemaFaults(document, its, `${at}.${key}`)),
    ...(schema.items ? schemaFaults(document, schema.items, `${at}[]`) : []),
    ...(schema.oneOf ?? []).flatMap((its, index) => schemaFaults(document, its, `${at}/${index}`)),
  ];
}
