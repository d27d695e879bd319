import { isRecord } from '../../../lib/is-record';
import type { Body, Method, OpenApiDocument, SecurityScheme } from './document';
import type { Endpoint } from './endpoints';
import { exampleOf, exampleOfSchema } from './example';
import { resolve } from './resolve';

/** With `-X HEAD` curl would wait for a body that never comes. */
const REQUEST: Partial<Record<Method, string>> = { get: '', head: '-I ' };

/** A line to paste into a shell; the key comes from $API_KEY. */
export function curlFor(document: OpenApiDocument, endpoint: Endpoint, baseUrl: string): string {
  const { method, parameters, body } = endpoint;
  const headers = [
    ...authentication(document, endpoint),
    ...parameters
      .filter((parameter) => parameter.in === 'header' && parameter.required)
      .map(({ name, schema, example }) => {
        const value = example ?? exampleOfSchema(document, schema);
        return `-H ${quoted(`${name}: ${textOf(value)}`)}`;
      }),
  ];
  const request = REQUEST[method] ?? `-X ${method.toUpperCase()} `;
  const url = quoted(baseUrl.replace(/\/$/, '') + addressOf(document, endpoint));
  const parts = [`curl ${request}${url}`, ...headers, ...payload(document, body)];
  return parts.join(' \\\n  ');
}

function addressOf(document: OpenApiDocument, { path, parameters }: Endpoint): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, required, schema, example } of parameters) {
    const value = textOf(example ?? exampleOfSchema(document, schema));
    if (place === 'path' && example !== undefined) filled = filled.replace(`{${name}}`, value);
    if (place === 'query' && required) query.set(name, value);
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

/** Of the alternatives, the first. Double quotes, so that the shell fills in the variable. */
function authentication(document: OpenApiDocument, { operation }: Endpoint): string[] {
  const [requirement = {}] = operation.security ?? document.security ?? [];
  return Object.keys(requirement).flatMap((name) => {
    const schemes = document.components?.securitySchemes;
    const scheme = resolve<SecurityScheme>(document, schemes?.[name]);
    if (scheme?.type === 'http') return `-H "Authorization: Bearer $API_KEY"`;
    return scheme?.in === 'header' ? `-H "${scheme.name}: $API_KEY"` : [];
  });
}

function payload(document: OpenApiDocument, body: Body | undefined): string[] {
  const [type, media] = Object.entries(body?.content ?? {})[0] ?? [];
  if (!type || !media) return [];
  const example = exampleOf(document, media);
  if (type === 'multipart/form-data') {
    const fields = isRecord(example) ? Object.entries(example) : [];
    return fields.map(
      ([name, value]) =>
        `-F ${quoted(`${name}=${value === '(binary)' ? '@file' : textOf(value)}`)}`,
    );
  }
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return [`-H 'Content-Type: ${type}'`, `-d ${quoted(text)}`];
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Single quotes for the shell: nothing within them is special but the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
