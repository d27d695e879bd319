import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../../test/support/test-database.js';
import { workloadsWorld } from '../testing/workloads-world.js';

const { app, owner } = await testDatabase();

const organisation = (name: string) => ({ organisation: { name, currency: 'EUR' } });
const touch = (name: string) =>
  owner.dataSource.query(
    `INSERT INTO epoch (org_id, name, value) SELECT id, kind, 1
      FROM organisation, unnest(ARRAY['settings', 'keys']) AS kind WHERE organisation.name = $1
      ON CONFLICT (org_id, name) DO UPDATE SET value = epoch.value + 1`,
    [name],
  );

it('keeps what was good of an organisation that cannot be read, and takes up all other changes', async () => {
  const world = workloadsWorld(app);
  world.aKey();
  await world.apply(organisation('Broken'));
  world.aKey();
  await world.apply(organisation('Sound'));
  const told: string[] = [];
  world.directory.onEpoch((name, id) => void told.push(`${name} ${id}`));
  const [broken, sound] = ['Broken', 'Sound'].map((name) =>
    [...world.directory.organisations()].find((one) => one.name === name),
  );

  await owner.dataSource.query(`UPDATE organisation SET settings = 'null' WHERE name = 'Broken'`);
  await owner.dataSource.query(
    `UPDATE organisation SET settings = jsonb_set(settings, '{currency}', '"SEK"') WHERE name = 'Sound'`,
  );
  await touch('Broken');
  await touch('Sound');
  await world.directory.poll();
  expect(world.directory.organisation(sound?.id as never)?.currency).toBe('SEK');
  expect(world.directory.organisation(broken?.id as never)).toBe(broken);
  for (const one of [broken, sound]) {
    expect(told).toContain(`keys ${one?.id}`);
    expect(told).toContain(`settings ${one?.id}`);
  }
  const before = told.length;
  await world.directory.poll();
  expect(told).toHaveLength(before); // It is not read again and again.

  const fresh = workloadsWorld(app);
  await fresh.directory.start();
  fresh.directory.stop();
  expect([...fresh.directory.organisations()].map(({ name }) => name)).toEqual(['Sound']);
});

it('holds that a key and its workload are of one organisation', async () => {
  const world = workloadsWorld(app);
  world.aKey();
  await world.apply(organisation('Here'));
  world.aKey();
  await world.apply(organisation('There'));
  const tear = owner.dataSource.query(
    `UPDATE virtual_key SET org_id = (SELECT id FROM organisation WHERE name = 'There')
      WHERE org_id = (SELECT id FROM organisation WHERE name = 'Here')`,
  );
  await expect(tear).rejects.toThrow(/key_of_workload/);
});

it("takes up a provider's secret file by what it says, without a settings file", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gw-secret-'));
  const file = join(folder, 'token');
  const say = async (secret: string) => {
    await writeFile(file, secret);
    await utimes(file, 1, 1);
  };
  const world = workloadsWorld(app);
  world.aKey();
  await say('sk-first');
  const provider = { name: 'kept', family: 'custom', base_url: 'http://127.0.0.1:1/v1' };
  const settings = { ...organisation('Filed'), aliases: [], workloads: [] };
  await world.apply({ ...settings, providers: [{ ...provider, secret: { file } }] });
  const replica = workloadsWorld(app);
  const told: string[] = [];
  await replica.directory.poll();
  replica.directory.onEpoch((name) => void told.push(name));
  const id = [...replica.directory.organisations()].find(({ name }) => name === 'Filed')?.id;
  const secret = async () => {
    await replica.directory.poll();
    return replica.directory.secretOf(id as never, 'kept')?.reveal();
  };
  expect(await secret()).toBe('sk-first');
  await say('sk-other');
  expect(await secret()).toBe('sk-other');
  await say('');
  expect(await secret()).toBe('sk-other');
  await rm(file);
  expect(await secret()).toBe('sk-other');
  await say('sk-third');
  expect(await secret()).toBe('sk-third');
  expect(told).toEqual([]); // No setting and no price is another.
  await rm(folder, { recursive: true });
});
