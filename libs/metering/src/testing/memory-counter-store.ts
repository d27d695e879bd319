import type { HeldCall, ResolvedHold } from '#call';
import { heldCallOf, type AdmissionRequest } from '../admission/admission-request.js';
import {
  CounterStore,
  type AdmitAnswer,
  type TokenCorrection,
} from '../admission/counter-store.js';
import type { CounterUse } from '../admission/counters.js';
import { decide } from '../admission/decide.js';
import { SLOT_MS, SLOTS } from '../admission/rate-window.js';
import { Clock } from '#kernel';

interface MemoryHold extends HeldCall {
  nano: bigint;
}

interface Slots {
  readonly requests: Map<number, number>;
  readonly tokens: Map<number, number>;
}

/**
 * What every store has to do, in its plainest form: the contract runs on it, too. It stands for any
 * store outside of the database, which loses nothing but does not know of commits.
 */
export class MemoryCounterStore extends CounterStore {
  readonly keptIn = 'redis';
  readonly opensIntents = false;
  readonly spent = new Map<string, bigint>();
  readonly open = new Map<string, MemoryHold>();
  private readonly windows = new Map<string, Slots>();

  constructor(private readonly clock: Clock) {
    super();
  }

  admit(
    batch: readonly AdmissionRequest[],
    corrections: readonly TokenCorrection[],
  ): Promise<AdmitAnswer> {
    const slot = Math.floor(this.clock.nowMs() / SLOT_MS);
    for (const { workloadId, slot: at, tokens } of corrections) {
      const window = this.window(workloadId).tokens;
      window.set(at, Math.max(0, (window.get(at) ?? 0) + tokens));
    }
    const keys = new Set(batch.flatMap(({ counters }) => counters.map(({ key }) => key)));
    const view = {
      slot,
      used: new Map([...keys].map((key) => [key, (this.spent.get(key) ?? 0n) + this.held(key)])),
      windows: new Map(batch.map(({ workloadId }) => [workloadId, this.view(workloadId, slot)])),
    };
    if (decide(batch, view, this.clock.nowMs()).refused.size > 0) {
      return Promise.resolve({ ...view, isAdmitted: false });
    }
    for (const request of batch) {
      const { id, holdNano, workloadId, tokens } = request;
      this.open.set(id, { ...heldCallOf(request), nano: holdNano });
      const window = this.window(workloadId);
      window.requests.set(slot, (window.requests.get(slot) ?? 0) + 1);
      window.tokens.set(slot, (window.tokens.get(slot) ?? 0) + tokens);
    }
    return Promise.resolve({ ...view, isAdmitted: true });
  }

  release(calls: readonly HeldCall[]): Promise<void> {
    for (const { callId } of calls) this.open.delete(callId);
    return Promise.resolve();
  }

  topUp(
    { callId }: Pick<HeldCall, 'callId'>,
    { nano, least }: { readonly nano: bigint; readonly least: bigint },
    counters: readonly CounterUse[],
  ): Promise<bigint> {
    const hold = this.open.get(callId);
    let room = nano;
    for (const { key, limitNano } of counters) {
      if (limitNano === null) continue;
      const left = limitNano - (this.spent.get(key) ?? 0n) - this.held(key);
      if (left < room) room = left;
    }
    if (!hold || room < least) return Promise.resolve(0n);
    hold.nano += room;
    return Promise.resolve(room);
  }

  holdOf({ callId }: Pick<HeldCall, 'callId'>): Promise<bigint | undefined> {
    return Promise.resolve(this.open.get(callId)?.nano);
  }

  used(_organisationId: string, counters: readonly CounterUse[]) {
    const usedOf = (key: string) => (this.spent.get(key) ?? 0n) + this.held(key);
    return Promise.resolve(new Map(counters.map(({ key }) => [key, usedOf(key)])));
  }

  settle(resolved: readonly ResolvedHold[]): Promise<void> {
    for (const { callId, nano } of resolved) {
      const hold = this.open.get(callId);
      if (!hold) continue;
      this.open.delete(callId);
      for (const key of keysOf(hold)) this.spent.set(key, (this.spent.get(key) ?? 0n) + nano);
    }
    return Promise.resolve();
  }

  listHeld(): Promise<readonly HeldCall[]> {
    return Promise.resolve([...this.open.values()]);
  }

  renew(): Promise<void> {
    return Promise.resolve();
  }

  recount(): Promise<void> {
    return Promise.resolve();
  }

  held(key: string): bigint {
    const holds = [...this.open.values()].filter((hold) => keysOf(hold).includes(key));
    return holds.reduce((sum, { nano }) => sum + nano, 0n);
  }

  private window(workloadId: string): Slots {
    let window = this.windows.get(workloadId);
    if (!window) {
      window = { requests: new Map(), tokens: new Map() };
      this.windows.set(workloadId, window);
    }
    return window;
  }

  private view(workloadId: string, slot: number) {
    const { requests, tokens } = this.window(workloadId);
    const places = Array.from({ length: SLOTS }, (_, place) => slot - SLOTS + 1 + place);
    return {
      requests: places.map((at) => requests.get(at) ?? 0),
      tokens: places.map((at) => tokens.get(at) ?? 0),
    };
  }
}

const keysOf = ({ counters }: HeldCall): string[] => counters.split(' ').filter(Boolean);
