import { afterAll, expect, it } from 'vitest';
import { ensureBuilt } from '../support/build.js';
import { GatewayHome } from '../support/gateway-process.js';
import { addRow } from '../support/table.js';
import { TestSandbox } from '../support/test-sandbox.js';
import { Tally } from './tally.js';

const MIB = 1_048_576;
const BODY_BYTES = 32 * MIB;
const AT_ONCE = 64;
const RSS_MIB_MAX = 1_536;

await ensureBuilt();
const sandbox = await TestSandbox.start();
const home = await GatewayHome.make({}, sandbox.url);
const gateway = await home.start();
afterAll(async () => {
  await home.remove();
  await sandbox.close();
});

/** A chat whose metadata is as large as a body may be. */
function bodyOf(fill: string, last: string, first = ''): Buffer {
  const [head, tail] = [
    '{"model":"sandbox/small","max_tokens":5,"messages":[{"role":"user","content":"x"}],"metadata":[',
    ']}',
  ];
  const room = BODY_BYTES - head.length - first.length - last.length - tail.length;
  const filled = fill.repeat(Math.floor(room / fill.length)) + last;
  return Buffer.from(head + first + filled + tail);
}

it.for([
  ['text', bodyOf('y', '"', '"')],
  ['numbers', bodyOf('1,', '1')],
  ['empty objects', bodyOf('{},', '{}')],
  ['short strings', bodyOf('"a",', '"a"')],
] as const)('64 bodies of 32 MiB at once: %s', async ([, body], { task }) => {
  const tally = new Tally();
  const calls = Array.from({ length: AT_ONCE }, () =>
    gateway.chatWith(body).catch(() => undefined),
  );
  for (const [at, answer] of (await Promise.all(calls)).entries()) {
    // Each is answered: served, or refused by a name. A connection that breaks is a body lost.
    const fate = answer === undefined ? 'through' : answer.status === 200 ? 'harmless' : 'refused';
    tally.count(`${at}: ${answer?.status}`, fate);
  }
  expect((await gateway.chat({ max_tokens: 5 })).status).toBe(200);
  expect(await gateway.peakMib()).toBeLessThan(RSS_MIB_MAX);
  addRow(task, { attack: 'peak memory (MiB)', attempts: await gateway.peakMib() });
  tally.expectNoneThrough(task);
});
