import type { ByteLease, CallId, Cancellation, JsonDocument } from '#kernel';
import type { Surface } from '#contract';
import type { CallerProtocol } from '#wire';
import type { AutoFinding } from './auto.js';
import type { Endpoint } from './endpoint.js';
import type { ExpectedUsage } from './expected-usage.js';
import type { Hold } from './hold.js';
import type { InjectionFinding } from './injection.js';
import type { Mark } from './mark.js';
import type { Operation } from './operation.js';
import type { KnownValue } from './ports/value-finder.js';
import type { Principal } from './principal.js';
import type { ScopeFinding } from './scope.js';
import type { CacheLook, CacheOrder } from './response-cache.js';
import type { CallTrace } from './trace/call-trace.js';
import type { ResidencyException, ResidencyVerdict } from './residency/policy.js';

/**
 * A call is a chain of read-only states. Each interceptor takes one and returns the next, so the
 * compiler holds the order: what was not inspected cannot be routed, what has no hold cannot be
 * dispatched. `Arrival` is what is known before the body was read; even that much can be refused
 * and sealed.
 */
export interface Arrival {
  /** Request id, audit id and ledger id. */
  readonly callId: CallId;
  /** The call on whose behalf this one is made; null for a caller's own. */
  readonly parentId: CallId | null;
  /** Milliseconds since the epoch; the budget period follows this reading, but for its steps. */
  readonly receivedAtMs: number;
  /** Reading of the monotonic clock at the same moment, for durations. */
  readonly startedMs: number;
  readonly principal: Principal;
  /** For the log and the metrics; nothing is decided by it. */
  readonly surface: Surface;
  /** The path with ids left out, for the log; null for a call that came by no path. */
  readonly pathTemplate: string | null;
  /** The format that the caller speaks. */
  readonly protocol: CallerProtocol;
  /** Cancelled when nobody waits for the answer any more. */
  readonly callerGone: Cancellation;
  /** What the call takes of the process's memory, for as long as it does. */
  readonly memory: ByteLease;
  /** Left out where nobody traces it. */
  readonly trace?: CallTrace | undefined;
}

export interface ReceivedCall extends Arrival {
  readonly operation: Operation;
  /** As the caller wrote it; null on paths that name no model. */
  readonly requestedModel: string | null;
  readonly isStreaming: boolean;
  /** The caller asked for the usage frame at the end of the stream. */
  readonly wantsUsage: boolean;
  /** The caller's own id of whom it asks for, where it names one. Committed to and never kept. */
  readonly endUser: string | null;
  /** What the model thought may be shown. */
  readonly showsThinking: boolean;
  readonly expected: ExpectedUsage;
  readonly body: ReceivedBody;
  /** The workload's response timeout, or the caller's shorter one. */
  readonly timeoutMs: number;
  /** What the caller says about answers that are kept; left out where it says nothing. */
  readonly cacheOrder?: CacheOrder;
  /** Where texts of its documents came to stand in the text of its body, in UTF-16 units. */
  readonly documentSpans?: CleanedDocuments['spans'];
  /** Set where documents of it were anonymized. */
  readonly cleaned?: CleanedDocuments;
  /**
   * What its documents hold by the heads of their tables: `Krzyzanowska` below `Surname`. As text it stands in a row of others,
   * where nothing tells what it is.
   */
  readonly documentValues?: readonly KnownValue[];
}

