import { CallObserver, type Arrival, type Outcome, type ReceivedCall } from '#call';
import type { ErrorKey, GatewayError } from '#kernel';

/** Tells all of them. */
export class CallObservers extends CallObserver {
  constructor(private readonly observers: readonly CallObserver[]) {
    super();
  }

  ended(call: ReceivedCall, outcome: Outcome): void {
    for (const observer of this.observers) observer.ended(call, outcome);
  }

  refused(arrival: Arrival, error: GatewayError): void {
    for (const observer of this.observers) observer.refused(arrival, error);
  }

  left(arrival: Arrival): void {
    for (const observer of this.observers) observer.left(arrival);
  }

  unauthenticated(key: ErrorKey): void {
    for (const observer of this.observers) observer.unauthenticated(key);
  }
}
