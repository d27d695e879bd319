import { afterAll, expect, it } from 'vitest';
import type { Parameter } from '../../../apps/api/src/docs/document.js';
import { openApi } from '../../../apps/api/src/docs/openapi.js';
import { operationsOf, resolved } from '../../../apps/api/src/docs/testing/check-document.js';
import { JOB_MS_MAX, settled } from '../../support/document-jobs.js';
import { startFirstRun } from '../../support/first-run.js';

const gateway = await startFirstRun();
afterAll(() => settled(gateway), JOB_MS_MAX); // What an example began ends by itself.

const documented = operationsOf(openApi).filter(({ path }) => path.startsWith('/v1/'));

/** One sending for each example of a body, or one without a body; parameters as the examples say. */
function sendingsOf({ path, method, item, operation }: (typeof documented)[number], id = '') {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) =>
    resolved<Parameter>(openApi, one),
  );
  const filled = parameters
    .filter((one) => one.in === 'path')
    .reduce(
      (at, { name, example }) => at.replace(`{${name}}`, (example as string | undefined) ?? id),
      path,
    );
  const headers = Object.fromEntries(
    parameters
      .filter((one) => one.in === 'header' && one.example !== undefined)
      .map(({ name, example }) => [name, example as string]),
  );
  const [[type, media] = []] = Object.entries(operation.requestBody?.content ?? {});
  const examples = Object.values(media?.examples ?? {}).map(({ value }) => value);
  const schema = media && resolved(openApi, media.schema as { $ref: string });
  const fields = schema && 'properties' in schema ? (schema.properties as object) : {};
  const bodies = examples.length > 0 || !type ? examples : [{}];
  return (bodies.length > 0 ? bodies : [undefined]).map((value) => ({
    path: filled,
    method: method.toUpperCase(),
    headers,
    body: bodyOf(type, value, fields),
  }));
}

function bodyOf(
  type: string | undefined,
  value: unknown,
  fields: object,
): string | FormData | null {
  if (value === undefined) return null;
  if (type === 'application/json') return JSON.stringify(value);
  const form = new FormData();
  for (const [name, text] of Object.entries(value as Record<string, string>)) {
    const isFile = (fields as Record<string, { format?: string }>)[name]?.format === 'binary';
    if (isFile) form.set(name, new Blob([text]), name);
    else form.set(name, text);
  }
  return form;
}

async function answerTo({ path, method, headers, body }: ReturnType<typeof sendingsOf>[number]) {
  const json = typeof body === 'string' && { 'content-type': 'application/json' };
  const answer = await fetch(gateway.url + path, {
    method,
    headers: { ...gateway.headers({ headers }), ...json },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

const MAKERS = { file_id: 'uploadFile', response_id: 'createResponse' };

/** What a path below a collection is about: made by the example of the operation that makes one. */
async function idFor(path: string): Promise<string> {
  const maker = Object.entries(MAKERS).find(([name]) => path.includes(`{${name}}`))?.[1];
  const made = documented.find(({ operation }) => operation.operationId === maker);
  const [sending] = made ? sendingsOf(made) : [];
  if (!sending) return '';
  return (JSON.parse((await answerTo(sending)).text) as { id: string }).id;
}

it.each(documented.map((one) => ({ id: one.operation.operationId, one })))(
  'the examples of $id are answered on a first run, or say what they need',
  async ({ one }) => {
    const needs = one.operation['x-needs'];
    for (const sending of sendingsOf(one, await idFor(one.path))) {
      const { status, text } = await answerTo(sending);
      const isDone = Object.keys(one.operation.responses).includes(String(status)) && status < 300;
      if (needs === undefined) expect([status, isDone ? '' : text]).toEqual([status, '']);
      else expect([400, 403, 404]).toContain(status);
    }
  },
);

it('a method that is none is answered as the document says, with those that are', async () => {
  const answer = await fetch(`${gateway.url}/v1/models`, { method: 'PROPFIND' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([
    405,
    'GET, HEAD, POST, PUT, PATCH, DELETE',
  ]);
  const { post } = openApi.paths['/v1/{path}'] ?? {};
  const response = post?.responses['405'];
  expect(response && resolved(openApi, response)).toMatchObject({
    headers: { allow: { $ref: '#/components/headers/allow' } },
  });
});
