import { beforeAll, describe, expect, it } from 'vitest';
import type { Organisation } from '#call';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { aWorkloadDto, workloadsWorld } from '../testing/workloads-world.js';
import { SettingsFault } from './read-settings-file.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

let turn = 0;

/** A world with an organisation of its own, settings applied. */
async function anAppliedWorld() {
  const world = workloadsWorld(database.app);
  const name = `Organisation ${turn++}`;
  const organisation = { name, currency: 'EUR', time_zone: 'UTC' };
  const apply: typeof world.apply = (change, ...rest) =>
    world.apply({ organisation, ...change }, ...rest);
  const key = world.aKey();
  await apply();
  const isActive = async (text: string) =>
    (await world.keys.findActiveKeyByHash(world.hasher.hash(text))) !== undefined;
  const inForce = (): Organisation => {
    const found = [...world.directory.organisations()].find((one) => one.name === name);
    if (!found) throw new Error('not in force');
    return found;
  };
  return { ...world, name, organisation, apply, key, isActive, inForce };
}

const rowsOf = (table: string) =>
  database.app.query({
    name: `test-all-${table}`,
    text: `SELECT * FROM ${table} ORDER BY 1, 2, 3`,
  });

const TABLES = ['organisation', 'provider', 'alias', 'workload', 'virtual_key', 'price_book'];

/** All that settings are kept in, but for the counters of changes. */
const everything = async () =>
  Object.fromEntries(await Promise.all(TABLES.map(async (table) => [table, await rowsOf(table)])));

describe('applied settings', () => {
  it('are in force as the values that calls carry', async () => {
    const { inForce, directory, key, keys, hasher } = await anAppliedWorld();
    const organisation = inForce();
    expect([...organisation.providers.keys()].toSorted()).toEqual(['deployments', 'mock']);
    expect(organisation.providers.get('mock')).toMatchObject({
      family: 'openai',
      baseUrl: 'http://127.0.0.1:9901/v1',
      jurisdiction: { zone: 'EU', guaranteed: true },
      credentialId: 'mock',
    });
    expect(directory.secretOf(organisation.id, 'mock')?.reveal()).toBe('sk-mock');
    expect(JSON.stringify([...organisation.providers])).not.toContain('sk-mock');
    expect(organisation.providers.get('mock')?.models.get('small')).toEqual({
      id: 'small',
      contextTokens: 128_000,
      supports: null,
      outputTokensMax: 16_384,
      isListed: true,
    });
    expect(organisation.aliases.get('gw/fast')).toMatchObject({ fallbacks: ['deployments/large'] });
    const stored = await keys.findActiveKeyByHash(hasher.hash(key));
    if (!stored) throw new Error('the key is not there');
    expect(directory.workload(stored.workloadId)).toMatchObject({
      name: 'app',
      rpm: 600,
      tpm: 400_000,
      budget: { nano: 10_000_000_000n, period: 'monthly', mode: 'adaptive' },
      allowedModels: ['mock/*', 'gw/fast'],
      upstreamTimeoutMs: 300_000,
      protection: { mode: 'tokenize' },
    });
  });

  it('hold neither a key nor a secret in the tables', async () => {
    const { key } = await anAppliedWorld();
    const stored = JSON.stringify(await everything());
    expect(stored).not.toContain(key.slice(20));
    expect(stored).not.toContain('sk-mock');
  });

  it('applied again change nothing', async () => {
    const { apply } = await anAppliedWorld();
    const before = await everything();
    await apply();
    expect(await everything()).toEqual(before);
  });

  it('replace providers and aliases as a whole', async () => {
    const { apply, inForce } = await anAppliedWorld();
    await apply({
      aliases: [],
      workloads: [],
      providers: [{ name: 'only', family: 'custom', base_url: 'http://127.0.0.1:1/v1/' }],
    });
    expect([...inForce().providers.keys()]).toEqual(['only']);
    expect(inForce().providers.get('only')).toMatchObject({
      baseUrl: 'http://127.0.0.1:1/v1',
      credentialId: null,
      credential: 'own',
    });
    expect(inForce().aliases.size).toBe(0);
  });

  it('are refused when two variables hold one key', async () => {
    const { apply, key, variables } = await anAppliedWorld();
    const before = await everything();
    variables['COPY'] = key;
    const twin = aWorkloadDto({ name: 'twin', keys: [{ name: 'k', secret: { env: 'COPY' } }] });
    const applied = apply({ workloads: [aWorkloadDto(), twin] });
    await expect(applied).rejects.toThrow(
      'workloads.twin.keys.k.secret: the same virtual key as workloads.app.keys.ci.secret',
    );
    await expect(applied).rejects.not.toThrow(key);
    expect(await everything()).toEqual(before);
  });

  it('stop a key that the file no longer names, and let it work again when it comes back', async () => {
    const { apply, key, isActive, aKey } = await anAppliedWorld();
    expect(await isActive(key)).toBe(true);
    const other = aKey('OTHER');
    await apply({ workloads: [aWorkloadDto({ keys: [{ name: 'o', secret: { env: 'OTHER' } }] })] });
    expect([await isActive(key), await isActive(other)]).toEqual([false, true]);
    await apply();
    expect([await isActive(key), await isActive(other)]).toEqual([true, false]);
  });

  it('do not bring a key back that an operator has revoked', async () => {
    const { apply, keys, hasher, key } = await anAppliedWorld();
    const find = () => keys.findActiveKeyByHash(hasher.hash(key));
    const id = (await find())?.id ?? '';
    await database.app.transaction((tx) => keys.revokeKey(tx, id));
    await apply();
    await apply({ workloads: [] });
    await apply();
    expect(await find()).toBeUndefined();
  });

  it('stop the keys of a workload that the file no longer names', async () => {
    const { apply, key, isActive } = await anAppliedWorld();
    await apply({ workloads: [] });
    expect(await isActive(key)).toBe(false);
  });

  it('leave the keys of another organisation alone', async () => {
    const one = await anAppliedWorld();
    const other = await anAppliedWorld();
    await other.apply({ workloads: [] });
    expect(await one.isActive(one.key)).toBe(true);
  });

  it('keep a workload and what it has spent over any change', async () => {
    const { apply, key, keys, hasher, directory } = await anAppliedWorld();
    const before = await keys.findActiveKeyByHash(hasher.hash(key));
    if (!before) throw new Error('the key is not there');
    const spend = `INSERT INTO meter_counter (scope, scope_id, period, spent) VALUES (1, $1, 't', 5)`;
    await database.app.query({ name: 'test-spend', text: spend }, [before.workloadId]);
    const budget = { amount: '99', period: 'total' };
    await apply({ workloads: [] });
    await apply({ workloads: [aWorkloadDto({ budget })] });
    expect((await keys.findActiveKeyByHash(hasher.hash(key)))?.workloadId).toBe(before.workloadId);
    expect(directory.workload(before.workloadId)?.budget?.nano).toBe(99_000_000_000n);
    const [row] = await database.app.query<{ spent: string }>(
      { name: 'test-spent', text: 'SELECT spent FROM meter_counter WHERE scope_id = $1' },
      [before.workloadId],
    );
    expect(row?.spent).toBe('5');
  });
});

