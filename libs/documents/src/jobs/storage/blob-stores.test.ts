import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlobStore } from './blob-store.js';
import { FolderStore } from './folder-store.js';
import { S3Store } from './s3-store.js';

/** An object store as far as it is used: objects by their path, each put whole. */
class ObjectStore {
  readonly objects = new Map<string, Buffer>();
  private readonly server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://store').pathname;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const found = this.objects.get(path);
      if (request.method === 'PUT') this.objects.set(path, Buffer.concat(chunks));
      else if (request.method === 'DELETE') this.objects.delete(path);
      else if (!found) response.statusCode = 404;
      response.end(request.method === 'GET' ? found : undefined);
    });
  });

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await new Promise((resolve) => this.server.once('listening', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'gw-blobs-'));
const objects = new ObjectStore();
const endpoint = await objects.start();

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

const bucket = { bucket: 'documents', prefix: 'jobs/', region: 'eu-central-1', endpoint };

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
