import type { DispatchRecord, Endpoint, MeteredCall } from '#call';
import type { Attempt, Secret } from '#kernel';
import type { Protocol } from '#wire';
import type { Deadline } from '../deadline.js';
import type { RequestPart } from '../family-adapter.js';
import type { HttpRequest } from '../http/http-client.js';

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
  /** Goes out with its requests; undefined where nobody traces the call. */
  readonly traceparent: string | undefined;
  /** It has ended, or its answer has begun. */
  readonly record: (attempt: Attempt) => void;
}

/** A request as a part of this try. Signatures do not cover the header, so it may join what is signed. */
export const tracedIn = ({ traceparent }: Try, request: HttpRequest): HttpRequest =>
  traceparent === undefined
    ? request
    : { ...request, headers: { ...request.headers, traceparent } };

/** What is expected of an answer. */
export interface Expected extends Omit<RequestPart, 'request'> {
  readonly protocol: Protocol;
  /** Paths that were left out of the request. */
  readonly fields: readonly string[];
}
