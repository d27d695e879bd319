import { expect, type RunnerTask } from 'vitest';
import { ensureBuilt } from '../support/build.js';
import { GatewayHome } from '../support/gateway-process.js';
import type { Answer } from '../support/http.js';
import { childrenOf, commandOf } from '../support/processes.js';
import { ReplayServer } from '../support/replay-server.js';
import { PRICE } from '../support/settings.js';
import { addRow } from '../support/table.js';
import { WatchedGateway } from '../support/watched-gateway.js';

export const MIB = 1_048_576;
const SWEPT_BYTES = MIB / 2;
const IS_LONG = process.env['GW_ATTACK'] === 'long';

/**
 * How large the bodies of a sweep are. Steps are as long in a small one as in a large one, and some hundred
 * bodies of the largest size take most of an hour: that is for `GW_ATTACK=long`.
 *
 * @param most bytes, or whatever else a body is made of
 * @param least of them, where it is not the largest that is swept
 */
export const swept = (most: number, least: number): number =>
  IS_LONG ? most : Math.min(most, least);

export const sweptBytes = (most: number): number => swept(most, SWEPT_BYTES);
const AIM_MS = 50;
const ATTEMPTS_MAX = 3;
/** One whose answers are broken is left alone after a few: as many providers take turns. */
const PROVIDERS = 16;
const MODES = ['tokenize', 'mask', 'block', 'allow_log'] as const;

export type Mode = (typeof MODES)[number];

/** A gateway in a process of its own, whose turns are watched, with a workload for each mode. */
export class Sweep {
  private turn = 0;

  private constructor(
    readonly provider: ReplayServer,
    private readonly home: GatewayHome,
    private readonly gateway: WatchedGateway,
  ) {}

  /**
   * @param families that have a provider of their name each, beside those of the chat format
   * @param environment of the gateway, beside its home's
   */
  static async start(
    families: readonly string[] = [],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Sweep> {
    await ensureBuilt();
    const provider = await ReplayServer.start();
    provider.keepsBodies = false;
    const home = await GatewayHome.make(
      {
        workloads: MODES.map((mode) => ({ name: mode, protection: { mode, injection: 'strip' } })),
        providers: [
          ...Array.from({ length: PROVIDERS }, (_, at) => ({
            name: at === 0 ? 'plain' : `plain-${at}`,
            base_url: `${provider.url}/v1`,
            models: [{ id: 'm-1', price: PRICE }],
          })),
          ...families.map((family) => ({
            name: family,
            family,
            base_url: `${provider.url}/v1`,
            region: family === 'bedrock' ? 'eu-central-1' : undefined,
            models: [{ id: 'm-1', price: PRICE }],
          })),
        ],
      },
      provider.url,
    );
    return new Sweep(provider, home, await WatchedGateway.start(home, environment));
  }

  async stop(): Promise<void> {
    await this.gateway.process.stop();
    await this.home.remove();
    await this.provider.close();
  }

  send(path: string, body: Buffer, mode: Mode = 'tokenize', type?: string): Promise<Answer> {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    return this.gateway.process.send(path, { body, headers }, this.home.keyOf(mode));
  }

  /** Of the next provider, all of which are `provider`. */
  nextModel(): string {
    this.turn = (this.turn % (PROVIDERS - 1)) + 1;
    return `plain-${this.turn}/m-1`;
  }

  /**
   * What a body costs it costs every time; what a busy machine adds (caches that others filled,
   * collectors that found no core to help them) differs, so the best of a few attempts counts.
   */
  async judge(task: RunnerTask, call: () => Promise<Answer>, msMax: number): Promise<void> {
    let [heldMs, withKernelMs, status] = [Infinity, Infinity, 0];
    const aimMs = Math.min(AIM_MS, msMax);
    for (let attempt = 0; attempt < ATTEMPTS_MAX && heldMs >= aimMs; attempt++) {
      await this.longestTurnMs();
      ({ status } = await call());
      const [computed, all] = await this.longestTurnMs();
      heldMs = Math.min(heldMs, Math.round(computed));
      withKernelMs = Math.min(withKernelMs, Math.round(all));
    }
    expect(status, 'an answer, not a refusal to try').not.toBe(503);
    addRow(task, {
      body: task.name,
      status,
      'held (ms)': heldMs,
      'with kernel (ms)': withKernelMs,
    });
    expect(heldMs).toBeLessThan(msMax);
  }

  /** The processes that parse documents now. */
  parsers(): readonly number[] {
    const started = childrenOf(this.gateway.process.pid);
    return started.filter((pid) => commandOf(pid).includes('launcher-process')).flatMap(childrenOf);
  }

  get url(): string {
    return this.gateway.process.url;
  }

  longestTurnMs(): Promise<readonly [number, number]> {
    return this.gateway.longestTurnMs();
  }
}

/** As much of one thing as fits, between what comes before and after it. */
export function filled(
  bytes: number,
  before: string,
  fill: string | ((at: number) => string),
  after: string,
): Buffer {
  const room = bytes - Buffer.byteLength(before) - Buffer.byteLength(after);
  if (typeof fill === 'string') {
    const size = Buffer.byteLength(fill);
    const middle = Buffer.alloc(Math.floor(room / size) * size, fill);
    return Buffer.concat([Buffer.from(before), middle, Buffer.from(after)]);
  }
  const pieces: string[] = [];
  for (let at = 0, length = 0; ; at++) {
    const piece = fill(at);
    length += Buffer.byteLength(piece);
    if (length > room) break;
    pieces.push(piece);
  }
  return Buffer.from(before + pieces.join('') + after);
}