describe('settings that cannot be applied', () => {
  it('change nothing when a secret is missing, and name every one that is', async () => {
    const { apply } = await anAppliedWorld();
    const before = await everything();
    const applied = apply({
      providers: [
        {
          name: 'mock',
          family: 'custom',
          base_url: 'http://127.0.0.1:1/v1',
          secret: { env: 'NOPE' },
        },
      ],
      aliases: [],
      workloads: [
        aWorkloadDto({
          keys: [
            { name: 'a', secret: { env: 'NONE' } },
            { name: 'b', secret: { env: 'MOCK_KEY' } },
          ],
        }),
      ],
    });
    const fault = await applied.catch((thrown: unknown) => thrown);
    expect(fault).toBeInstanceOf(SettingsFault);
    expect((fault as SettingsFault).faults).toEqual([
      'providers.mock.secret: NOPE is not set',
      'workloads.app.keys.a.secret: NONE is not set',
      'workloads.app.keys.b.secret: not a virtual key; make one with: npx gw key generate',
    ]);
    expect(await everything()).toEqual(before);
  });

  it('change nothing when the prices cannot be written', async () => {
    const { apply } = await anAppliedWorld();
    const before = await everything();
    const applied = apply({ workloads: [], aliases: [] }, () =>
      Promise.reject(new Error('no prices')),
    );
    await expect(applied).rejects.toThrow('no prices');
    expect(await everything()).toEqual(before);
  });
});

