import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { EndUserIndex, eraseCall, eraseEndUser } from '#audit';
import { ContentQueue, ContentSweep } from '#content';
import { Ids, SystemEntropy, type OrganisationId } from '#kernel';
import { InstanceSecrets, ReplicaId } from '#platform';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { idOf } from '../../support/http.js';

const MAIL = 'anna.berger@example.org';
const asking = (text: string, more: object = {}) => ({
  model: 'sandbox/echo',
  messages: [{ role: 'user', content: text }],
  ...more,
});
const KEEPING = { protection: { mode: 'tokenize' }, content_retention_days: 7 };
const gateway = await startGateway({ organisation: KEEPING });
const owner = await AdminClient.setUp(gateway);
const admin = await owner.invited('admin');
const sql = gateway.database.owner.dataSource;
const queue = gateway.app.get(ContentQueue, { strict: false });
const sweep = gateway.app.get(ContentSweep, { strict: false });

interface Kept {
  readonly prompt: { text: string | null; cut: boolean } | null;
  readonly answer: { text: string | null; cut: boolean } | null;
}
const settled = async (): Promise<void> => {
  await gateway.records.settled();
  await queue.drained();
};
const keptOf = async (id: string, client = owner): Promise<Kept> => {
  await settled();
  return (await client.get(`/audit/${id}/content`)).json<Kept>();
};
const rowsOf = (id: string) =>
  sql.query<{ part: string; sealed: Buffer }[]>(
    'SELECT part, sealed FROM call_content WHERE call_id = $1 ORDER BY part',
    [id],
  );
const newestAdmin = async (): Promise<unknown> => {
  const [row] = await sql.query<{ entry: Buffer }[]>(
    `SELECT entry FROM audit_row WHERE type = 'admin' ORDER BY id DESC LIMIT 1`,
  );
  return JSON.parse(row?.entry.toString() ?? '');
};
const NOTHING = { prompt: null, answer: null };

describe('content that is kept', () => {
  it.each([false, true])('is what was sent and came back, streamed: %s', async (stream) => {
    const answer = await gateway.chat(asking(`Write to ${MAIL}`, { stream }));
    expect(answer.text).toContain(MAIL);
    const id = idOf(answer);
    const { prompt, answer: said } = await keptOf(id);
    expect(prompt?.text).toMatch(/"Write to EMAIL_\w+"/);
    const { parts } = JSON.parse(said?.text ?? '') as { parts: { kind: string; text: string }[] };
    expect(parts).toEqual([
      { kind: 'text', choice: 0, text: expect.stringMatching(/Write to EMAIL_\w+/) as string },
    ]);
    expect(`${prompt?.text}${said?.text}`).not.toContain(MAIL);
    expect(await newestAdmin()).toMatchObject({
      detail: { action: 'content.read', target: `call ${id}` },
    });
    for (const { sealed } of await rowsOf(id)) expect(sealed.includes('Write to')).toBe(false);
  });

  it('is kept of the other formats, too, and nothing of what was refused', async () => {
    const body = {
      model: 'sandbox/echo',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Hi there' }],
    };
    const messages = await gateway.post('/v1/messages', body);
    expect((await keptOf(idOf(messages))).answer?.text).toContain('Hi there');
    const refused = await gateway.chat({ model: 'sandbox/none' });
    expect(await keptOf(idOf(refused))).toMatchObject(NOTHING);
  });

  it('is for owners to read', async () => {
    const id = idOf(await gateway.chat(asking('a secret of ours')));
    await settled();
    const refused = await admin.get(`/audit/${id}/content`);
    expect(refused.status).toBe(403);
    expect(refused.text).not.toContain('a secret of ours');
  });

  it('is not shown where it was changed in the database, or put elsewhere', async () => {
    const [one, other] = [
      idOf(await gateway.chat(asking('the first'))),
      idOf(await gateway.chat(asking('the second'))),
    ];
    await settled();
    await sql.query(
      `UPDATE call_content SET sealed = set_byte(sealed, length(sealed) - 1, 7 # get_byte(sealed, length(sealed) - 1))
        WHERE call_id = $1 AND part = 'prompt'`,
      [one],
    );
    await sql.query(
      `UPDATE call_content c SET sealed = o.sealed FROM call_content o
        WHERE c.call_id = $1 AND o.call_id = $2 AND c.part = 'answer' AND o.part = 'answer'`,
      [one, other],
    );
    expect(await keptOf(one)).toMatchObject({ prompt: { text: null }, answer: { text: null } });
    expect((await keptOf(other)).answer?.text).toContain('the second');
  });
});

