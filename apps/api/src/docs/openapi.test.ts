import 'reflect-metadata';
import { RequestMethod, type Type } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { catalogue, type ErrorKey } from '#kernel';
import { ApiModule } from '../api.module.js';
import type { Response } from './document.js';
import { openApi } from './openapi.js';
import { documentFaults, operationsOf, referencesIn, resolved } from './testing/check-document.js';
import { mismatches } from './testing/match-schema.js';

/** The framework's own notes on a controller: `path` and `method`, see its decorators. */
const noted = (key: string, target: object): unknown => Reflect.getMetadata(key, target);

interface Served {
  readonly path: string;
  readonly method: string;
}

const routesOf = (controller: Type): Served[] =>
  [noted('path', controller)].flat().flatMap((prefix) => routesUnder(String(prefix), controller));

function routesUnder(prefix: string, controller: Type): Served[] {
  const methods = controller.prototype as Readonly<Record<string, object>>;
  return Object.getOwnPropertyNames(methods).flatMap((name) => {
    const handler = name === 'constructor' ? undefined : methods[name];
    const path = handler && noted('path', handler);
    if (!handler || path === undefined) return [];
    const method = RequestMethod[Number(noted('method', handler))] ?? '';
    return [path].flat().map((own) => {
      const parts = [prefix, own as string].flatMap((part) => part.split('/'));
      return { path: `/${parts.filter(Boolean).join('/')}`, method };
    });
  });
}

/** The prefixes of the messages format are described with the path itself. */
const PREFIX = /^\/(?:alt|anthropic)(?=\/|$)/;
const routes = (noted('controllers', ApiModule) as readonly Type[])
  .flatMap(routesOf)
  .map(({ path, method }) => ({ method, path: path.replace(PREFIX, '') }))
  .filter(({ path }) => path !== '')
  // The format of Gemini is described under its own version.
  .filter(({ path, method }) => path !== '/v1/models/*' || method !== 'POST');
const operations = operationsOf(openApi);

/** `/v1/{path}` may hold slashes; so may the id of a model and the place of a tile, which controllers write `*`. */
const asRoute = (path: string): string =>
  path
    .replace('/v1/{path}', '/v1/*')
    .replace('/v1/models/{id}', '/v1/models/*')
    .replace('/tile/{tile}', '/tile/*')
    .replace(/^\/(?:audit|v1\/documents|v1\/mcp|v1\/vector_stores)\/.*/, (route) =>
      route.replace(/\{(\w+)\}/g, ':$1'),
    )
    .replace(/^\/v1beta\/models\/\{\w+\}:\w+$/, '/v1beta/*')
    .replace(/^\/v1beta\/models\/\{\w+\}$/, '/v1beta/models/*');

const SIGNED = '/v1/documents/anonymize/jobs/{id}/result';
const KEYED = /^\/v1(?:beta)?\//;

