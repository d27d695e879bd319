import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../support/build.js';
import { GatewayHome, type GatewayProcess } from '../../support/gateway-process.js';
import { idOf, send } from '../../support/http.js';
import { NANO_IN, NANO_OUT, PRICE } from '../../support/settings.js';
import { testDatabase } from '../../support/test-database.js';
import { waitFor } from '../../support/wait-for.js';

/** Says that a test hangs, not that the machine has other work. */
const HANGS_MS = 240_000;
/** A job of a worker that was killed is another's when its lock is over and somebody has looked. */
const TAKEN_OVER_MS = 90_000;
const OUTPUT_MAX = 500;
const USAGE = { input_tokens: 7, output_tokens: 11, total_tokens: 18 };

/** A provider whose answers in the background end, and are told of, when the test lets them. */
class SlowProvider {
  holdsPosts = false;
  holdsGets = false;
  hasEnded = false;
  posts = 0;
  gets = 0;
  private readonly held: ServerResponse[] = [];
  private readonly server = createServer((request, response) => {
    const isPost = request.method === 'POST';
    if (isPost) this.posts++;
    else this.gets++;
    request.resume().on('end', () => {
      if (isPost ? this.holdsPosts : this.holdsGets) this.held.push(response);
      else response.end(JSON.stringify(this.object(isPost)));
    });
    response.setHeader('content-type', 'application/json');
  });

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await new Promise((resolve) => this.server.once('listening', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private object(isNew: boolean): object {
    const isOpen = isNew || !this.hasEnded;
    const status = isNew ? 'queued' : isOpen ? 'in_progress' : 'completed';
    const base = { id: 'resp_0123456789abcdef', object: 'response', model: 'm', output: [] };
    return { ...base, status, usage: isOpen ? null : USAGE };
  }
}

const provider = new SlowProvider();
const { url } = await testDatabase();
const home = await GatewayHome.make(
  {
    providers: [
      {
        name: 'slow',
        base_url: await provider.start(),
        models: [{ id: 'm', price: PRICE, max_output_tokens: OUTPUT_MAX }],
      },
    ],
  },
  'http://127.0.0.1:9',
  { direct: url, through: url },
);

beforeAll(ensureBuilt, 2 * HANGS_MS);
afterEach(async () => {
  await home.stop();
  provider.holdsPosts = provider.holdsGets = provider.hasEnded = false;
  provider.posts = provider.gets = 0;
});
afterAll(async () => {
  provider.close();
  await home.remove();
});

const ask = (gateway: GatewayProcess) =>
  send(`${gateway.url}/v1/responses`, {
    headers: { authorization: `Bearer ${home.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'slow/m', input: 'Hello', background: true }),
  });

interface Settled {
  readonly id: string;
  readonly type: string;
  readonly nano: string;
  readonly hold: string;
  readonly basis: string;
}

/** The calls on record, with their ledger entries: one row each, or the call was settled twice. */
const settled = () =>
  home.rows<Settled>(`
    SELECT r.id, r.type, l.nano, e->'price'->>'hold_nano' AS hold, e->'price'->>'basis' AS basis
    FROM audit_row r JOIN ledger_entry l USING (id), LATERAL convert_from(r.entry, 'UTF8') t,
      LATERAL (SELECT t::jsonb AS e) j
    WHERE r.model_requested = 'slow/m' ORDER BY r.id`);

const heldNow = async () =>
  Number(
    (await home.rows<{ held: string }>('SELECT sum(held) AS held FROM meter_counter'))[0]?.held,
  );

const leases = async () => (await home.rows('SELECT FROM replica_lease')).length;

async function expectSound(): Promise<void> {
  expect(await heldNow()).toBe(0);
  expect((await home.fsck()).findings).toEqual([]);
}

const FINAL = String(USAGE.input_tokens * NANO_IN + USAGE.output_tokens * NANO_OUT);

it(
  'the API is killed when its caller has the answer: another process settles it',
  async () => {
    const first = await home.start();
    const answer = await ask(first);
    expect(answer.json<{ status: string }>().status).toBe('queued');
    first.kill('SIGKILL');
    await first.exited;
    expect(await heldNow()).toBeGreaterThanOrEqual(OUTPUT_MAX * NANO_OUT);

    await home.start();
    const polled = provider.gets;
    await waitFor('the provider to be asked', () => provider.gets > polled + 1, TAKEN_OVER_MS);
    // Who is forgotten as dead has no open calls left.
    await waitFor('the dead to be forgotten', async () => (await leases()) === 1, TAKEN_OVER_MS);
    expect(await settled()).toEqual([]); // Nobody took it for a call of the dead.
    expect(await heldNow()).toBeGreaterThanOrEqual(OUTPUT_MAX * NANO_OUT);
    expect((await home.fsck()).findings).toEqual([]);
    provider.hasEnded = true;
    const [row, ...others] = await waitFor(
      'the settlement',
      async () => {
        const rows = await settled();
        return rows.length > 0 && rows;
      },
      TAKEN_OVER_MS,
    );
    expect(others).toEqual([]);
    expect(row).toMatchObject({ id: idOf(answer), type: 'call', nano: FINAL, basis: 'usage' });
    await expectSound();
  },
  HANGS_MS,
);

it(
  'the API is killed before it knows what its provider made: all that was held is charged',
  async () => {
    const before = (
      await home.start().then(async (gateway) => {
        provider.holdsPosts = true;
        const lost = ask(gateway).catch(() => undefined);
        await waitFor('the provider to have it', () => provider.posts === 1);
        gateway.kill('SIGKILL');
        await gateway.exited;
        await lost;
        return settled();
      })
    ).length;
    await home.start();
    const rows = await waitFor(
      'the record',
      async () => {
        const found = await settled();
        return found.length > before && found;
      },
      TAKEN_OVER_MS,
    );
    const row = rows.at(-1);
    expect(rows).toHaveLength(before + 1);
    expect(row).toMatchObject({ type: 'interrupted', basis: 'bound', nano: row?.hold });
    expect(Number(row?.nano)).toBeGreaterThanOrEqual(OUTPUT_MAX * NANO_OUT);
    await expectSound();
  },
  HANGS_MS,
);

it(
  'a worker is killed while it asks: another one goes on, and settles it once',
  async () => {
    const gateway = await home.start();
    const answer = await ask(gateway);
    gateway.kill('SIGKILL'); // Workers alone are left.
    await gateway.exited;
    provider.holdsGets = true;
    const first = await home.startWorker();
    const asked = provider.gets;
    await waitFor('the worker to ask', () => provider.gets > asked, TAKEN_OVER_MS);
    first.kill('SIGKILL');
    await first.exited;
    provider.holdsGets = false;
    provider.hasEnded = true;
    await home.startWorker();
    const rows = await waitFor(
      'the settlement',
      async () => {
        const found = (await settled()).filter(({ id }) => id === idOf(answer));
        return found.length > 0 && found;
      },
      TAKEN_OVER_MS,
    );
    expect(rows).toMatchObject([{ type: 'call', nano: FINAL, basis: 'usage' }]);
    await expectSound();
  },
  HANGS_MS,
);
