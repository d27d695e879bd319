import type { HeldCall, ResolvedHold } from '#call';
import type { Clock, Nano } from '#kernel';
import type { RedisLink, RedisScript } from '#platform';
import type { AdmissionRequest, WindowView } from '../admission-request.js';
import {
  CounterStore,
  type AdmitAnswer,
  type GrowingHold,
  type TokenCorrection,
} from '../counter-store.js';
import { writeCounters, type CounterUse } from '../counters.js';
import { SLOTS } from '../rate-window.js';
import { sumCounters, sumWindows } from '../sum-batch.js';
import { CounterRebuild } from './counter-rebuild.js';
import { ADMIT, HOLD_OF, SETTLE, TOP_UP, USED } from './scripts.js';
import { stateKey, windowKey } from './state-keys.js';
import { amountOf, runReading } from './unreadable.js';

// Longer than anybody waits for an answer: what runs later than this was given up, and changes nothing.
const LATE_MS = 1_000;
const TRIES_MAX = 4; // Once late, once unknown, once missing, and then it has to work.
const SETTLE_MAX = 500; // Holds in one script: a millisecond of the server's time.

type Status = 'admitted' | 'full' | 'late' | 'unknown' | 'missing' | 'grown';
type Answer = readonly [Status, nowMs: number, generation: string, ...rest: unknown[]];

/**
 * Counters in Redis, for many replicas on one hot organisation. Each script is of one organisation, so a
 * cluster spreads them. Intents stay in the database, which is also what lost counters are made from.
 */
export class RedisCounterStore extends CounterStore {
  readonly keptIn = 'redis';
  readonly opensIntents = false;
  /** By how much the clock of an organisation's server is ahead of this process' monotonic one. */
  private readonly clockAheadMs = new Map<string, number>();