describe('content that goes', () => {
  const tools = {
    database: gateway.database.app,
    clock: gateway.clock,
    ids: new Ids(gateway.clock, new SystemEntropy()),
    replica: gateway.app.get(ReplicaId),
  };

  it('goes by hand, on record, and the entry stays', async () => {
    const id = idOf(await gateway.chat(asking('to be erased')));
    expect((await keptOf(id)).prompt).not.toBeNull();
    expect((await admin.delete(`/audit/${id}/content`)).status).toBe(204);
    expect(await newestAdmin()).toMatchObject({ detail: { action: 'content.erase' } });
    expect(await keptOf(id)).toMatchObject(NOTHING);
    expect(await gateway.records.entry(id)).toMatchObject({ outcome: 'ok' });
  });

  it('goes with an erasure of its call, or of a person', async () => {
    const call = idOf(await gateway.chat(asking('of one call')));
    const jane = idOf(await gateway.chat(asking('of Jane', { safety_identifier: 'jane-4711' })));
    const john = idOf(await gateway.chat(asking('of John', { safety_identifier: 'john-0815' })));
    await settled();
    expect(await eraseCall(tools, call, 'asked')).toBe(true);
    const [{ id: organisationId } = { id: '' }] = await sql.query<{ id: string }[]>(
      'SELECT id FROM organisation',
    );
    const secrets = gateway.app.get(InstanceSecrets);
    const endUsers = new EndUserIndex(tools.database, secrets, new SystemEntropy());
    const who = { organisationId: organisationId as OrganisationId, endUser: 'jane-4711' };
    expect(await eraseEndUser({ ...tools, endUsers }, who, 'asked')).toBe(1);
    expect([await rowsOf(call), await rowsOf(jane)]).toEqual([[], []]);
    expect(await rowsOf(john)).toHaveLength(2);
  });

  it('goes after its days, by the setting of now, and all of it when none is kept any more', async () => {
    await settled();
    await sql.query(`UPDATE call_content SET kept_at = now() - interval '8 days'`);
    const fresh = idOf(await gateway.chat(asking('of today')));
    await settled();
    expect(await sweep.sweep()).toBeGreaterThan(5);
    expect(await sql.query('SELECT DISTINCT call_id FROM call_content')).toEqual([
      { call_id: fresh },
    ]);
    onTestFinished(() => gateway.apply({ organisation: KEEPING }));
    await gateway.apply({ organisation: { ...KEEPING, content_retention_days: 0 } });
    const unkept = idOf(await gateway.chat(asking('of nobody')));
    await settled();
    expect(await rowsOf(unkept)).toEqual([]);
    await sql.query(`UPDATE call_content SET kept_at = now() - interval '1 second'`);
    expect(await sweep.sweep()).toBe(2);
  });
});

it('what cannot be kept keeps no call from being answered, and is told', async () => {
  await sql.query('REVOKE INSERT ON call_content FROM gw_app');
  onTestFinished(async () => void (await sql.query('GRANT INSERT ON call_content TO gw_app')));
  const before = queue.counters.lost;
  expect((await gateway.chat(asking('served all the same'))).status).toBe(200);
  await vi.waitFor(
    () => {
      gateway.clock.skip(1_000);
      expect(queue.counters.lost).toBe(before + 2);
    },
    { timeout: 10_000, interval: 5 },
  );
  expect(gateway.log.lines.join('\n')).toContain('content of calls was not kept');
});
