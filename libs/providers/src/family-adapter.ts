import type { ChatOperation, Endpoint, MeteredCall, Operation, Provider } from '#call';
import type { JsonDocument, Secret } from '#kernel';
import type { SpokenProtocol, ProviderError, Protocol, ReplyFrame, Usage } from '#wire';
import type { WriteBody } from './body-order.js';
import type { HttpRequest } from './http/http-client.js';
import type { SecretExchange } from './oauth/secret-exchange.js';

/** What a family of providers does differently: its requests, its format, its errors. */
export interface FamilyAdapter {
  /** Where the maker serves, by the region where that tells: for settings that name no address. */
  readonly baseUrl?: string | ((region: string) => string) | undefined;
  /** The format that its providers hold conversations in. */
  readonly protocol: AskedIn;
  /** Other formats that a provider of it speaks as well: a caller of one of them is answered in it. */
  readonly alsoSpeaks?: (provider: Provider) => readonly SpokenProtocol[];
  /** How each operation becomes a request, or several; one that is missing cannot be served. */
  readonly requests: {
    readonly chat?: WriteConversation;
    readonly forward?: WriteRequest<'forward'>;
    /** Where it is missing, `chat` does it. */
    readonly complete?: WriteOrders<'complete'>;
    readonly decide?: WriteOrders<'decide'>;
    readonly draw?: WriteOrders<'draw'>;
    readonly embed?: WriteOrders<'embed'>;
    readonly ocr?: WriteOrders<'ocr'>;
  };
  /** Where its providers list their models; missing where they do so at another host, or not at all. */
  readonly models?: (order: Pick<Order, 'endpoint' | 'secret'>) => RequestHead;
  /** What an answer has used, where its family tells it beside the answer. */
  readonly readUsage?: (headers: Readonly<Record<string, string>>) => Usage | undefined;
  /** Where secrets are exchanged for access tokens, which requests are then written with. */
  readonly exchange?: SecretExchange;
  readonly readError: (
    status: number,
    bodyText: string,
    headers: Readonly<Record<string, string | undefined>>,
  ) => ProviderError;
}

/** A request but for its body. */
export type RequestHead = Omit<HttpRequest, 'body'>;

/**
 * How a conversation becomes a request. The body is a matter of plain data, since a large one is written
 * in a thread; address, credential and signature are the head's, which never leaves this one.
 */
export interface WriteConversation {
  readonly writeBody: WriteBody;
  readonly writeHead: (order: Order, operation: ChatOperation) => RequestHead;
}

type AskedIn = Exclude<Protocol, 'native'>;

/**
 * The format in which a provider is asked and answers: the caller's own where it speaks that, too, else the
 * one that its family speaks.
 */
export const protocolFor = (
  { protocol, alsoSpeaks }: FamilyAdapter,
  provider: Provider,
  spoken: SpokenProtocol,
): AskedIn => (alsoSpeaks?.(provider).includes(spoken) ? spoken : protocol);

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
  /** Reads its answer, where only who knows the request can; else the format does. */
  readonly readAnswer?: (document: JsonDocument) => ReplyFrame;
  /** Its answer is pictures: the first part must bring one, of the others each may. */
  readonly isPicture?: true;
}

/** One call for one endpoint. */
export interface Order {
  readonly call: MeteredCall;
  readonly endpoint: Endpoint;
  /** Opens the endpoint: its secret, or the token that this was exchanged for; undefined for none. */
  readonly secret: Secret | undefined;
  /** Milliseconds since 1970, for signatures. */
  readonly nowMs: number;
}
