import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ObjectStore, type StoreFault } from '../../../../../test/support/object-store.js';
import type { BlobStore } from './blob-store.js';
import { FolderStore } from './folder-store.js';
import { S3Store } from './s3-store.js';

const folder = await mkdtemp(join(tmpdir(), 'gw-blobs-'));
const objects = await ObjectStore.start();

beforeAll(() => {
  process.env['AWS_ACCESS_KEY_ID'] = 'test';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'test';
});
afterAll(async () => {
  objects.close();
  await rm(folder, { recursive: true });
});

const bytes = Buffer.alloc(300_000, 'x');

async function* pieces(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes.subarray(0, 100_000));
  yield bytes.subarray(100_000);
}

async function* brokenOff(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes.subarray(0, 100_000));
  throw new Error('the upload broke off');
}

async function read(store: BlobStore, name: 'input' | 'result'): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of store.read('a-job', name)) all.push(piece);
  return Buffer.concat(all);
}

const bucket = {
  bucket: 'documents',
  prefix: 'jobs/',
  region: 'eu-central-1',
  endpoint: objects.url,
};

describe.each([
  ['a folder', new FolderStore(folder), async () => (await readdir(folder)).length],
  ['a bucket', new S3Store(bucket), () => Promise.resolve(objects.objects.size)],
])('documents in %s', (_name, store: BlobStore, left: () => Promise<number>) => {
  it('are there as they were written, in the place of those before', async () => {
    await store.write('a-job', 'input', pieces(), bytes.length);
    await store.write('a-job', 'input', pieces(), bytes.length);
    await store.write('a-job', 'result', pieces(), bytes.length);
    expect((await read(store, 'input')).equals(bytes)).toBe(true);
    await store.remove('a-job', 'input');
    await expect(read(store, 'input')).rejects.toThrow();
    expect((await read(store, 'result')).equals(bytes)).toBe(true);
    await store.remove('a-job');
    await store.remove('a-job');
    expect(await left()).toBe(0);
  });

  it('are not there at all where writing them broke off', async () => {
    await expect(store.write('a-job', 'input', brokenOff(), bytes.length)).rejects.toThrow();
    await expect(read(store, 'input')).rejects.toThrow();
    await store.remove('a-job');
    expect(await left()).toBe(0);
  });
});

describe('a bucket whose store', () => {
  const store = new S3Store(bucket, { connectMs: 200, silentMs: 200 });
  const write = () => store.write('a-job', 'input', pieces(), bytes.length);

  it.each<[string, StoreFault]>([
    ['does not answer', 'hang'],
    ['is busy', 'busy'],
    ['breaks the connection', 'refuse'],
  ])('%s says so soon, whatever it is asked', async (_what, fault) => {
    await write();
    for (const method of ['GET', 'PUT', 'DELETE']) objects.faults.set(method, fault);
    const before = objects.asked.length;
    for (const work of [write, () => read(store, 'input'), () => store.remove('a-job')]) {
      await expect(work()).rejects.toThrow();
    }
    expect(objects.asked.slice(before)).toEqual(['PUT', 'GET', 'DELETE']); // Not each of three names in vain.
    objects.faults.clear();
    await store.remove('a-job');
  });

  it.each<[string, StoreFault]>([
    ['stops in the middle of an object', 'stall'],
    ['cuts it off', 'cut'],
  ])('%s says so soon', async (_what, fault) => {
    await write();
    objects.faults.set('GET', fault);
    await expect(read(store, 'input')).rejects.toThrow();
    objects.faults.clear();
    await store.remove('a-job');
  });
});
