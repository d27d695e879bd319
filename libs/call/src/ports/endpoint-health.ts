import type { OrganisationId } from '#kernel';
import type { Endpoint } from '../endpoint.js';

/** What is known of one endpoint by how its calls went. Times are readings of the monotonic clock. */
export interface Health {
  /** May a call pass now? If so, one of the two below must follow. */
  tryPass(nowMs: number): boolean;
  /** It tells nothing about the endpoint. */
  release(): void;
  /** A connection that fails fails for all that its provider serves. */
  done(result: 'ok' | 'failed' | 'no_connection', nowMs: number): void;
}

/** Which endpoints are to be tried at all; asked and told by whoever sends to them. */
export abstract class EndpointHealth {
  abstract of(organisation: OrganisationId, endpoint: Endpoint): Health;
  abstract isServing(organisation: OrganisationId, endpoint: Endpoint): boolean;
  /** Until the first of them serves again, as far as is known; at least 1. */
  abstract secondsUntilServing(
    organisation: OrganisationId,
    endpoints: readonly Endpoint[],
  ): number;
}
