import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, expect, it } from 'vitest';
import { SystemClock, SystemEntropy } from '#kernel';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { EmbeddedPostgres } from './embedded-postgres.js';

const clock = new SystemClock();
const entropy = new SystemEntropy();
const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** A data folder of the test's own. As root the server is another user, who has to pass through. */
async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gw-pg-'));
  await chmod(folder, 0o711);
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const settings = { fsync: 'off' };
  const server = await EmbeddedPostgres.start({ dataDir, settings }, clock, entropy);
  cleanUps.push(() => server.stop());
  return server;
}

async function ask<Row>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}

const pidOf = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it('makes a server that only a socket in the data folder leads to, and stops it', async () => {
  const dataDir = await aFolder();
  const server = await start(dataDir);
  expect(server.wasRunning).toBe(false);
  expect(await ask(server.url, 'SELECT current_database() AS name')).toEqual([{ name: 'gateway' }]);
  expect(await ask(server.url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
  expect(await ask(server.url, 'SHOW data_checksums')).toEqual([{ data_checksums: 'on' }]);
  expect((await stat(join(dataDir, 'run'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
  const stranger = new URL(server.url);
  stranger.password = 'wrong';
  await expect(ask(stranger.toString(), 'SELECT 1')).rejects.toThrow(/password/);

  const pid = await pidOf(dataDir);
  await server.stop();
  expect(isRunning(pid)).toBe(false);
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  await server.stop();
});

it('keeps what was written over a stop and a start', async () => {
  const dataDir = await aFolder();
  const first = await start(dataDir);
  await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  const second = await start(dataDir);
  expect(second.url).toBe(first.url);
  expect(await ask(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

it('starts from a copy of a folder whose server was stopped, whoever made the copy', async () => {
  const [dataDir, copy] = [await aFolder(), await aFolder()];
  const first = await start(dataDir);
  await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
  await first.stop();
  await cp(dataDir, copy, { recursive: true });
  const second = await start(copy);
  expect(await ask(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
});

it('refuses a copy that was made while the server ran, and says what to do', async () => {
  const [dataDir, copy] = [await aFolder(), await aFolder()];
  await start(dataDir);
  const isCopied = (path: string) => !path.includes('.s.PGSQL'); // A socket is no file to copy.
  await cp(dataDir, copy, { recursive: true, filter: isCopied });
  await expect(start(copy)).rejects.toThrow(
    /is a copy of \S+, made while its database ran.* copy the data folder again/,
  );
});

it('adopts a server that a killed gateway left running, and stops that one', async () => {
  const dataDir = await aFolder();
  await start(dataDir); // Its watch ends with the test; until then it is the life before.
  const pid = await pidOf(dataDir);
  const adopted = await start(dataDir);
  expect(adopted.wasRunning).toBe(true);
  expect(await pidOf(dataDir)).toBe(pid);
  await adopted.stop();
  expect(isRunning(pid)).toBe(false);
});

it('starts a server again that was killed, with everything that was committed', async () => {
  const dataDir = await aFolder();
  const server = await start(dataDir);
  await ask(server.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const pid = await pidOf(dataDir);
  process.kill(pid, 'SIGKILL');
  const rows = await waitFor('the server to be back', () =>
    ask(server.url, 'SELECT answer FROM kept').catch(() => undefined),
  );
  expect(rows).toEqual([{ answer: 42 }]);
  expect(await pidOf(dataDir)).not.toBe(pid);
});

it('ends a server at once of which any process is frozen, since that one hears nothing', async () => {
  const dataDir = await aFolder();
  const server = await start(dataDir);
  const client = new Client({ connectionString: server.url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const backend = Number(rows[0]?.pid);
  process.kill(backend, 'SIGSTOP');
  const state = () => readFile(`/proc/${backend}/stat`, 'utf8');
  await waitFor('it to stand still', async () => (await state()).includes(') T '));
  const pid = await pidOf(dataDir);
  await server.stop();
  await waitFor('the server to be gone', () => !isRunning(pid));
  client.connection.stream.destroy();
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(true); // Killed, not shut down.
  const again = await start(dataDir);
  expect(await ask(again.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('starts a server again whose socket was deleted, since nobody could reach it any more', async () => {
  const dataDir = await aFolder();
  const server = await start(dataDir);
  await ask(server.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await rm(join(dataDir, 'run'), { recursive: true });
  const rows = await waitFor('the server to be reached', () =>
    ask(server.url, 'SELECT answer FROM kept').catch(() => undefined),
  );
  expect(rows).toEqual([{ answer: 42 }]);
});

it('leaves nothing running that was just being started again', async () => {
  const dataDir = await aFolder();
  const server = await start(dataDir);
  process.kill(await pidOf(dataDir), 'SIGKILL');
  const log = join(dataDir, 'postgres.log');
  const before = (await stat(log)).size;
  await waitFor('another start', async () => (await stat(log)).size > before);
  await server.stop();
  await expect(ask(server.url, 'SELECT 1')).rejects.toThrow(/ENOENT|ECONNREFUSED/);
});

it('starts although the number of the last server belongs to somebody else now', async () => {
  const dataDir = await aFolder();
  const first = await start(dataDir);
  const noted = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  await first.stop();
  const [, ...rest] = noted.split('\n');
  const stale = [process.pid, ...rest].join('\n');
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), stale);
  const second = await start(dataDir);
  expect(second.wasRunning).toBe(false);
  expect(await pidOf(dataDir)).not.toBe(process.pid);
});

it('puts the socket elsewhere when the data folder has too long a path for one', async () => {
  const folder = await aFolder();
  const dataDir = join(folder, randomBytes(60).toString('hex'));
  await mkdir(dataDir);
  const server = await start(dataDir);
  const socketDir = new URL(server.url).searchParams.get('host') ?? '';
  expect(socketDir.startsWith(dataDir)).toBe(false);
  expect((await stat(socketDir)).mode & 0o777).toBe(0o700);
  cleanUps.unshift(() => rm(socketDir, { recursive: true, force: true }));
  expect(await ask(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('starts a server that cannot run some twenty times in half a minute, not a thousand times', async () => {
  const [dataDir, binDir] = [await aFolder(), await aFolder()];
  const log = join(dataDir, 'postgres.log');
  const script = (lines: string) => `#!/bin/sh\n${lines}\n`;
  await writeFile(join(binDir, 'initdb'), script('echo 18 > "$2/PG_VERSION"'), { mode: 0o755 });
  await writeFile(join(binDir, 'postgres'), script('echo cannot run'), { mode: 0o755 });
  const time = new FakeClock();
  let isOver = false;
  const started = EmbeddedPostgres.start({ dataDir, binDir }, time, entropy).finally(() => {
    isOver = true;
  });
  const turning = waitFor('the start to be given up', () => (time.advance(25), isOver), 60_000);
  await expect(started).rejects.toThrow(/does not answer.*cannot run/s);
  await turning;
  const starts = (await readFile(log, 'utf8')).split('cannot run').length - 1;
  expect(starts).toBeGreaterThan(5);
  expect(starts).toBeLessThan(30);
});

it('says at once that the password is missing, and makes none that would let nobody in', async () => {
  const dataDir = await aFolder();
  await (await start(dataDir)).stop();
  const file = join(dataDir, 'postgres.password');
  const password = await readFile(file, 'utf8');
  await rm(file);
  await expect(start(dataDir)).rejects.toThrow(/postgres\.password is missing.*Restore the file/);
  expect(existsSync(file)).toBe(false);
  await writeFile(file, password);
  expect(await ask((await start(dataDir)).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('leaves no server running that it could not use', async () => {
  const dataDir = await aFolder();
  await (await start(dataDir)).stop();
  await writeFile(join(dataDir, 'postgres.password'), 'ab'.repeat(32));
  await expect(start(dataDir)).rejects.toThrow(/does not take the password in .*Restore both/);
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});

it('says where it looked when there is no PostgreSQL', async () => {
  const dataDir = await aFolder();
  const started = EmbeddedPostgres.start({ dataDir, binDir: dataDir }, clock, entropy);
  await expect(started).rejects.toThrow(/GW_PG_BIN/);
});
