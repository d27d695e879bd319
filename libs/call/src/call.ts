import type { CallId, Edit, JsonDocument } from '#kernel';
import type { Principal } from './principal.js';
import type { Hold } from './hold.js';
import type { Endpoint } from './endpoint.js';

/** Where a call came in: one adapter each. */
export type Surface =
  | 'chat'
  | 'completions'
  | 'embeddings'
  | 'moderations'
  | 'responses'
  | 'audio'
  | 'images'
  | 'video'
  | 'files'
  | 'other';

/** The format the caller speaks. `native` is forwarded as it is. */
export type Wire = 'chat' | 'native';

/**
 * A call is a chain of read-only states. Each interceptor takes one and returns the next, so the
 * compiler holds the order: what was not inspected cannot be routed, what has no hold cannot be
 * dispatched. `Arrival` is what is known before the body was read; even that much can be refused
 * and sealed.
 */
export interface Arrival {
  /** Request id, audit id and ledger id. */
  readonly callId: CallId;
  /** Milliseconds since the epoch; the budget period follows this reading. */
  readonly receivedAtMs: number;
  /** Reading of the monotonic clock at the same moment, for durations. */
  readonly startedMs: number;
  readonly principal: Principal;
  readonly surface: Surface;
  readonly wire: Wire;
  readonly method: string;
  /** The path without query, for instance `/v1/chat/completions`. */
  readonly path: string;
  /** Aborts when the caller's connection is gone. */
  readonly clientGone: AbortSignal;
}

export interface ReceivedCall extends Arrival {
  /** As the caller wrote it; null on paths that name no model. */
  readonly requestedModel: string | null;
  /** The caller's choice of provider on paths that name no model. */
  readonly requestedProvider: string | null;
  readonly isStreaming: boolean;
  /** What the caller allows to come out; tokens null when it did not say. */
  readonly output: { readonly tokensMax: number | null; readonly choices: number };
  /** The gateway's own estimate of the input, before any provider has counted. */
  readonly inputTokens: number;
  /** The caller asked for the usage frame at the end of the stream. */
  readonly wantsUsage: boolean;
  readonly query: string;
  readonly body: ReceivedBody;
  /** Request headers that may be passed on, lower-case names. */
  readonly passHeaders: Readonly<Record<string, string>>;
  /** The workload's response timeout, or the caller's shorter one. */
  readonly timeoutMs: number;
}

export type ReceivedBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly document: JsonDocument }
  | { readonly kind: 'form'; readonly form: ReceivedForm };

/** A multipart form whose files lie on disk, so that an upload of any size costs no memory. */
export interface ReceivedForm {
  readonly parts: readonly FormPart[];
  /** Deletes the spooled files. Safe to call twice. */
  dispose(): Promise<void>;
}

export type FormPart =
  | { readonly kind: 'field'; readonly name: string; readonly head: string; readonly value: string }
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly head: string;
      readonly path: string;
      readonly bytes: number;
    };

export interface InspectedCall extends ReceivedCall {
  readonly inspection: Inspection;
}

/** What data protection did. Never holds a found value; the restoring map lives inside the lib. */
export interface Inspection {
  readonly mode: string;
  readonly action: 'none' | 'logged' | 'masked' | 'tokenized' | 'blocked';
  /** Count per kind, for instance `{ email: 2 }`. */
  readonly findings: Readonly<Record<string, number>>;
  readonly removeTerms: number;
  /** A part of the body could not be scanned (image, document, audio). */
  readonly hasUnscanned: boolean;
  /** The only body that later steps may send: what was found is already out of it. */
  readonly request: OutgoingBody;
}

export type OutgoingBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly document: JsonDocument; readonly edits: readonly Edit[] }
  | { readonly kind: 'form'; readonly form: ReceivedForm };

export interface RoutedCall extends InspectedCall {
  readonly route: Route;
}

export interface Route {
  /** Set when the caller named an alias. */
  readonly alias: string | null;
  readonly reason: 'pinned' | 'alias' | 'default_provider' | 'chosen_provider';
  /** In the order in which they are tried; never empty. */
  readonly endpoints: readonly Endpoint[];
}

export interface SealedCall extends RoutedCall {
  readonly seal: OpenSeal;
}

export interface OpenSeal {
  /** Secret of this call's commitments; erasing it makes them unprovable for ever. */
  readonly salt: Buffer;
  /** Identity and shape of the call as text: kept with its hold, so an interrupted call is recorded. */
  readonly context: string;
}

export interface MeteredCall extends SealedCall {
  readonly hold: Hold;
}
