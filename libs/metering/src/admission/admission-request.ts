import type { HeldCall } from '#call';
import type { GatewayError, Nano, OrganisationId, WorkloadId } from '#kernel';
import { writeCounters, type CounterUse } from './counters.js';

/** One call that asks to be let in. */
export interface AdmissionRequest {
  readonly id: string;
  readonly organisationId: OrganisationId;
  readonly workloadId: WorkloadId;
  readonly holdNano: Nano;
  readonly counters: readonly CounterUse[];
  /** What the call stands on once the free allowance among them is used up; null where that is the end. */
  readonly otherwise: readonly CounterUse[] | null;
  /** What the call takes from the workload's windows; null limits do not refuse. */
  readonly rpm: number | null;
  readonly tpm: number | null;
  readonly tokens: number;
  readonly priceVersion: number | null;
  /** Written into the intent, so that an interrupted call can still be recorded. */
  readonly context: string;
  /** What an interrupted call is charged before any progress is known. */
  readonly progressNano: Nano;
}

/** Use of one workload's windows: thirteen 5-second slots, oldest first. */
export interface WindowView {
  readonly requests: readonly number[];
  readonly tokens: readonly number[];
}

/** What the store saw under its locks, before anything of this batch was added. */
export interface StoreView {
  readonly slot: number;
  /** Spent plus held, by counter key. */
  readonly used: ReadonlyMap<string, bigint>;
  readonly windows: ReadonlyMap<string, WindowView>;
}

export interface Admitted {
  readonly isAdmitted: true;
  /** Those that the hold stands on. */
  readonly counters: readonly CounterUse[];
  readonly slot: number;
  readonly window: WindowView | undefined;
}

export type Verdict = Admitted | { readonly isAdmitted: false; readonly error: GatewayError };

export const heldCallOf = (request: AdmissionRequest): HeldCall => ({
  callId: request.id,
  organisationId: request.organisationId,
  counters: writeCounters(request.counters),
});

export const hasRateLimit = (request: AdmissionRequest): boolean =>
  request.rpm !== null || request.tpm !== null;
