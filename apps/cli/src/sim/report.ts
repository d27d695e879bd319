import {
  connectionsOf,
  findLimit,
  limitsOf,
  RESOURCES,
  type Limit,
  type Limits,
} from './limits.js';
import type { Costs } from './costs.js';
import { processesOf, type Setting } from './setting.js';
import { simulate, type SimResult } from './simulate.js';
import { storageOf, type Storage } from './storage.js';

/** What a setting comes to at its rate, and where it ends. */
export interface SimReport {
  readonly setting: Setting;
  readonly result: SimResult;
  readonly openStreams: { readonly perProcess: number; readonly mibPerProcess: number };
  readonly connections: number;
  readonly storage: Storage;
  /** Calls a second at which each is full; null where it is not used. */
  readonly fullAt: Readonly<Record<keyof Limits, number | null>>;
  /**
   * The rate as a share of that: above 1 it does not keep up. What the simulation finds busy is another
   * matter, since small batches take more of a database for each call than large ones do.
   */
  readonly inUse: Readonly<Record<keyof Limits, number | null>>;
  readonly limit: Limit;
  /** What is full after it, were it not there. */
  readonly next: Limit;
}

export function reportOn(setting: Setting, costs: Costs): SimReport {
  const limits = limitsOf(setting, costs);
  const limit = findLimit(setting, costs);
  const fullAt = { ...limits, [limit.resource]: limit.callsPerSecond };
  const [second = limit.resource] = RESOURCES.filter((name) => name !== limit.resource).toSorted(
    (a, b) => fullAt[a] - fullAt[b],
  );
  const perProcess = (setting.callsPerSecond * setting.streamSeconds) / processesOf(setting);
  return {
    setting,
    result: simulate(setting, costs),
    openStreams: {
      perProcess,
      mibPerProcess: costs.processMib + (perProcess * costs.streamKib) / 1_024,
    },
    connections: connectionsOf(setting),
    storage: storageOf(setting, costs),
    fullAt: ofEach((name) => finite(fullAt[name])),
    inUse: ofEach((name) =>
      finite(fullAt[name]) === null ? null : finite(setting.callsPerSecond / fullAt[name]),
    ),
    limit,
    next: { resource: second, callsPerSecond: fullAt[second] },
  };
}

const ofEach = (read: (name: keyof Limits) => number | null) =>
  Object.fromEntries(RESOURCES.map((name) => [name, read(name)])) as SimReport['fullAt'];

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

export interface SweepStep {
  readonly callsPerSecond: number;
  readonly result: SimResult;
}

const SWEEP = [0.1, 0.25, 0.5, 0.7, 0.8, 0.9, 0.95, 1, 1.1]; // Of the limit.

export const sweepOf = (setting: Setting, costs: Costs, { callsPerSecond }: Limit): SweepStep[] =>
  SWEEP.map((share) => {
    const rate = callsPerSecond * share;
    return { callsPerSecond: rate, result: simulate({ ...setting, callsPerSecond: rate }, costs) };
  });
