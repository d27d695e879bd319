import type { DispatchRecord, Endpoint, MeteredCall } from '#call';
import type { Attempt, Secret } from '#kernel';
import type { Protocol } from '#wire';
import type { Deadline } from '../deadline.js';
import type { RequestPart } from '../family-adapter.js';

/** One call while it is sent. */
export interface Sending {
  readonly call: MeteredCall;
  readonly dispatch: DispatchRecord;
  readonly deadline: Deadline;
  /** It was sent again without what a provider refused, which happens once. */
  wasRepaired: boolean;
}

/** One try of it at one endpoint. */
export interface Try {
  readonly sending: Sending;
  readonly endpoint: Endpoint;
  /** What its requests are opened with. */
  readonly opened: Secret | undefined;
  /** How it is told to callers and auditors. */
  readonly attemptOf: (status: number | null, transport: string | null) => Attempt;
}

/** What is expected of an answer. */
export interface Expected extends Omit<RequestPart, 'request'> {
  readonly protocol: Protocol;
  /** Paths that were left out of the request. */
  readonly fields: readonly string[];
}
