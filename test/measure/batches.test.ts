import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, type RunnerTask } from 'vitest';
import { ensureBuilt } from '../support/build.js';
import { GatewayHome } from '../support/gateway-process.js';
import { idOf, send } from '../support/http.js';
import { json, ReplayServer, type Replay } from '../support/replay-server.js';
import { NANO_IN, NANO_OUT, PRICE } from '../support/settings.js';
import { addRow } from '../support/table.js';
import { waitFor } from '../support/wait-for.js';
import { WatchedGateway } from '../support/watched-gateway.js';

const MINUTES = 600_000;
const SETTLED_MS_MAX = 120_000;
const REQUESTS = 50_000; // As many as makers take in one file.
const MIB = 1_048_576;
const ASK_MS = 20; // Between two looks at its health: they take next to nothing of it.
const CHAT = '/v1/chat/completions';
const FILE = 'file-requests1';
const RESULTS = 'file-results01';
const BATCH = 'batch_measured1';
const USAGE = { prompt_tokens: 150, completion_tokens: 60, total_tokens: 210 };

/** Bytes of a request and of its answer, about: a short question, and as much as a file of 200 MiB has room for. */
const LINES = [
  { name: 'short', bytes: 700 },
  { name: 'as long as may be', bytes: 4_000 },
];

const textOf = (bytes: number) => 'The depot by the river. '.repeat(bytes / 24);

function* jsonLines(write: (at: number) => object): Generator<Buffer> {
  const AT_ONCE = 500;
  for (let at = 0; at < REQUESTS; at += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, (_, more) => JSON.stringify(write(at + more)));
    yield Buffer.from(`${some.join('\n')}\n`);
  }
}

function requestsOf(bytes: number): Buffer {
  const messages = [{ role: 'user', content: textOf(bytes - 160) }];
  const body = { model: 'm', messages, max_tokens: 100 };
  return Buffer.concat([
    ...jsonLines((at) => ({ custom_id: `r${at}`, method: 'POST', url: CHAT, body })),
  ]);
}

function resultsOf(bytes: number): Buffer {
  const message = { role: 'assistant', content: textOf(bytes - 300) };
  const body = { id: 'x', choices: [{ index: 0, message, finish_reason: 'stop' }], usage: USAGE };
  return Buffer.concat([
    ...jsonLines((at) => ({ custom_id: `r${at}`, response: { status_code: 200, body } })),
  ]);
}

const provider = await ReplayServer.start();
provider.keepsBodies = false;
let home: GatewayHome;
beforeAll(async () => {
  await ensureBuilt();
  home = await GatewayHome.make(
    {
      providers: [
        {
          name: 'batches',
          base_url: `${provider.url}/v1`,
          models: [{ id: 'm', price: PRICE, max_output_tokens: 1_000 }],
        },
      ],
      workloads: [
        {
          name: 'default',
          forward: ['POST /v1/files', 'POST /v1/batches'],
          budget: { amount: '100000', period: 'monthly' },
        },
      ],
    },
    provider.url,
  );
}, MINUTES);
afterAll(async () => {
  await home.remove();
  await provider.close();
});

const fileOf = (content: Buffer): Replay => ({ pieces: [content] });

it.for(LINES)(
  'a batch of 50,000 requests, $name',
  { timeout: MINUTES },
  async ({ name, bytes }, { task }) => {
    const [requests, results] = [requestsOf(bytes), resultsOf(bytes)];
    let hasEnded = false;
    provider.answer = ({ method, path }) => {
      if (path.includes(FILE)) return fileOf(requests);
      if (path.includes(RESULTS)) return fileOf(results);
      if (path.includes('files')) return json({ id: FILE, object: 'file' });
      const status = method === 'POST' || !hasEnded ? 'in_progress' : 'completed';
      return json({ id: BATCH, object: 'batch', status, output_file_id: RESULTS });
    };
    const gateway = await WatchedGateway.start(home);
    try {
      await upload(gateway);
      const before = await gateway.process.peakMib();
      const measured = (what: string, work: () => Promise<string>) =>
        measure(task, gateway, { name: `${name}, ${what}`, before }, work);
      const id = await measured(`${mib(requests)} MiB read and held`, async () => {
        const answer = await gateway.process.send('/v1/batches', {
          headers: AT,
          body: JSON.stringify({
            input_file_id: FILE,
            endpoint: CHAT,
            completion_window: '24h',
          }),
        });
        expect(answer.status).toBe(200);
        return idOf(answer);
      });
      hasEnded = true;
      await measured(`${mib(results)} MiB of results read and settled`, () =>
        waitFor(
          'the settlement',
          async () => {
            const [entry] = await home.rows<{ nano: string }>(
              `SELECT nano FROM ledger_entry WHERE id = '${id}'`,
            );
            return entry?.nano;
          },
          SETTLED_MS_MAX,
        ).then((nano) => {
          const each = USAGE.prompt_tokens * NANO_IN + USAGE.completion_tokens * NANO_OUT;
          expect(Number(nano)).toBe(REQUESTS * each);
          return nano;
        }),
      );
    } finally {
      await home.close();
      await gateway.process.stop();
    }
  },
);

const AT = { 'x-gw-provider': 'batches' };
const mib = (file: Buffer) => Math.round(file.length / MIB);

async function upload(gateway: WatchedGateway): Promise<void> {
  const form = new FormData();
  form.append('purpose', 'batch');
  form.append('file', new Blob(['']), 'requests.jsonl');
  const encoded = new Response(form);
  const { status } = await gateway.process.send('/v1/files', {
    headers: { ...AT, 'content-type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  });
  expect(status).toBe(200);
}

/** One line of the table: how long it took, and what the gateway was like for everybody else meanwhile. */
async function measure(
  task: RunnerTask,
  gateway: WatchedGateway,
  { name, before }: { readonly name: string; readonly before: number },
  work: () => Promise<string>,
): Promise<string> {
  await gateway.longestTurnMs();
  const state = { isOver: false };
  const startedMs = performance.now();
  const working = work().finally(() => (state.isOver = true));
  let worstMs = 0;
  while (!state.isOver) {
    const askedMs = performance.now();
    expect((await send(`${gateway.process.url}/healthz`)).status).toBe(200);
    worstMs = Math.max(worstMs, performance.now() - askedMs);
    await setTimeout(ASK_MS);
  }
  const result = await working;
  const seconds = (performance.now() - startedMs) / 1_000;
  const [computed, withKernel] = await gateway.longestTurnMs();
  addRow(task, {
    batch: name,
    seconds: Math.round(10 * seconds) / 10,
    'requests a second': Math.round(REQUESTS / seconds),
    'MiB more at its peak': (await gateway.process.peakMib()) - before,
    'held (ms)': Math.round(computed),
    'with kernel (ms)': Math.round(withKernel),
    'healthz worst (ms)': Math.round(worstMs),
  });
  return result;
}
