import type { Endpoint, MeteredCall, Operation } from '#call';
import type { Secret } from '#kernel';
import type { ProviderError, Protocol, Usage } from '#wire';
import type { HttpRequest } from './http/http-client.js';

/** What a family of providers does differently: its requests, its format, its errors. */
export interface FamilyAdapter {
  /** Where the maker serves: for settings that name no address. */
  readonly baseUrl?: string;
  /** The format that its providers hold conversations in. */
  readonly protocol: Exclude<Protocol, 'native'>;
  /** How each operation becomes a request, or several; one that is missing cannot be served. */
  readonly requests: {
    readonly chat?: WriteRequest<'chat'>;
    readonly forward?: WriteRequest<'forward'>;
    readonly embed?: WriteOrders<'embed'>;
  };
  /** What an answer has used, where its family tells it beside the answer. */
  readonly readUsage?: (headers: Readonly<Record<string, string>>) => Usage | undefined;
  readonly readError: (
    status: number,
    bodyText: string,
    headers: Readonly<Record<string, string | undefined>>,
  ) => ProviderError;
}

export type WriteRequest<Kind extends Operation['kind']> = (
  order: Order,
  operation: Extract<Operation, { readonly kind: Kind }>,
) => HttpRequest;

/** For what may be answered in several formats, or by several requests. */
export type WriteOrders<Kind extends Operation['kind']> = (
  order: Order,
  operation: Extract<Operation, { readonly kind: Kind }>,
) => Dispatch;

/** What goes to one endpoint. */
export interface Dispatch {
  /** Their answers, in this order, are the answer to the call. */
  readonly parts: readonly [RequestPart, ...RequestPart[]];
  /** The format that each of them is answered in. */
  readonly protocol: Protocol;
}

export interface RequestPart {
  readonly request: HttpRequest;
  /** Its answer must bring so many. */
  readonly vectors?: number;
}

/** One call for one endpoint. */
export interface Order {
  readonly call: MeteredCall;
  readonly endpoint: Endpoint;
  /** Opens the endpoint; undefined where none is needed. */
  readonly secret: Secret | undefined;
  /** Milliseconds since 1970, for signatures. */
  readonly nowMs: number;
}
