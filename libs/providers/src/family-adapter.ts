import type { Endpoint, MeteredCall, Operation } from '#call';
import type { Secret } from '#kernel';
import type { ProviderError, Protocol } from '#wire';
import type { HttpRequest } from './http/http-client.js';

/** What a family of providers does differently: its requests, its format, its errors. */
export interface FamilyAdapter {
  /** Where the maker serves: for settings that name no address. */
  readonly baseUrl?: string;
  /** The format that its providers hold conversations in. */
  readonly protocol: Exclude<Protocol, 'native'>;
  /** How each operation becomes a request; one that is missing cannot be served. */
  readonly requests: { readonly [Kind in Operation['kind']]?: WriteRequest<Kind> };
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

/** One call for one endpoint. */
export interface Order {
  readonly call: MeteredCall;
  readonly endpoint: Endpoint;
  /** Opens the endpoint; undefined where none is needed. */
  readonly secret: Secret | undefined;
  /** Milliseconds since 1970, for signatures. */
  readonly nowMs: number;
}