describe('the OpenAPI document', () => {
  it('keeps the rules of OpenAPI 3.1, and its examples fit their schemas', () => {
    expect(documentFaults(openApi)).toEqual([]);
  });

  it('refers to things that are there, and uses all that it has', () => {
    const references = new Set(referencesIn(openApi));
    const components = Object.entries(openApi.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`));
    expect([...references].toSorted()).toEqual(components.toSorted());
  });

  it.each(routes)('has $path of a controller', ({ path, method }) => {
    const documented = operations.filter((one) => asRoute(one.path) === path);
    expect(documented).not.toEqual([]);
    if (method === 'ALL') return;
    expect(documented.map((one) => one.method.toUpperCase())).toContain(method);
  });

  it('has no path that no controller serves', () => {
    const served = routes.map(({ path }) => path);
    const isServed = (path: string) =>
      served.includes(asRoute(path)) || (served.includes('/v1/*') && path.startsWith('/v1/'));
    expect(operations.map(({ path }) => path).filter((path) => !isServed(path))).toEqual([]);
  });

  /** Of uploads, which come by the admin API. */
  const UPLOAD_ONLY: ReadonlySet<ErrorKey> = new Set(['store_full']);
  const shown = (Object.keys(catalogue) as ErrorKey[]).filter((key) => !UPLOAD_ONLY.has(key));

  /** An agent is told of its own mistakes by an answer. */
  const ANSWERED: ReadonlySet<ErrorKey> = new Set([
    'tool_unknown',
    'tool_arguments_invalid',
    'mcp_state_invalid',
    'mcp_target_unknown',
  ]);

  it.each(shown)('shows %s as callers get it', (key) => {
    const { status, code, type } = catalogue[key];
    const isOfTools = /^(?:mcp|tool)_/.test(key);
    const bodies = operations.flatMap(({ operation }) => {
      const response = operation.responses[ANSWERED.has(key) ? 200 : status];
      const content = response && resolved<Response>(openApi, response).content;
      const examples = content?.['application/json']?.examples ?? {};
      return Object.entries(examples)
        .filter(([name]) => name === key || key === 'upstream_cut')
        .map(([, { value }]) => value);
    });
    const error = expect.objectContaining({ code, type });
    expect(bodies).toContainEqual(
      isOfTools
        ? expect.objectContaining({
            error: expect.objectContaining({ data: expect.objectContaining({ gw: error }) }),
          })
        : { error },
    );
  });

  it('shows how a stream ends with an error', () => {
    const ok = openApi.paths['/v1/chat/completions']?.post?.responses['200'] as Response;
    const streams = ok.content?.['text/event-stream']?.examples ?? {};
    for (const key of ['upstream_cut', 'server_restarting'] as const) {
      expect(streams[key]?.value).toContain(`"code":"${catalogue[key].code}"`);
      expect(streams[key]?.value).not.toContain('[DONE]');
    }
  });

  it('links to the makers of the format wherever it leaves fields to them', () => {
    const withoutMaker = ['/v1/rerank', '/v1/video/generations', '/v1/{path}'];
    const unlinked = operations
      .filter(({ operation }) => !operation.externalDocs)
      .filter(({ operation }) => ['Chat', 'Forwarded paths'].includes(operation.tags[0] ?? ''))
      .map(({ path }) => path);
    expect([...new Set(unlinked)].toSorted()).toEqual(withoutMaker);
  });

  it('works wherever the gateway is reached', () => {
    expect(openApi.servers).toEqual([{ url: '/', description: expect.any(String) }]);
  });

  it('asks for a key on every path below /v1 but that of a signed address, and on no other', () => {
    const isKeyed = ({ path }: { readonly path: string }) => KEYED.test(path) && path !== SIGNED;
    const open = operations.filter(({ operation }) => operation.security !== undefined);
    expect(open.some(isKeyed)).toBe(false);
    expect(operations.length - open.length).toBe(operations.filter(isKeyed).length);
  });
});

describe('the check itself', () => {
  it('finds a reference that leads nowhere, and an example that does not fit', () => {
    const path = { name: 'x', in: 'path', description: '', schema: { $ref: '#/nowhere' } } as const;
    const broken = { ...openApi, paths: { '/v1/{y}': { parameters: [path], get: aGet } } };
    const faults = documentFaults(broken);
    expect(faults).toContain('#/nowhere leads nowhere');
    expect(faults).toContain('get /v1/{y}: path parameters');
    expect(faults).toContain('get /v1/{y}: x must be required');
    expect(faults).toContain('get /v1/{y}: no tag Missing');
    expect(mismatches(openApi, { $ref: '#/components/schemas/ModelList' }, { data: [{}] })).toEqual(
      expect.arrayContaining(['$.object is missing', '$.data[0].id is missing']),
    );
  });
});

const aGet = { operationId: 'x', summary: '', tags: ['Missing'], responses: {} };
