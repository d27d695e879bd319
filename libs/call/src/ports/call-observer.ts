import type { ErrorKey, GatewayError } from '#kernel';
import type { Arrival, ReceivedCall } from '../call.js';
import type { Outcome } from '../outcome.js';

/** Counts calls for whoever operates the gateway. Must be cheap and must not throw. */
export abstract class CallObserver {
  abstract ended(call: ReceivedCall, outcome: Outcome): void;
  abstract refused(arrival: Arrival, error: GatewayError): void;
  /** The caller hung up before anything was sent. */
  abstract left(arrival: Arrival): void;
  /** Turned away before anything was known of them: no key, or one that is not in force. */
  abstract unauthenticated(key: ErrorKey): void;
}
