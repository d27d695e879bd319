import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/build.js';
import { freePort } from '../support/free-port.js';
import { waitFor } from '../support/wait-for.js';

const PROGRAM = join(ROOT, 'node_modules', '.cache', 'object-store', 'object-store');
export const REGION = 'eu-central-1';

/** An object store that knows S3, with versions and object lock, on a folder of its own. */
export class ObjectStore {
  private constructor(
    readonly endpoint: string,
    private readonly folder: string,
    private readonly end: () => Promise<void>,
  ) {}

  /** @param credentials as its clients find them in their environment */
  static async start(credentials: Readonly<Record<string, string>>): Promise<ObjectStore> {
    const folder = await mkdtemp(join(tmpdir(), 'gw-object-store-'));
    const [objects, versions] = [join(folder, 'objects'), join(folder, 'versions')];
    await Promise.all([mkdir(objects), mkdir(versions)]);
    const port = await freePort();
    const args = ['--port', `127.0.0.1:${port}`, '--region', REGION, '--quiet'];
    const keys = [
      '--access',
      credentials['AWS_ACCESS_KEY_ID'] ?? '',
      '--secret',
      credentials['AWS_SECRET_ACCESS_KEY'] ?? '',
    ];
    const child = spawn(PROGRAM, [
      ...args,
      ...keys,
      'posix',
      '--versioning-dir',
      versions,
      objects,
    ]);
    let said = '';
    for (const told of [child.stdout, child.stderr]) {
      told.on('data', (chunk: Buffer) => (said += chunk.toString()));
    }
    const ended = once(child, 'exit');
    await Promise.race([
      waitFor('the object store', () => isListening(port)),
      ended.then(() => Promise.reject(new Error(`the object store ended: ${said}`))),
    ]);
    return new ObjectStore(`http://127.0.0.1:${port}`, folder, async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    });
  }

  /** Files below its folder, of which each is an object or what is told of one. */
  async files(bucket: string): Promise<readonly Buffer[]> {
    const entries = await readdir(join(this.folder, 'objects', bucket), {
      recursive: true,
      withFileTypes: true,
    });
    const files = entries.filter((entry) => entry.isFile());
    return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))));
  }

  stop(): Promise<void> {
    return this.end();
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const answered = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return answered;
}
