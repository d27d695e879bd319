import { expect, it, vi } from 'vitest';
import { AdminClient } from '../../support/admin.js';
import {
  callOf,
  createJob,
  formOf,
  JOB_MS_MAX,
  jobOf,
  settled,
} from '../../support/document-jobs.js';
import { startGateway } from '../../support/gateway.js';
import { waitFor } from '../../support/wait-for.js';

vi.setConfig({ testTimeout: 2 * JOB_MS_MAX }); // Children are started for each document.

const LETTER = 'Dear Mr Tobias Fairweather, write to eleanor.whitcombe@example.org today.';
const gateway = await startGateway({}, { managedBy: 'console' });
const owner = await AdminClient.setUp(gateway);
const member = await owner.invited('member');
const other = await owner.invited('member', 'other@example.com');
const auditor = await owner.invited('auditor');
const memberId = (await member.get('/session')).json<{ id: string }>().id;

interface View {
  readonly id: string;
  readonly status: string;
  readonly member_id: string | null;
  readonly file: { readonly filename: string | null };
}

const letter = await formOf(new TextEncoder().encode(LETTER), 'letter.txt', {
  include_mapping: true,
});
const read = async (client: AdminClient, id: string) =>
  (await client.get(`/anonymizations/${id}`)).json<View>();
const listed = async (client: AdminClient) =>
  (await client.get('/anonymizations')).json<{ data: View[] }>().data.map(({ id }) => id);
const completed = (id: string) =>
  waitFor(
    'the job',
    async () => {
      const view = await read(owner, id);
      return view.status === 'completed' && view;
    },
    JOB_MS_MAX,
  );

it('a member has a document anonymized, follows it, and takes the result, each on record', async () => {
  const made = await member.postForm('/anonymizations', letter);
  expect(made.status).toBe(202);
  const { id } = made.json<View>();
  expect(await completed(id)).toMatchObject({
    member_id: memberId,
    file: { filename: 'letter.txt' },
  });
  const file = await member.get(`/anonymizations/${id}/result`);
  expect(file.text).toBe('Dear Mr «PERSON_NAME_1», write to «EMAIL_1» today.');
  expect(file.headers['content-disposition']).toBe(
    "attachment; filename*=UTF-8''letter.anonymized.txt",
  );
  const mapping = (await member.get(`/anonymizations/${id}/mapping`)).json<{
    mapping: { value: string }[];
  }>();
  expect(mapping.mapping.map(({ value }) => value)).toEqual([
    'Tobias Fairweather',
    'eleanor.whitcombe@example.org',
  ]);
  await settled(gateway);
  const entry = await gateway.records.entry(callOf(id));
  expect(entry).toMatchObject({ member: memberId, units: { pages: 1 } });
  const { data } = (await owner.get('/activity?limit=20')).json<{ data: { action: string }[] }>();
  const actions = data.map(({ action }) => action);
  expect(actions).toEqual(
    expect.arrayContaining(['anonymization.download', 'anonymization.read_mapping']),
  );
});

it('is seen by who made it and by administrators; those of keys by administrators', async () => {
  const { id } = (await member.postForm('/anonymizations', letter)).json<View>();
  const byKey = jobOf(await createJob(gateway, new TextEncoder().encode(LETTER), 'key.txt'));
  await completed(id);
  await completed(byKey.id);
  expect((await listed(owner)).slice(0, 2)).toEqual([byKey.id, id]);
  expect(await listed(member)).toContain(id);
  expect(await listed(member)).not.toContain(byKey.id);
  expect(await listed(other)).toEqual([]);
  for (const path of ['', '/result', '/mapping']) {
    expect((await other.get(`/anonymizations/${id}${path}`)).status).toBe(404);
    expect((await auditor.get(`/anonymizations/${id}${path}`)).status).toBe(403);
  }
  expect((await other.delete(`/anonymizations/${id}`)).status).toBe(404);
  expect((await other.post(`/anonymizations/${id}/cancel`)).status).toBe(404);
  expect((await member.post(`/anonymizations/${id}/cancel`)).status).toBe(409);
  expect((await member.get('/anonymizations/none')).status).toBe(422);
  expect((await member.delete(`/anonymizations/${id}`)).status).toBe(204);
  expect((await owner.get(`/anonymizations/${id}`)).status).toBe(404);
  const page = (await owner.get('/anonymizations?limit=1')).json<{
    data: View[];
    next_cursor: string;
  }>();
  expect(page.data.map((view) => view.id)).toEqual([byKey.id]);
  const next = await owner.get(`/anonymizations?limit=1&cursor=${page.next_cursor}`);
  expect(next.json<{ data: View[] }>().data).toHaveLength(1);
  await settled(gateway);
});

it('a form comes from the Console, and from nowhere else', async () => {
  const refused = await new AdminClient(gateway.url).postForm('/anonymizations', letter);
  expect(refused.status).toBe(401);
});