describe('alerts by mail', () => {
  it('are refused where this process is to send them and has no server', async () => {
    for (const [environment, missing] of [
      [{}, ['GW_SMTP_URL', 'GW_SMTP_FROM']],
      [{ GW_SMTP_URL: 'smtp://127.0.0.1:25' }, ['GW_SMTP_FROM']],
    ] as const) {
      const world = workloadsWorld(database.app, undefined, environment);
      world.aKey();
      const before = await everything();
      const fault: unknown = await world.apply().catch((thrown: unknown) => thrown);
      expect(fault).toBeInstanceOf(SettingsFault);
      expect((fault as SettingsFault).faults).toEqual(
        missing.map((name) => `organisation.alerts.emails: ${name} is not set`),
      );
      expect(await everything()).toEqual(before);
    }
  });

  it('are taken where a worker sends them', async () => {
    const world = workloadsWorld(database.app, undefined, { GW_ROLE: 'api' });
    world.aKey();
    await world.apply({ organisation: { name: 'By a worker', alerts: { emails: ['a@b.org'] } } });
    const names = Array.from(world.directory.organisations(), ({ name }) => name);
    expect(names).toContain('By a worker');
  });
});

describe('a key that two organisations name', () => {
  it('belongs to the last one, with a workload of that one, and both are told', async () => {
    const former = await anAppliedWorld();
    const next = await anAppliedWorld();
    next.variables['GW_KEY_CI'] = former.key;
    const heard: string[] = [];
    next.directory.onEpoch((name, id) => {
      if (name === 'keys') heard.push(next.directory.organisation(id)?.name ?? '');
    });
    await next.apply();
    expect(heard.toSorted()).toEqual([former.name, next.name]);
    const stored = await next.keys.findActiveKeyByHash(next.hasher.hash(former.key));
    expect(stored?.organisationId).toBe(next.inForce().id);
    const itsWorkloads = await database.app.query<{ id: string }>({
      name: 'test-workloads-of',
      text: `SELECT w.id FROM workload w WHERE w.org_id = '${next.inForce().id}'`,
    });
    expect(itsWorkloads.map(({ id }) => id)).toContain(stored?.workloadId);
  });
});

describe('the directory', () => {
  it('tells of changed settings and of changed keys, each time once', async () => {
    const { directory, apply, keys, key, hasher } = await anAppliedWorld();
    const heard: string[] = [];
    await directory.poll();
    directory.onEpoch((name) => void heard.push(name));
    await directory.poll();
    expect(heard).toEqual([]);
    await apply();
    expect(heard.toSorted()).toEqual(['keys', 'settings']);
    const stored = await keys.findActiveKeyByHash(hasher.hash(key));
    const revoke = () => database.app.transaction((tx) => keys.revokeKey(tx, stored?.id ?? ''));
    expect(await revoke()).toMatchObject({ workloadId: stored?.workloadId });
    expect(await revoke()).toBeUndefined();
    heard.length = 0;
    await directory.poll();
    expect(heard).toEqual(['keys']);
  });

  it('tells whose settings and keys changed, and reads only those again', async () => {
    const first = await anAppliedWorld();
    const second = await anAppliedWorld();
    await first.directory.poll();
    const heard: string[] = [];
    first.directory.onEpoch((name, id) => {
      heard.push(`${name} ${first.directory.organisation(id)?.name}`);
    });
    const untouched = first.inForce();
    await second.apply({ aliases: [], workloads: [] });
    await first.directory.poll();
    expect(heard.toSorted()).toEqual([`keys ${second.name}`, `settings ${second.name}`]);
    expect(first.inForce()).toBe(untouched);
    await first.apply();
    expect(first.inForce()).not.toBe(untouched);
  });

  it('lets go of an organisation that is gone, and tells of it', async () => {
    const { directory, name, inForce } = await anAppliedWorld();
    const { id } = inForce();
    const heard: string[] = [];
    directory.onEpoch((what, organisation) => void heard.push(`${what} ${organisation}`));
    const text = 'DELETE FROM organisation WHERE name = $1';
    await database.app.query({ name: 'test-remove-organisation', text }, [name]);
    await directory.poll();
    expect(directory.organisation(id)).toBeUndefined();
    expect(heard.toSorted()).toEqual([`keys ${id}`, `settings ${id}`]);
  });

  it('tells a listener again whose work failed', async () => {
    const { directory, apply, inForce } = await anAppliedWorld();
    let turns = 0;
    directory.onEpoch((name) => {
      if (name === 'settings' && turns++ === 0) throw new Error('the database was away');
    });
    await apply({ aliases: [], workloads: [] });
    expect(turns).toBe(1);
    expect(inForce().aliases.size).toBe(0);
    await directory.poll();
    await directory.poll();
    expect(turns).toBe(2);
  });

  it('has in force what was committed before it was asked to refresh', async () => {
    const { directory, apply, inForce } = await anAppliedWorld();
    const early = directory.poll();
    await apply({ aliases: [], workloads: [] });
    await Promise.all([early, directory.refresh()]);
    expect(inForce().aliases.size).toBe(0);
  });
});
