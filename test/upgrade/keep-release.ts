// A step of `npm run release`: keeps a database of this release, which later ones have to bring up to theirs.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../support/build.js';
import { blocksOf } from '../support/events.js';
import { GatewayHome, MASTER_KEY, type GatewayProcess } from '../support/gateway-process.js';
import { TestSandbox } from '../support/test-sandbox.js';
import { packRelease, SETTINGS } from './a-release.js';

const CLI = join(ROOT, 'dist', 'apps', 'cli', 'src', 'main.js');
const CALLS = 20;
const STREAM = 'sandbox/fault/slow=2,tokens=40';
const PRIVATE = [{ role: 'user', content: 'Write to anna.kowalska@example.com' }];

const [file = ''] = process.argv.slice(2);
const sandbox = await TestSandbox.start();
const home = await GatewayHome.make(SETTINGS, sandbox.url);
try {
  const gateway = await home.start({ GW_MASTER_KEY: MASTER_KEY });
  await fill(gateway);
  await home.stop(); // Seals all of it.
  const folder = join(home.folder, 'backup');
  await promisify(execFile)(process.execPath, [CLI, 'backup', folder], {
    env: { PATH: process.env['PATH'], ...home.environment, GW_MASTER_KEY: MASTER_KEY },
  });
  await packRelease(file, folder, home.keys);
} finally {
  await home.remove();
  await sandbox.close();
}

/** Whole answers, a stream, a stream that its caller left, and refusals. */
async function fill(gateway: GatewayProcess): Promise<void> {
  for (let call = 0; call < CALLS; call++) await gateway.chat({});
  for (const isLeft of [false, true]) {
    const stream = await gateway.openStream({ model: STREAM });
    for await (const _block of blocksOf(stream.body)) if (isLeft) break;
    stream.hangUp();
  }
  await gateway.chat({ model: 'sandbox/unknown' });
  const body = JSON.stringify({ model: 'sandbox/small', messages: PRIVATE });
  await gateway.send('/v1/chat/completions', { body }, home.keyOf('guarded'));
}
