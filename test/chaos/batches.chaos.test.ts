import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../support/build.js';
import type { WireUsage } from '../support/events.js';
import { GatewayHome } from '../support/gateway-process.js';
import { idOf, type Answer } from '../support/http.js';
import { NANO_IN, NANO_OUT, PRICE } from '../support/settings.js';
import { TestSandbox } from '../support/test-sandbox.js';
import { waitFor } from '../support/wait-for.js';
import { CrashStand, type Due, type Left } from './crash-stand.js';

// A batch is at its provider for a day: the gateway is killed at each of its steps, and whoever starts next settles it.

const MINUTE_MS = 60_000;
const REQUESTS = 5;
const TOKENS = 40;
const TOKENS_MAX = 200;
/** It has ended when it was asked for so often: not before the gateway that made it is dead. */
const MODEL = `fault/polls=4,tokens=${TOKENS}`;
const CHAT = '/v1/chat/completions';
const AT = { 'x-gw-provider': 'sandbox' };

const messages = [{ role: 'user', content: 'Hello' }];
const body = { model: MODEL, messages, max_tokens: TOKENS_MAX };
const file = Array.from({ length: REQUESTS }, (_, at) =>
  JSON.stringify({ custom_id: `r${at}`, method: 'POST', url: CHAT, body }),
).join('\n');

const sandbox = await TestSandbox.start();
let stand: CrashStand;
let fileId = '';
/** What all requests of the file have used, by what the provider counts of one. */
let usedNano = 0n;
beforeAll(async () => {
  await ensureBuilt();
  const home = await GatewayHome.make(
    {
      models: [{ id: MODEL, price: PRICE, max_output_tokens: 1_000 }],
      workloads: [
        {
          name: 'default',
          forward: ['POST /v1/files', 'POST,GET /v1/batches/**'],
          budget: { amount: '1000.00', period: 'monthly' },
        },
      ],
    },
    sandbox.url,
  );
  stand = await CrashStand.start(home);
  const one = await stand.gateway.chat({ ...body, model: `sandbox/${MODEL}` });
  const { usage } = one.json<{ usage: WireUsage }>();
  usedNano = BigInt(
    REQUESTS * (usage.prompt_tokens * NANO_IN + usage.completion_tokens * NANO_OUT),
  );
  fileId = await upload();
}, 2 * MINUTE_MS);
afterAll(async () => {
  await stand.close();
  await sandbox.close();
});

async function upload(): Promise<string> {
  const form = new FormData();
  form.append('purpose', 'batch');
  form.append('file', new Blob([file]), 'requests.jsonl');
  const encoded = new Response(form);
  const answer = await stand.gateway.send('/v1/files', {
    headers: { ...AT, 'content-type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  });
  expect(answer.status).toBe(200);
  return answer.json<{ id: string }>().id;
}

const make = (): Promise<Answer> =>
  stand.gateway.send('/v1/batches', {
    headers: AT,
    body: JSON.stringify({
      input_file_id: fileId,
      endpoint: CHAT,
      completion_window: '24h',
    }),
  });

/** @returns what it has to cost once its provider has ended it */
async function made(): Promise<Map<string, Due>> {
  const answer = await make();
  expect(answer.status).toBe(200);
  return new Map([[idOf(answer), { type: 'call', nano: usedNano }]]);
}

/** Requests for batches that the provider has had. */
const madeThere = async () =>
  (await sandbox.requests()).filter(({ method, path }) => `${method} ${path}` === POST).length;
const POST = 'POST /v1/batches';

const row = (fault: string, strike: () => Promise<Left>) =>
  it(
    `kill -9 ${fault}`,
    async ({ task }) => {
      await sandbox.clear();
      await stand.row(task, task.name, strike);
    },
    3 * MINUTE_MS,
  );

row('after the hold of a batch, before its provider has it', async () => {
  await stand.gate.shut({ table: 'call_intent', on: 'INSERT' });
  const lost = make().catch(() => undefined);
  await stand.gate.reached();
  await stand.kill();
  await lost;
  await stand.gate.open();
  await stand.waitForIntents(1);
  expect(await madeThere()).toBe(0);
  const [id = ''] = (await stand.intents()).keys();
  const calls = new Map<string, Due>([[id, { type: 'interrupted', nano: 0n }]]);
  return { inFlight: '1 batch', interrupted: 1, calls };
});

row('while its provider makes a batch', async () => {
  await sandbox.script('hang');
  const lost = make().catch(() => undefined);
  await waitFor('the provider to have it', async () => (await madeThere()) === 1);
  // Nobody knows whether there is one, nor its name: charged all that is held.
  const calls = await stand.dueIfInterrupted();
  const [due] = [...calls.values()];
  expect(due?.nano).toBeGreaterThanOrEqual(BigInt(REQUESTS * TOKENS_MAX * NANO_OUT));
  await stand.kill();
  await lost;
  return { inFlight: '1 batch', interrupted: 1, calls };
});

row('after a batch is made, before it has ended', async () => {
  const calls = await made();
  await stand.kill();
  expect((await stand.intents()).size).toBe(1);
  return { inFlight: '1 batch', calls };
});

for (const [how, isCommitted] of [
  ['and it is not', false],
  ['and it is', true],
] as const) {
  row(`while a batch is settled, ${how}`, async () => {
    const calls = await made();
    await stand.gate.shut({ table: 'ledger_entry', on: 'INSERT' });
    await stand.gate.reached();
    await stand.kill();
    if (isCommitted) await stand.gate.open();
    else await stand.gate.cut();
    await waitFor('the transaction to end', async () => {
      return ((await stand.intents()).size === 0) === isCommitted;
    });
    return { inFlight: '1 batch', calls };
  });
}
