import { describe, expect, it, onTestFinished } from 'vitest';
import { EndUserIndex, eraseCall, eraseEndUser } from '#audit';
import { ContentSweep, ResponseCache } from '#content';
import { Ids, SystemEntropy, type OrganisationId } from '#kernel';
import { InstanceSecrets, ReplicaId } from '#platform';
import { AdminClient } from './admin.js';
import type { CallOptions, TestGateway } from './gateway.js';
import { idOf, type Answer } from './http.js';

/** An organisation with a cache, for `cachedAnswersGo`. */
export const CACHING = {
  content_retention_days: 1,
  response_cache: { enabled: true, ttl_seconds: 600 },
};
const WORKLOADS = [{ name: 'default' }, { name: 'other' }];
export const CACHING_SETTINGS = { organisation: CACHING, workloads: WORKLOADS };

/** As long as anything may be given that is gone. */
const LAG_MS = 2_000;

/** What is on its way into the cache of a gateway is there, and found where it lies alone. */
export async function stored({ app, clock, records }: TestGateway): Promise<void> {
  await records.settled();
  await app.get(ResponseCache, { strict: false }).drained();
  clock.skip(LAG_MS);
}

/**
 * By whatever means answers are to go, they are given to nobody any more, and deleted where they lie.
 * @param count how many lie there
 */
export function cachedAnswersGo(gateway: TestGateway, count: () => Promise<number>): void {
  const sql = gateway.database.owner.dataSource;
  const ask = (text: string, more: object = {}, options: CallOptions = {}) =>
    gateway.chat(
      { model: 'sandbox/echo', messages: [{ role: 'user', content: text }], ...more },
      options,
    );
  const stateOf = ({ headers }: Answer) => headers['x-gw-cache'];
  const keep = async (text: string, more: object = {}, options: CallOptions = {}) => {
    const first = await ask(text, more, options);
    await stored(gateway);
    expect(stateOf(await ask(text, more, options))).toBe('hit');
    return idOf(first);
  };
  const expectGone = async (text: string, more: object = {}) => {
    gateway.clock.skip(LAG_MS);
    expect(stateOf(await ask(text, more))).toBe('miss');
    await stored(gateway);
    expect(stateOf(await ask(text, more))).toBe('hit'); // Made anew.
  };
  const sweep = () => gateway.app.get(ContentSweep, { strict: false }).sweep();
  const tools = () => ({
    database: gateway.database.app,
    clock: gateway.clock,
    ids: new Ids(gateway.clock, new SystemEntropy()),
    replica: new ReplicaId(new Ids(gateway.clock, new SystemEntropy()).callId()),
  });
  const organisationId = async () => {
    const [row] = await sql.query<{ id: OrganisationId }[]>('SELECT id FROM organisation');
    return row?.id as OrganisationId;
  };

  describe('a cached answer goes', () => {
    let owner: AdminClient | undefined;
    const asOwner = async () => (owner ??= await AdminClient.setUp(gateway));

    it('with the content of its call, erased by an administrator', async () => {
      const id = await keep('Erased by hand');
      expect((await (await asOwner()).delete(`/audit/${id}/content`)).status).toBe(204);
      await expectGone('Erased by hand');
    });

    it('with its call, erased by an operator', async () => {
      const id = await keep('Erased by its call');
      expect(await eraseCall(tools(), id, 'asked')).toBe(true);
      await expectGone('Erased by its call');
    });

    it('with the person that its call was made for', async () => {
      const jane = { safety_identifier: 'jane-4711' };
      await keep('Erased with a person', jane);
      const endUsers = new EndUserIndex(
        gateway.database.app,
        gateway.app.get(InstanceSecrets),
        new SystemEntropy(),
      );
      const who = { organisationId: await organisationId(), endUser: 'jane-4711' };
      expect(await eraseEndUser({ ...tools(), endUsers }, who, 'asked')).toBeGreaterThan(0);
      await expectGone('Erased with a person', jane);
    });

    it('with a purge, at once', async () => {
      await keep('Purged');
      await (await asOwner()).post('/cache/purge');
      expect(stateOf(await ask('Purged'))).toBe('miss');
    });

    it('where no content is kept any more, and where there is no cache', async () => {
      for (const change of [
        { content_retention_days: 0 },
        { response_cache: { enabled: false } },
      ]) {
        await keep(`As long as it is kept: ${JSON.stringify(change)}`);
        await gateway.apply({ ...CACHING_SETTINGS, organisation: { ...CACHING, ...change } });
        onTestFinished(() => gateway.apply(CACHING_SETTINGS));
        await sweep();
        expect(await count()).toBe(0);
        await gateway.apply(CACHING_SETTINGS);
        gateway.clock.skip(LAG_MS);
        expect(stateOf(await ask(`As long as it is kept: ${JSON.stringify(change)}`))).toBe('miss');
        await stored(gateway);
      }
    });

    it('with a sweep, after an erasure that its store heard nothing of', async () => {
      await keep('One that stays');
      const id = await keep('One that goes');
      await eraseCall(tools(), id, 'asked');
      gateway.clock.skip(LAG_MS);
      await sweep();
      const before = await count();
      expect(stateOf(await ask('One that goes'))).toBe('miss');
      await stored(gateway);
      expect(await count()).toBe(before + 1);
    });

    it('with its workload', async () => {
      await sweep();
      const before = await count();
      await keep('Of a workload', {}, { workload: 'other' });
      expect(await count()).toBe(before + 1);
      await sql.query(`DELETE FROM workload WHERE name = 'other'`);
      await sweep();
      expect(await count()).toBe(before);
    });
  });
}