/** What is left of the documents of a call once the values are out of them. */
export interface CleanedDocuments {
  /** Stretches of the text of its body that hold nothing else, in UTF-16 units. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
  /** Values that were taken out. */
  readonly found: readonly { readonly kind: string; readonly count: number }[];
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

export type FormPart = FormField | FormFile;

/** What the head of a part says, read once; the head that is sent is written from it. */
interface FormPartHead {
  readonly name: string;
  /** `type/subtype; name=value`; null where the caller gave none. */
  readonly contentType: string | null;
}

export interface FormField extends FormPartHead {
  readonly kind: 'field';
  readonly value: string;
}

export interface FormFile extends FormPartHead {
  readonly kind: 'file';
  /** The caller's name for it. */
  readonly filename: string;
  /** Where it lies on our disk. */
  readonly path: string;
  readonly bytes: number;
  /** How long it lasts at most, where it is sound whose head cannot say less than there is. */
  readonly seconds: number | null;
}

export interface InspectedCall extends ReceivedCall {
  readonly inspection: Inspection;
}

/** What data protection did. Never holds a found value: those are in that step's way back alone. */
export interface Inspection {
  readonly mode: string;
  readonly action: 'none' | 'logged' | 'masked' | 'tokenized' | 'blocked';
  /** Count per kind, for instance `{ email: 2 }`. */
  readonly findings: Readonly<Record<string, number>>;
  /** The same by what became of them, and where they stood. */
  readonly found: readonly Found[];
  readonly removeTerms: number;
  /** Where data of the request speaks to the model; undefined where nobody looked. */
  readonly injections?: readonly InjectionFinding[] | undefined;
  /** Revision of what looked; undefined where nothing did. */
  readonly engine?: string;
  readonly marks: readonly Mark[];
  /** How long the call waited for the operator's model that finds names; undefined where it was not asked. */
  readonly nerMs?: number | undefined;
  /** The only body that later steps may send: what was found is already out of it. */
  readonly request: OutgoingBody;
  /**
   * JSON of the same body with values where pseudonyms stand: for a receiver that settings trust, and for nobody else.
   * Undefined where no pseudonym stands, and of every operation but a call of a tool.
   */
  readonly withValues?: (() => Promise<string>) | undefined;
  /** The same of path, query and headers. */
  readonly operation: Operation;
}

/** Values of one kind that had the same fate in places of one sort. */
export interface Found {
  readonly kind: string;
  readonly subtype: string | null;
  /** `log`, `mask`, `tokenize`, `block`, `excepted`, or `would_…` where the policy only observes. */
  readonly action: string;
  /** In words of the format, as `messages.user`; never a key or a name of the caller's. */
  readonly place: string;
  readonly count: number;
}

export type OutgoingBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly document: JsonDocument }
  | { readonly kind: 'form'; readonly form: ReceivedForm };

export interface RoutedCall extends InspectedCall {
  readonly route: Route;
}

export interface Route {
  /** Set when the caller named an alias. */
  readonly alias: string | null;
  readonly reason:
    | 'pinned'
    | 'alias'
    | 'auto'
    | 'default_provider'
    | 'chosen_provider'
    | 'only_provider';
  /** Every endpoint that the name leads to, with what became of it. */
  readonly candidates: readonly Candidate[];
  /** The candidates that are tried, in this order; never empty. */
  readonly endpoints: readonly Endpoint[];
  /** The residency policy that was asked of each; null where it is off. */
  readonly residency: RouteResidency | null;
  /** Of a call to `gw/auto`; null of any other. */
  readonly auto: AutoFinding | null;
}

export interface RouteResidency {
  readonly mode: 'report' | 'enforce';
  /** As the settings call it. */
  readonly policy: string;
}

export interface Candidate {
  readonly endpoint: Endpoint;
  readonly verdict: RouteVerdict;
  /** Null where no residency policy was asked. */
  readonly residency: ResidencyFinding | null;
}

export interface ResidencyFinding {
  readonly verdict: ResidencyVerdict;
  /** By which it passes, or would, whatever the verdict. */
  readonly exception: ResidencyException | null;
}

/** Why an endpoint is tried or is not. */
export type RouteVerdict =
  | 'chosen'
  /** Outside of the workload's allow-list. */
  | 'not_allowed'
  /** Its provider is disabled. */
  | 'provider_disabled'
  /** Its family does not know the operation. */
  | 'not_capable'
  /** It does not do what the request needs, as the settings say of it. */
  | 'lacks_feature'
  /** The request and its answer do not fit. */
  | 'context_too_small'
  /** A provider's typed model, which is reached by its own name alone, and with a key of one's own. */
  | 'named_only'
  /** The residency policy lets nothing be processed there. */
  | 'residency_blocked'
  /** Its key is shared, and the organisation has one of its own for the same place. */
  | 'own_key_first'
  /** Its key is shared, and the call chooses what would make it dearer. */
  | 'managed_key_rule'
  /** An operator has paused it. */
  | 'paused'
  /** Its circuit breaker is open, or it asked to be left alone. */
  | 'unhealthy';

export interface GuardedCall extends RoutedCall {
  /** What was said of its scope; null where nobody asked. */
  readonly scope: ScopeFinding | null;
}

/** Everything that may refuse it has been asked but its limits: what was kept is for who could have it made now. */
export interface LookedUpCall extends GuardedCall {
  readonly cache: CacheLook;
}

export interface SealedCall extends LookedUpCall {
  readonly seal: OpenSeal;
}

export interface OpenSeal {
  /** Identity and shape of the call as text: kept with its hold, so an interrupted call is recorded. */
  readonly context: string;
}

export interface MeteredCall extends SealedCall {
  readonly hold: Hold;
}
