import { beforeEach, describe, expect, it } from 'vitest';
import { expectError, expectRefusal } from '../../support/expect-error.js';
import { aForm } from '../../support/form.js';
import { startGateway } from '../../support/gateway.js';

const workloads = [{ name: 'ann' }, { name: 'bob' }];
const gateway = await startGateway({ workloads });
const headers = { 'x-gw-provider': 'sandbox' };

beforeEach(() => gateway.sandbox.clear());

async function upload(workload: string): Promise<string> {
  const form = aForm([
    { name: 'purpose', value: 'user_data' },
    { name: 'file', filename: 'a.txt', bytes: 10 },
  ]);
  const sending = {
    headers: { ...gateway.headers({ workload, headers }), ...form.headers },
    body: form.body,
  };
  const answer = await gateway.send('/v1/files', sending);
  expect(answer.status).toBe(200);
  return answer.json<{ id: string }>().id;
}

const ask = (method: string, path: string, workload: string) =>
  gateway.send(path, { method, headers: gateway.headers({ workload, headers }) });

describe('a file', () => {
  it('is read and deleted by the workload that uploaded it, and by no other', async () => {
    const id = await upload('ann');
    await gateway.sandbox.clear();
    for (const [method, path] of [
      ['GET', `/v1/files/${id}`],
      ['GET', `/v1/files/${id}/content`],
      ['DELETE', `/v1/files/${id}`],
    ] as const) {
      await expectRefusal(gateway, await ask(method, path, 'bob'), 'object_unknown');
    }
    expect((await ask('GET', `/v1/files/${id}/content`, 'ann')).status).toBe(200);
    expect((await ask('DELETE', `/v1/files/${id}`, 'ann')).status).toBe(200);
  });

  it('is not named in a body by another', async () => {
    const id = await upload('ann');
    await gateway.sandbox.clear();
    const content = [{ type: 'file', file: { file_id: id } }];
    const messages = [{ role: 'user', content }];
    await expectRefusal(
      gateway,
      await gateway.chat({ messages }, { workload: 'bob' }),
      'object_unknown',
    );
    const input = [{ role: 'user', content: [{ type: 'input_file', file_id: id }] }];
    const body = { model: 'sandbox/small', input };
    const answer = await gateway.post('/v1/responses', body, { workload: 'bob' });
    await expectRefusal(gateway, answer, 'object_unknown');
  });

  it('is in no list', async () => {
    const listed = await ask('GET', '/v1/files', 'ann');
    await expectRefusal(gateway, listed, 'objects_not_shared');
  });

  it('is not handed out when nobody can record whose it is', async () => {
    const { dataSource } = gateway.database.owner;
    await dataSource.query('REVOKE INSERT ON provider_object FROM gw_app');
    const form = aForm([
      { name: 'purpose', value: 'user_data' },
      { name: 'file', filename: 'a.txt', bytes: 10 },
    ]);
    const answer = await gateway.send('/v1/files', {
      headers: { ...gateway.headers({ workload: 'ann', headers }), ...form.headers },
      body: form.body,
    });
    await dataSource.query('GRANT INSERT ON provider_object TO gw_app');
    expectError(answer, 'objects_unavailable');
    expect(answer.text).not.toContain('file-');
  });
});

describe('a stored response', () => {
  it('is gone on from by its workload alone, streamed or whole', async () => {
    const body = { model: 'sandbox/small', input: 'Hello' };
    const whole = await gateway.post('/v1/responses', body, { workload: 'ann' });
    const streamed = await gateway.post(
      '/v1/responses',
      { ...body, stream: true },
      { workload: 'ann' },
    );
    const [, streamedId] = /"id":"(resp_[^"]+)"/.exec(streamed.text) ?? [];
    for (const id of [whole.json<{ id: string }>().id, streamedId]) {
      await gateway.sandbox.clear();
      const next = { ...body, previous_response_id: id };
      const refused = await gateway.post('/v1/responses', next, { workload: 'bob' });
      await expectRefusal(gateway, refused, 'object_unknown');
      await gateway.post('/v1/responses', next, { workload: 'ann' });
      const [seen] = await gateway.sandbox.requests();
      expect(seen?.body).toContain(String(id));
    }
  });
});

it('what an organisation shares is there for all of its workloads', async () => {
  const id = await upload('ann');
  await gateway.apply({ workloads, organisation: { share_ids: true } });
  expect((await ask('GET', `/v1/files/${id}`, 'bob')).status).toBe(200);
  expect((await ask('GET', '/v1/files', 'bob')).status).toBe(200);
});
