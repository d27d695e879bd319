import type { JsonDocument, Steps } from '#kernel';
import type {
  ClientAsks,
  DecisionKind,
  EmbeddingProtocol,
  OptionNames,
  Repeated,
  SpokenProtocol,
} from '#wire';
import type { ExpectedUsage } from './expected-usage.js';
import type { ServerMethod } from './settings.js';

/**
 * What a call wants done, whatever path it came by. Together with the family of the endpoint it
 * decides who does it: see `libs/providers/src/families.ts`.
 */
export type Operation =
  | AnonymizeOperation
  | ChatOperation
  | CompleteOperation
  | DecideOperation
  | DrawOperation
  | EmbedOperation
  | ForwardOperation
  | OcrOperation
  | ToolOperation;

/** A conversation with a model. Its body is in the format that the caller speaks. */
export interface ChatOperation {
  readonly kind: 'chat';
  readonly protocol: SpokenProtocol;
  /** What the caller says beside the body: for a provider that speaks the same format only. */
  readonly hints: Hints;
  /** Names of the caller's tools whose input is a text, where its format tells them apart. */
  readonly customTools?: ReadonlySet<string>;
  /** The caller wants back what the model thought, under a seal, shown or not. */
  readonly sealsThinking?: boolean;
  /** What an answer in the caller's format says again of its request. */
  readonly repeated?: Repeated;
  /** The provider goes on with the answer when the call has ended, and is asked for it later. */
  readonly isBackground?: boolean;
  /** Its answer is put together with those of other calls, so none of its provider's own payloads go on. */
  readonly isRound?: boolean;
}

/**
 * A text that is to go on, in the format before chat. A family that does not serve it is asked as many
 * conversations as there are texts.
 */
export interface CompleteOperation {
  readonly kind: 'complete';
  readonly protocol: 'completions';
  readonly hints: Hints;
}

/**
 * Typed questions about a state, which stand in its body as they are shown to a model. The body is read once more when data protection let it through: what a model
 * is asked is `readDecision` of the inspected document.
 */
export interface DecideOperation {
  readonly kind: 'decide';
  readonly protocol: 'systemone';
  /** A router brings its own questions. */
  readonly asks: DecisionKind;
  /** As answers say them, for the caller alone: no model is shown them. */
  readonly optionNames: OptionNames;
  readonly hints: Hints;
}

/** A document without the personal data in it. It comes in a form, and stays on this machine. */
export interface AnonymizeOperation {
  readonly kind: 'anonymize';
  readonly protocol: 'native';
  /** The document alone is answered, and not as JSON. */
  readonly wantsBytes: boolean;
  /** It is worked on when the call has ended. */
  readonly job?: JobOrder;
  readonly hints: Hints;
}

/** What a job is made with, beside the document. */
export interface JobOrder {
  /** The same job for the same key, where the caller sent one. */
  readonly idempotency: { readonly key: string; readonly fingerprint: Buffer } | null;
}

/** Pictures of a text, in OpenAI's format. */
export interface DrawOperation {
  readonly kind: 'draw';
  readonly protocol: 'images';
  readonly hints: Hints;
}

/** Pages of a document as text, in Mistral's format. */
export interface OcrOperation {
  readonly kind: 'ocr';
  readonly protocol: 'ocr';
  /** Its document stays on this machine, so nothing leaves that data protection would have to see. */
  readonly isLocal: boolean;
  /** That the caller says it is written in, by three letters; null where it says nothing. For local reading alone. */
  readonly languages: readonly string[] | null;
  readonly hints: Hints;
}

/** What a server of tools is asked to do for a caller. */
export type ToolMethod = 'tools/call' | ServerMethod;

/**
 * A tool of a registered server is to be called, or the server to be asked for something beside. The body is what it is sent, but for the name
 * of the tool.
 */
export interface ToolOperation {
  readonly kind: 'tool';
  readonly protocol: 'mcp';
  readonly method: ToolMethod;
  /** What the caller named, as its server knows it: a tool, a prompt, the URI of a resource. */
  readonly target: string;
  /** It names nothing, and what is shown is of all servers that were granted. */
  readonly isList: boolean;
  /** Of the caller's request, as it stands there. */
  readonly requestId: string;
  /** The caller speaks the revision without handshakes. */
  readonly isModern: boolean;
  /** What URIs begin with in what the caller is told, where those of several servers stand together; empty elsewhere. */
  readonly uriPrefix: string;
  /** What the caller wants news of it under, as it stands in its request; null where it wants none. */
  readonly progressToken: string | null;
  /** What its server may ask of the caller. */
  readonly asks: ClientAsks;
  /** What the server keeps with its caller since it asked for more, as it said it itself; null where it did not. */
  readonly state: string | null;
  readonly hints: Hints;
}

/** Vectors of texts. Its body is in the format that the caller speaks. */
export interface EmbedOperation {
  readonly kind: 'embed';
  readonly protocol: EmbeddingProtocol;
  /** They are told as base64 of 32-bit floats, and not as numbers. */
  readonly asBase64: boolean;
  readonly hints: Hints;
}

/** May somebody still be at work on it when the call has ended? */
export function isBackground(operation: Operation): boolean {
  if (operation.kind === 'chat') return operation.isBackground === true;
  if (operation.kind === 'anonymize') return operation.job !== undefined;
  return batchOf(operation) !== undefined;
}

/** The file of requests that a call hands over, where it does. */
export const batchOf = (operation: Operation): BatchRequest | undefined =>
  operation.kind === 'forward' ? operation.batch : undefined;

/** Names and values in the caller's order, decoded once; who sends them encodes them anew. */
export type Query = readonly (readonly [name: string, value: string])[];

export interface Hints {
  readonly query: Query;
  /** Request headers that mean something to a provider, lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

export const NO_HINTS: Hints = { query: [], headers: {} };

/** A request that the gateway has no reading of its own for: its target is written from this one. */
export interface ForwardOperation extends Hints {
  readonly kind: 'forward';
  readonly method: string;
  /** Of the path, decoded once, none of them empty: `['v1', 'files', 'file-abc']`. */
  readonly segments: readonly string[];
  /** The answer is a stream that tells its usage only when it is asked to. */
  readonly asksForUsage: boolean;
  /** The caller's choice of provider, where no model names one. */
  readonly providerName: string | null;
  /** It hands over a file of requests, for its provider to work on when the call has ended. */
  readonly batch?: BatchRequest;
}

/** A file of requests, one a line, that a provider keeps. What they cost is known from the file alone. */
export interface BatchRequest {
  readonly fileId: string;
  /** Where each of its requests goes: `/v1/chat/completions`. */
  readonly path: string;
  /**
   * What one of the requests will use, by its body.
   * @throws GatewayError for one that may not be sent as a call of its own, either
   */
  readonly judge: (body: JsonDocument) => Steps<ExpectedUsage>;
}
