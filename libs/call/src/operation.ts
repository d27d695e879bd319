import type { EmbeddingProtocol, Repeated, SpokenProtocol } from '#wire';

/**
 * What a call wants done, whatever path it came by. Together with the family of the endpoint it
 * decides who does it: see `libs/providers/src/families.ts`.
 */
export type Operation =
  | ChatOperation
  | CompleteOperation
  | DrawOperation
  | EmbedOperation
  | ForwardOperation;

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

/** Pictures of a text, in OpenAI's format. */
export interface DrawOperation {
  readonly kind: 'draw';
  readonly protocol: 'images';
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

/** May a provider still be at work on it when the call has ended? */
export const isBackground = (operation: Operation): boolean =>
  operation.kind === 'chat' && operation.isBackground === true;

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
}
