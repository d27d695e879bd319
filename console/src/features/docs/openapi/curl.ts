import { isRecord } from '../../../lib/is-record';
import type { Body, MediaType, Method, OpenApiDocument, SecurityScheme } from './document';
import type { Endpoint } from './endpoints';
import { exampleOf, exampleOfSchema, STRINGS } from './example';
import { resolve, resolveSchema } from './resolve';

/** With `-X HEAD` curl would wait for a body that never comes. */
const REQUEST: Partial<Record<Method, string>> = { get: '', head: '-I ' };

/**
 * A line to paste into a shell. The key comes from $API_KEY, or from
 * the variable that its scheme names; what a path needs and the document has no
 * example of, from a variable of the parameter's name.
 */
export function curlFor(document: OpenApiDocument, endpoint: Endpoint, baseUrl: string): string {
  const { method, parameters, body } = endpoint;
  const headers = [
    ...authentication(document, endpoint),
    ...parameters
      .filter((one) => one.in === 'header' && (one.required || one.example !== undefined))
      .map(({ name, schema, example }) => {
        const value = example ?? exampleOfSchema(document, schema);
        return `-H ${quoted(`${name}: ${textOf(value)}`)}`;
      }),
  ];
  const request = REQUEST[method] ?? `-X ${method.toUpperCase()} `;
  const address = baseUrl.replace(/\/$/, '') + addressOf(document, endpoint);
  const url = address.includes('$') ? `"${address}"` : quoted(address);
  const parts = [`curl ${request}${url}`, ...headers, ...payload(document, body)];
  return [...parts, ...output(endpoint)].join(' \\\n  ');
}

function addressOf(document: OpenApiDocument, { path, parameters }: Endpoint): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, required, schema, example } of parameters) {
    const value = textOf(example ?? exampleOfSchema(document, schema));
    if (place === 'path') {
      filled = filled.replace(`{${name}}`, example === undefined ? variableOf(name) : value);
    }
    if (place === 'query' && required) query.set(name, value);
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

/** A shell sends nothing while it is not set: without an id, a path would mean the whole collection. */
const variableOf = (name: string): string =>
  `\${${name.toUpperCase()}:?set it first: export ${name.toUpperCase()}=…}`;

/** Of the alternatives, the first. Double quotes, so that the shell fills in the variable. */
function authentication(document: OpenApiDocument, { operation }: Endpoint): string[] {
  const [requirement = {}] = operation.security ?? document.security ?? [];
  return Object.keys(requirement).flatMap((name) => {
    const schemes = document.components?.securitySchemes;
    const scheme = resolve<SecurityScheme>(document, schemes?.[name]);
    const key = `$${scheme?.['x-variable'] ?? 'API_KEY'}`;
    if (scheme?.type === 'http') return `-H "Authorization: Bearer ${key}"`;
    return scheme?.in === 'header' ? `-H "${scheme.name}: ${key}"` : [];
  });
}

function payload(document: OpenApiDocument, body: Body | undefined): string[] {
  const [type, media] = Object.entries(body?.content ?? {})[0] ?? [];
  if (!type || !media) return [];
  const example = exampleOf(document, media);
  if (type === 'multipart/form-data') {
    const fields = isRecord(example) ? Object.entries(example) : [];
    return fields.map(
      ([name, value]) => `-F ${quoted(`${name}=${partOf(document, media, name, value)}`)}`,
    );
  }
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return [`-H 'Content-Type: ${type}'`, `-d ${quoted(text)}`];
}

/** An example of a file is its content; without one curl reads the file of that name. */
function partOf(document: OpenApiDocument, media: MediaType, name: string, value: unknown): string {
  const field = resolveSchema(document, resolveSchema(document, media.schema).properties?.[name]);
  if (field.format !== 'binary') return textOf(value);
  return value === STRINGS['binary'] ? '@file' : `${textOf(value)};filename=${name}`;
}

/** What is no text does not belong on a terminal, and curl refuses to write it there. */
function output({ responses }: Endpoint): string[] {
  const answer = responses.find(([status]) => status.startsWith('2'))?.[1];
  const [type] = Object.keys(answer?.content ?? {});
  if (type === undefined || /json|text/.test(type)) return [];
  return ['--output answer.bin'];
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Single quotes for the shell: nothing within them is special but the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
