import { expect, it } from 'vitest';
import type { Operation, Parameter } from '../../../apps/api/src/docs/document.js';
import { openApi } from '../../../apps/api/src/docs/openapi.js';
import { NOT_IN_SANDBOX } from '../../../apps/api/src/docs/paths/forwarded.js';
import { operationsOf, resolved } from '../../../apps/api/src/docs/testing/check-document.js';
import { defaultSettings } from '../../../apps/api/src/start/default-settings.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { TestSettings } from '../../support/settings.js';

/** What a first run answers where it is meant to refuse, or where there is nothing to find. */
const OTHERWISE: Readonly<Record<string, number>> = {
  listFiles: 403,
  forwardGet: 403,
  forwardPost: 403,
  forwardPut: 403,
  forwardPatch: 403,
  forwardDelete: 403,
  createVideo: 403,
  getResponse: 404,
  deleteResponse: 404,
  listResponseItems: 404,
  cancelResponse: 404,
};

const { organisation, workloads = [] }: TestSettings = defaultSettings('', 'NONE', () => false);
const gateway = await startGateway({
  ...(organisation && { organisation }),
  workloads: workloads.map((workload) => ({ ...workload, keys: undefined })),
});

const documented = operationsOf(openApi).filter(({ path }) => path.startsWith('/v1/'));
const isAnswered = ({ operationId, description = '' }: Operation) =>
  !(operationId in OTHERWISE) && !description.includes(NOT_IN_SANDBOX);

/** One sending for each example of a body, or one without a body; parameters as the examples say. */
function sendingsOf({ path, method, item, operation }: (typeof documented)[number], fileId = '') {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) =>
    resolved<Parameter>(openApi, one),
  );
  const filled = parameters
    .filter((one) => one.in === 'path')
    .reduce(
      (at, { name, example }) => at.replace(`{${name}}`, (example as string | undefined) ?? fileId),
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

async function statusOf(
  to: TestGateway,
  { path, method, headers, body }: ReturnType<typeof sendingsOf>[number],
) {
  const json = typeof body === 'string' && { 'content-type': 'application/json' };
  const answer = await fetch(to.url + path, {
    method,
    headers: { ...to.headers({ headers }), ...json },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

const withoutFile = documented.filter(({ path }) => !path.includes('{file_id}'));

it.each(withoutFile.map((one) => ({ id: one.operation.operationId, one })))(
  'the examples of $id do on a first run what the document says',
  async ({ id, one }) => {
    const expected = isAnswered(one.operation) ? 200 : (OTHERWISE[id] ?? 404);
    for (const sending of sendingsOf(one, 'resp_none')) {
      const { status, text } = await statusOf(gateway, sending);
      expect([status, status === expected ? '' : text]).toEqual([expected, '']);
    }
  },
);

it('the id of the uploaded file is what the paths of files take', async () => {
  const operation = (id: string) => {
    const found = documented.find((one) => one.operation.operationId === id);
    if (!found) throw new Error(`there is no operation ${id}`);
    return found;
  };
  const [upload] = sendingsOf(operation('uploadFile'));
  if (!upload) throw new Error('there is no example of an upload');
  const { id } = JSON.parse((await statusOf(gateway, upload)).text) as { id: string };
  for (const one of ['getFile', 'downloadFile', 'deleteFile'].map(operation)) {
    const statuses = await Promise.all(
      sendingsOf(one, id).map(async (sending) => (await statusOf(gateway, sending)).status),
    );
    expect(statuses).toEqual([200]);
  }
});

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
