import { afterAll, expect, it } from 'vitest';
import { ensureBuilt } from '../support/build.js';
import { GatewayHome } from '../support/gateway-process.js';
import type { OpenAnswer } from '../support/http.js';
import { json, ReplayServer, type Replay } from '../support/replay-server.js';
import { PRICE } from '../support/settings.js';
import { addRow } from '../support/table.js';
import { answerWith } from './answers.js';

const MIB = 1_048_576;
const CHATS = 64;
const CHAT_BYTES = 1.25 * MIB; // As large as 64 may be at once; of larger ones some have to wait.
const ANSWERS = 32;
const ANSWER_BYTES = 63 * MIB; // Nearly the most that is read of an answer.
const PIECE_BYTES = 65_536;
const ATTEMPTS_MAX = 20;
const RSS_MIB_MAX = 1_536;

/** Made once for all who ask. */
function inPieces(text: string): Replay {
  const bytes = Buffer.from(JSON.stringify(answerWith(text)));
  const count = Math.ceil(bytes.length / PIECE_BYTES);
  const pieces = Array.from({ length: count }, (_, at) =>
    bytes.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES),
  );
  return { headers: { 'content-type': 'application/json' }, pieces };
}

const LARGE = inPieces('word and '.repeat(ANSWER_BYTES / 9));

await ensureBuilt();
const provider = await ReplayServer.start();
provider.keepsBodies = false;
provider.answer = ({ path }) => (path.startsWith('/long') ? LARGE : json(answerWith('ok')));
const home = await GatewayHome.make(
  {
    organisation: { protection: { mode: 'tokenize' } },
    providers: ['brief', 'long'].map((name) => ({
      name,
      base_url: `${provider.url}/${name}/v1`,
      models: [{ id: 'm-1', price: PRICE }],
    })),
  },
  provider.url,
);
const gateway = await home.start();
afterAll(async () => {
  await home.remove();
  await provider.close();
});

/** What is served may be as large as memory itself, so it is read and not kept. */
async function statusOf(opening: Promise<OpenAnswer>): Promise<string> {
  try {
    const { status, body } = await opening;
    for await (const _ of body) continue;
    return String(status);
  } catch {
    return 'lost';
  }
}

const ask = (provider: 'brief' | 'long', content: string): Promise<string> =>
  statusOf(
    gateway.openStream({
      stream: false,
      model: `${provider}/m-1`,
      max_tokens: 5,
      messages: [{ role: 'user', content: `u@example.com ${content}` }],
    }),
  );

/** As clients do: on a busy machine some wait longer for memory than the gateway lets them. */
async function askAgain(content: string): Promise<string> {
  let status = '';
  for (let attempt = 0; attempt < ATTEMPTS_MAX && status !== '200'; attempt++) {
    status = await ask('brief', content);
    if (status !== '200' && status !== '503') break;
  }
  return status;
}

it.for([
  ['ASCII', 'word and '],
  ['more than ASCII', 'żółć '],
] as const)(
  '64 chats of %s are served while 32 of the largest answers come',
  async ([, fill], { task }) => {
    const content = fill.repeat(CHAT_BYTES / Buffer.byteLength(fill) - 100);
    const chats = Promise.all(Array.from({ length: CHATS }, () => askAgain(content)));
    const answers = Promise.all(Array.from({ length: ANSWERS }, () => ask('long', 'Hello')));
    expect(await chats).toEqual(Array.from({ length: CHATS }, () => '200'));
    const statuses = await answers;
    const served = statuses.filter((status) => status === '200').length;
    const refused = statuses.filter((status) => status === '503').length;
    const peakMib = await gateway.peakMib();
    addRow(task, { memory: task.name, served: CHATS + served, refused, 'peak (MiB)': peakMib });
    // Each is served, or refused by a name; one that is lost is neither.
    expect(served + refused).toBe(ANSWERS);
    expect(served).toBeGreaterThan(0);
    expect(peakMib).toBeLessThan(RSS_MIB_MAX);
  },
);