  constructor(
    private readonly redis: RedisLink,
    private readonly rebuild: CounterRebuild,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** @param batch of one organisation, and so are the corrections */
  async admit(
    batch: readonly AdmissionRequest[],
    corrections: readonly TokenCorrection[],
  ): Promise<AdmitAnswer> {
    const organisationId = (batch[0] ?? corrections[0])?.organisationId ?? '';
    const counters = sumCounters(batch);
    const windows = sumWindows(batch, corrections);
    const places = new Map(windows.map(({ workloadId }, place) => [workloadId, place + 1]));
    const ask = {
      counters: counters.map(({ use, nano }) => [use.key, String(nano), limitOf(use)]),
      windows: windows.map((one) => [one.requests, one.rpm ?? -1, one.tokens, one.tpm ?? -1]),
      corrections: corrections.map((one) => [places.get(one.workloadId), one.slot, one.tokens]),
      holds: batch.map((call) => [call.id, String(call.holdNano), writeCounters(call.counters)]),
    };
    const keys = windows.map(({ workloadId }) => windowKey(organisationId, workloadId));
    const [status, , generation, slot, used, requests, tokens] = (await this.ask(
      ADMIT,
      organisationId,
      ask,
      keys,
    )) as readonly [Status, number, string, number, string[], number[], number[]];
    return {
      isAdmitted: status === 'admitted',
      generation,
      slot,
      used: new Map(counters.map(({ use }, place) => [use.key, BigInt(used[place] ?? 0)])),
      windows: new Map(
        windows.map(({ workloadId }, place) => [
          workloadId,
          windowAt(requests, tokens, place * SLOTS),
        ]),
      ),
    };
  }

  async release(calls: readonly HeldCall[]): Promise<void> {
    await this.settle(calls.map((call) => ({ ...call, nano: 0n })));
  }

  async topUp(
    { callId, organisationId }: GrowingHold,
    { nano, least }: { readonly nano: Nano; readonly least: Nano },
    counters: readonly CounterUse[],
  ): Promise<Nano> {
    const ask = {
      call: callId,
      nano: String(nano),
      least: String(least),
      counters: counters.map((use) => [use.key, limitOf(use)]),
    };
    const [, , , grown] = await this.ask(TOP_UP, organisationId, ask);
    return BigInt(String(grown));
  }

  async holdOf({ callId, organisationId }: GrowingHold): Promise<Nano | undefined> {
    const nano = (await this.run(HOLD_OF, organisationId, [callId])) as string | null;
    return nano === null ? undefined : amountOf(nano);
  }

  async used(
    organisationId: string,
    counters: readonly CounterUse[],
  ): Promise<ReadonlyMap<string, Nano>> {
    const fields = counters.map(({ key }) => `u:${key}`);
    return this.rebuild.discard.unlessReadable(organisationId, async () => {
      const keys = [stateKey(organisationId)];
      const values = (await runReading(this.redis, USED, keys, fields)) as (string | null)[];
      return new Map(counters.map(({ key }, place) => [key, amountOf(values[place] ?? '0')]));
    });
  }

  async settle(resolved: readonly ResolvedHold[]): Promise<void> {
    const byOrganisation = Map.groupBy(resolved, (hold) => hold.organisationId);
    await Promise.all(
      Array.from(byOrganisation, async ([organisationId, holds]) => {
        for (let from = 0; from < holds.length; from += SETTLE_MAX) {
          const some = holds.slice(from, from + SETTLE_MAX);
          const values = some.flatMap(({ callId, nano }) => [callId, String(nano)]);
          await this.run(SETTLE, organisationId, values);
        }
      }),
    );
  }

  async listHeld(): Promise<readonly HeldCall[]> {
    const held: HeldCall[] = [];
    for (const organisationId of await this.rebuild.organisations()) {
      const { holds } = await this.rebuild.read(organisationId);
      for (const { callId, counters } of holds) held.push({ callId, organisationId, counters });
    }
    return held;
  }

  async renew(organisationId: string): Promise<void> {
    await this.rebuild.renew(organisationId);
  }

  async recount(organisationId: string): Promise<void> {
    await this.rebuild.recount(organisationId);
  }

  /** Asks again where the clocks disagreed, and where the counters had to be made first. */
  private async ask(
    script: RedisScript,
    organisationId: string,
    ask: object,
    keys: readonly string[] = [],
  ): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      const aheadMs = this.clockAheadMs.get(organisationId) ?? 0;
      const until_ms = this.clock.monotonicMs() + aheadMs + LATE_MS;
      const answer = (await this.run(
        script,
        organisationId,
        [JSON.stringify({ ...ask, until_ms })],
        keys,
      )) as Answer;
      const [status, nowMs, generation, missing] = answer;
      this.clockAheadMs.set(organisationId, nowMs - this.clock.monotonicMs());
      if (status === 'admitted' || status === 'full' || status === 'grown') return answer;
      if (tries === TRIES_MAX) throw new Error(`the counters in Redis are ${status}`);
      if (status === 'unknown') await this.rebuild.renew(organisationId);
      if (status === 'missing') {
        await this.rebuild.load(organisationId, generation, missing as readonly string[]);
      }
    }
  }

  /** @param windows beside the organisation's state; what cannot be read of either is lost */
  private run(
    script: RedisScript,
    organisationId: string,
    values: readonly string[],
    windows: readonly string[] = [],
  ): Promise<unknown> {
    const keys = [stateKey(organisationId), ...windows];
    return this.rebuild.discard.unlessReadable(
      organisationId,
      () => runReading(this.redis, script, keys, values),
      windows,
    );
  }
}

const limitOf = ({ limitNano }: CounterUse): string =>
  limitNano === null ? '' : String(limitNano);

const windowAt = (
  requests: readonly number[],
  tokens: readonly number[],
  start: number,
): WindowView => ({
  requests: requests.slice(start, start + SLOTS),
  tokens: tokens.slice(start, start + SLOTS),
});
