import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startGateway } from '../support/gateway.js';
import { seeded } from '../support/seeded.js';
import { addRow } from '../support/table.js';
import { UPSTREAM_KEY } from '../support/test-sandbox.js';
import { CANARY, fuzzed, type Fuzzed } from './fuzz/requests.js';

const REQUESTS = 10_000;
const AT_ONCE = 32;
const ANSWER_MS_MAX = 2_000; // A request that was cut is waited for; the caller gives up.
const HALF_CLOSED_SHARE = 0.1; // Callers that say that they send no more, as some do.
const LINE_MAX = 200; // Of what is shown of a request that went wrong.
const seed = Number(process.env['GW_FUZZ_SEED'] ?? Math.floor(Math.random() * 1e9));

const gateway = await startGateway({
  workloads: [
    { name: 'default' },
    { name: 'budget', budget: { amount: '1000', period: 'monthly' }, protection: { mode: 'mask' } },
  ],
});
const port = Number(new URL(gateway.url).port);

/** All that comes back until the other side ends, or nothing more does. */
function answerTo(bytes: Buffer, isHalfClosed: boolean): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    const end = () => {
      socket.destroy();
      resolve(heard);
    };
    socket.setTimeout(ANSWER_MS_MAX, end);
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
    socket.on('end', end);
    socket.on('error', end);
    if (isHalfClosed) socket.end(bytes);
    else socket.write(bytes);
  });
}

it('ten thousand requests that nobody meant', { timeout: 900_000 }, async ({ task }) => {
  const draw = seeded(seed);
  const secrets = [gateway.key('default'), gateway.key('budget'), UPSTREAM_KEY];
  const counts = new Map<string, Record<string, number>>();
  const faults: string[] = [];
  const count = ({ kind, bytes }: Fuzzed, answer: string) => {
    const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status ?? '');
    const own = counts.get(kind) ?? {};
    counts.set(kind, own);
    for (const status of statuses.length > 0 ? statuses : ['no answer']) {
      const column = /^\d/.test(status) ? `${status[0]}xx` : status;
      own[column] = (own[column] ?? 0) + 1;
      if (status === '500') faults.push(`500 to ${kind}: ${bytes.toString('latin1', 0, LINE_MAX)}`);
    }
    if (answer.includes(UPSTREAM_KEY)) faults.push(`the provider's key in an answer to: ${kind}`);
  };
  let left = REQUESTS;
  const caller = async () => {
    while (left-- > 0) {
      const request = fuzzed(draw, gateway.key(draw() < 0.5 ? 'default' : 'budget'));
      count(request, await answerTo(request.bytes, draw() < HALF_CLOSED_SHARE));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  for (const [kind, own] of counts) addRow(task, { [`fuzzed, seed ${seed}`]: kind, ...own });
  const log = gateway.log.lines.join('\n');
  for (const secret of secrets) expect(log.includes(secret)).toBe(false);
  expect(log.includes(CANARY)).toBe(false);
  expect(faults).toEqual([]);
  // It serves as before, and nothing of all that is left held.
  expect((await gateway.chat()).status).toBe(200);
  await gateway.records.settled();
  expect((await gateway.records.counters()).map(({ held }) => held)).toEqual(
    (await gateway.records.counters()).map(() => 0n),
  );
});
