import type { RunnerTask } from 'vitest';
import { expect } from 'vitest';
import { GatewayHome, type GatewayProcess, type Starting } from '../support/gateway-process.js';
import { idOf, send, type Answer } from '../support/http.js';
import { NANO_IN, NANO_OUT } from '../support/settings.js';
import { StatementGate } from '../support/statement-gate.js';
import { waitFor } from '../support/wait-for.js';
import type { WireUsage } from '../support/events.js';
import { expectHealed } from './expect-healed.js';

/** What has to become of a call that was open, or just ended, when its process was killed. */
export interface Due {
  readonly type: 'call' | 'interrupted';
  readonly nano: bigint;
}

/** What a fault has left behind. */
export interface Left {
  readonly inFlight: string;
  /** By id; what is not named must have left nothing. */
  readonly calls: ReadonlyMap<string, Due>;
  /** Callers whose answer broke off. */
  readonly interrupted?: number;
  readonly refused?: number;
}

/** One gateway on a data folder, with the steps at which it can be stopped and killed. */
export class CrashStand {
  private running: GatewayProcess | undefined;
  private calling: Promise<unknown>[] = [];
  private struckMs = 0;

  private constructor(
    readonly home: GatewayHome,
    readonly gate: StatementGate,
    private readonly environment: Readonly<Record<string, string>>,
  ) {}

  static async start(
    home: GatewayHome,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<CrashStand> {
    const gateway = await home.start(environment);
    const stand = new CrashStand(home, new StatementGate(await home.ownerUrl()), environment);
    stand.running = gateway;
    return stand;
  }

  get gateway(): GatewayProcess {
    if (!this.running) throw new Error('no gateway runs');
    return this.running;
  }

  /** A call that is answered in full, and what it has to cost. */
  async serve(): Promise<readonly [id: string, due: Due]> {
    return dueFor(await this.gateway.chat({}));
  }

  async serveSome(count: number): Promise<Map<string, Due>> {
    const calls = new Map<string, Due>();
    while (calls.size < count) calls.set(...(await this.serve()));
    return calls;
  }

  /** A call whose answer nobody waits for; it breaks off when the gateway is killed. */
  beginCall(fields: object = {}): Promise<Answer> {
    const call = this.gateway.chat(fields);
    this.calling.push(call.catch(() => undefined)); // Nobody else may listen.
    return call;
  }

  /** @returns the intents by id, with what their calls would cost so far */
  async intents(): Promise<ReadonlyMap<string, { nano: bigint; tokens: number }>> {
    const rows = await this.home.rows<{ id: string; nano: string; tokens: string }>(
      'SELECT id, progress_nano AS nano, progress_tokens AS tokens FROM call_intent ORDER BY id',
    );
    return new Map(
      rows.map(({ id, nano, tokens }) => [id, { nano: BigInt(nano), tokens: Number(tokens) }]),
    );
  }

  /** What its calls so far would cost, of all calls that are open now. */
  async dueIfInterrupted(): Promise<Map<string, Due>> {
    const open = await this.intents();
    return new Map([...open].map(([id, { nano }]) => [id, { type: 'interrupted', nano }]));
  }

  async countOf(table: string): Promise<number> {
    const [found] = await this.home.rows<{ count: string }>(`SELECT count(*) FROM ${table}`);
    return Number(found?.count);
  }

  async waitForIntents(count: number): Promise<void> {
    await waitFor('every call to be open', async () => (await this.intents()).size === count);
  }

  async waitForMetric(line: string): Promise<void> {
    await waitFor(line, async () =>
      (await send(`${this.gateway.url}/metrics`)).text.split('\n').includes(line),
    );
  }

  /** Here its healing begins. */
  strikes(): void {
    this.struckMs = performance.now();
  }

  async kill(): Promise<void> {
    this.strikes();
    this.gateway.kill('SIGKILL');
    await this.gateway.exited;
    this.running = undefined;
    await Promise.all(this.calling.splice(0));
  }

  async restart(): Promise<void> {
    this.running = await this.home.start(this.environment);
  }

  /** One that may be killed before it serves. */
  begin(): Starting {
    return this.home.begin(this.environment);
  }

  /**
   * A row of the matrix: what `strike` leaves, with the gateway dead or alive, is healed by one that
   * starts, or goes on. Nothing else may be in the log, and no amount may differ by a nano.
   */
  async row(
    task: RunnerTask,
    fault: string,
    strike: () => Promise<Left>,
    heldElsewhere?: () => Promise<number>,
  ): Promise<void> {
    await waitFor('all before it to be settled', async () => {
      const open = (await this.intents()).size + (await this.countOf('audit_pending'));
      return open === 0 && ((await heldElsewhere?.()) ?? 0) === 0;
    });
    const known = new Set((await this.sealedIds()).keys());
    const left = await strike();
    if (!this.running) await this.restart();
    const { sealed } = await expectHealed(task, this.home, {
      fault,
      inFlight: left.inFlight,
      seen: {
        served: [...left.calls].filter(([, { type }]) => type === 'call').map(([id]) => id),
        interrupted: left.interrupted ?? 0,
        refused: left.refused ?? 0,
      },
      owed: new Map([...left.calls].map(([id, { nano }]) => [id, nano])),
      sinceMs: this.struckMs,
      ...(heldElsewhere && { heldElsewhere }),
    });
    const isNew = ([id, types]: readonly [string, readonly string[]]) =>
      !known.has(id) && !types.includes('refusal');
    expect(new Map([...sealed].filter(isNew))).toEqual(
      new Map([...left.calls].map(([id, { type }]) => [id, [type]])),
    );
  }

  async close(): Promise<void> {
    await this.gate.close();
    await this.home.remove();
  }

  private async sealedIds(): Promise<ReadonlyMap<string, unknown>> {
    const rows = await this.home.rows<{ id: string }>('SELECT id FROM audit_row');
    return new Map(rows.map(({ id }) => [id, id]));
  }
}

/** By the usage that its caller was told. */
export function dueFor(answer: Answer): readonly [id: string, due: Due] {
  expect(answer.status).toBe(200);
  const { usage } = answer.json<{ usage: WireUsage }>();
  const nano = BigInt(usage.prompt_tokens * NANO_IN + usage.completion_tokens * NANO_OUT);
  return [idOf(answer), { type: 'call', nano }];
}
