import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditLog, AuditLogs } from '#contract';
import { startGateway } from '../../support/gateway.js';
import { idOf } from '../../support/http.js';
import {
  isConsistent,
  isIncluded,
  openCheckpoint,
  readEntries,
  readTree,
  type Head,
} from '../../support/tile-client.js';

const TOKEN = 'of-an-auditor-0123456789';
const CALLS = 300; // One full tile, and one that is not.
const OLD_CALLS = 7;
const AT_ONCE = 20;

const gateway = await startGateway({}, { env: { GW_AUDIT_TOKEN: TOKEN } });
const ask = (path: string) =>
  gateway.send(`/audit/v1${path}`, { headers: { authorization: `Bearer ${TOKEN}` } });

let log: AuditLog;
let old: Head;
let head: Head;
let lastId: string;

const fetchOf = async (path: string): Promise<Buffer> => {
  const { status, bytes } = await ask(`/${log.organisation}/${path}`);
  expect([path, status]).toEqual([path, 200]);
  return bytes;
};
const headOf = async () => openCheckpoint(String(await fetchOf('checkpoint')), log.vkey);
const hashesIn = (text: string) =>
  text.split('\n').flatMap((line) => (line ? [Buffer.from(line, 'base64')] : []));

async function serve(calls: number): Promise<void> {
  for (let made = 0; made < calls; made += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, calls - made) }, () => gateway.chat());
    const answers = await Promise.all(batch);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    lastId = idOf(answers.at(-1) ?? { headers: {} });
  }
  await gateway.records.settled();
}

beforeAll(async () => {
  const { logs } = (await ask('')).json<AuditLogs>();
  expect(logs).toHaveLength(1);
  [log] = logs as [AuditLog];
  await serve(OLD_CALLS);
  old = await headOf();
  await serve(CALLS - OLD_CALLS);
  head = await headOf();
});

describe('a client that trusts nothing but the verifier key', () => {
  it('rebuilds the log from its tiles, and every entry is in its place', async () => {
    expect([old.size, head.size]).toEqual([OLD_CALLS, CALLS]);
    const leaves = await readTree(fetchOf, head);
    const entries = await readEntries(fetchOf, leaves);
    expect(entries).toHaveLength(CALLS);
    expect(String(entries.at(-1))).toMatch(/^\{"alias":.*"type":"call"/);
    await readTree(fetchOf, old); // Tiles of a smaller tree stay what they were.
  });

  it('is shown that the log only grew', async () => {
    const proof = await fetchOf(`consistency?from=${old.size}&to=${head.size}`);
    expect(isConsistent(old, head, hashesIn(String(proof)))).toBe(true);
    const other = { size: old.size, root: head.root };
    expect(isConsistent(other, head, hashesIn(String(proof)))).toBe(false);
  });

  it('is shown that a call is in it', async () => {
    const entries = await readEntries(fetchOf, await readTree(fetchOf, head));
    const index = entries.findIndex((entry) => String(entry).includes(`"id":"${lastId}"`));
    const text = String(await fetchOf(`proof/${lastId}`));
    const [lines = '', ...note] = text.split('\n\n');
    const [, place, ...hashes] = lines.split('\n');
    expect(place).toBe(`index ${index}`);
    const signed = openCheckpoint(note.join('\n\n'), log.vkey);
    const proof = hashesIn(hashes.join('\n'));
    const entry = entries[index] ?? Buffer.of();
    expect(isIncluded(entry, index, signed, proof)).toBe(true);
    expect(isIncluded(Buffer.concat([entry, entry]), index, signed, proof)).toBe(false);
  });
});

it('says of what never changes that it may be kept', async () => {
  const tile = await ask(`/${log.organisation}/tile/0/000`);
  expect(tile.headers).toMatchObject({
    'cache-control': 'private, max-age=31536000, immutable',
    'content-type': 'application/octet-stream',
  });
  const { headers } = await ask(`/${log.organisation}/checkpoint`);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
  });
});

const NONE = '00000000-0000-7000-8000-000000000000';

it.each([
  ['/{log}/tile/0/001', 'not full yet', 'no such tile'],
  ['/{log}/tile/0/001.p/45', 'longer than the log', 'no such tile'],
  ['/{log}/tile/1/000', 'not full yet', 'no such tile'],
  ['/{log}/tile/entries/002.p/1', 'behind the end', 'no such tile'],
  ['/{log}/tile/0/1', 'no place of a tile', 'no place of a tile'],
  ['/{log}/consistency?from=10&to=9', 'the older one is longer', '`from` is more than `to`'],
  ['/{log}/consistency?from=1&to=301', 'longer than the log', 'no checkpoint covers'],
  [`/{log}/proof/${NONE}`, 'no such call', 'no sealed call'],
  ['/{log}/proof/x', 'no id', 'no sealed call'],
  [`/${NONE}/checkpoint`, 'no such log', 'no checkpoint'],
  ['/x/checkpoint', 'no log', 'no id of a log'],
])('answers %s with 404, and says why: %s', async (path, _case, why) => {
  const { status, json } = await ask(path.replace('{log}', log.organisation));
  expect(status).toBe(404);
  expect(json<{ error: { message: string } }>().error.message).toContain(why);
});

it.each(['from=1', 'to=2', 'from=-1&to=2', 'from=01&to=2', 'from=1&from=2&to=3'])(
  'answers sizes that are none with 400: %s',
  async (query) => {
    const { status } = await ask(`/${log.organisation}/consistency?${query}`);
    expect(status).toBe(400);
  },
);

it('is not there for anybody else', async () => {
  const paths = ['', `/${log.organisation}/checkpoint`, `/${log.organisation}/tile/0/000`];
  for (const path of paths) {
    for (const authorization of [undefined, 'Bearer another', `Bearer ${gateway.key()}`]) {
      const headers = authorization === undefined ? {} : { authorization };
      const { status, json } = await gateway.send(`/audit/v1${path}`, { headers });
      const { message } = json<{ error: { message: string } }>().error;
      expect([path, authorization, status, message]).toEqual([
        path,
        authorization,
        404,
        expect.stringMatching(/^No such path\./),
      ]);
    }
  }
});
