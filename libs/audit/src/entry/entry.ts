/**
 * The entry as it is sealed; the names are those of the file format. Every member is always there,
 * null when there is nothing to say. It holds counts and commitments, never a text of the caller or
 * of the provider.
 */
export interface Entry {
  readonly v: 1;
  /**
   * `refusal`: nothing was sent; refused by the gateway, or given up by its caller. `adjustment`: of its parent, whose outcome came after it had been settled as interrupted. `admin`:
   * what an operator did to its parent; the marks say what. `key_rotation`, `erasure`: what an operator
   * did to the log; the detail says what. `retention`: rows of a month that are dropped from here on.
   */
  readonly type:
    | 'call'
    | 'refusal'
    | 'interrupted'
    | 'adjustment'
    | 'fork'
    | 'admin'
    | 'key_rotation'
    | 'erasure'
    | 'retention';
  /** The call's id: request id and ledger id too. */
  readonly id: string;
  readonly org: string;
  readonly workload: string | null;
  /** Public id of the virtual key. */
  readonly key: string | null;
  /** The person in the Console who made the call. */
  readonly member: string | null;
  /** The call on whose behalf this one was made. */
  readonly parent: string | null;
  /** What for, where the gateway made it itself: `scope_guard`. */
  readonly purpose: string | null;
  /** RFC 3339, UTC, six digits. */
  readonly at: string;
  readonly ended_at: string;

  readonly surface: string | null;
  readonly wire: string | null;
  readonly stream: boolean | null;
  readonly path_template: string | null;

  readonly model_requested: string | null;
  readonly model_routed: string | null;
  readonly alias: string | null;
  readonly route_reason: string | null;
  /** How a call to `gw/auto` came to its model; left out of any other. */
  readonly auto?: EntryAuto;
  readonly provider: string | null;
  readonly region: string | null;
  readonly jurisdiction: string | null;
  /** What the residency policy said, where one was asked. */
  readonly residency: EntryResidency | null;
  readonly credential: 'managed' | 'byok' | 'local' | null;
  readonly attempts: readonly EntryAttempt[];

  readonly http_status: number | null;
  readonly outcome: 'ok' | 'refused' | 'error' | 'timeout' | 'interrupted';
  readonly refusal: EntryRefusal | null;
  /** This many refusals of the key within a minute, of which the entry tells the first. */
  readonly times: number | null;
  readonly ended_by: 'upstream' | 'client' | 'server_restarting' | 'budget' | 'error' | null;
  readonly client_gone: boolean | null;

  readonly dlp: EntryProtection | null;
  readonly unscanned_document: boolean | null;
  /** Sorted words of `Mark`, for what the other members do not say. */
  readonly marks: readonly string[];
  readonly documents: null;
  readonly scope_guard: EntryScope | null;

  readonly tokens: EntryTokens | null;
  readonly units: EntryUnits | null;
  readonly usage_source: 'provider' | 'partial' | 'estimated' | 'none';
  readonly cache_hit: 'none' | 'exact';
  /** Of a hit: what the answer would have cost, in nano-units; left out of any other call. */
  readonly saved_nano?: string;

  readonly price: EntryPrice | null;

  readonly ttft_ms: number | null;
  readonly latency_ms: number | null;
  readonly gateway_ms: number | null;
  /** What each step took of it; left out where it is not known, as of refusals and interrupted calls. */
  readonly steps?: EntrySteps;
  /** Of a step in the Console: `action`, `target`, `actor`, `ip`, `step_up`, and `changes` as JSON, secrets
   * as fingerprints. Of a rotation: `from` and `to`, verifier keys. Of an erasure: `calls` and `reason`,
   * and `of` where it is not of one call. Of a
   * retention: `month`, `rows`, `nano`, `ranges` and `signature`.
   */
  readonly detail: EntryDetail | null;
  /** Of a log that goes on from an older state than was anchored; an operator accepted that. */
  readonly fork: EntryFork | null;
  /** The replica that served the call. */
  readonly replica: string;
  readonly trace: null;

  readonly commit: EntryCommitments;
}

export interface EntryAuto {
  readonly demand: string;
  readonly features: EntryAutoFeatures;
  /** What the router read, per mille; null where it was not asked or said nothing. */
  readonly reading: EntryReading | null;
  readonly route: string;
  /** `answered`, `open`, `unavailable` or `unasked`. */
  readonly router: string;
  /** What set the demand, in its order: `text low`, `tools medium`. */
  readonly steps: readonly string[];
}

/** Counts, of what came with the text. */
export interface EntryAutoFeatures {
  readonly audio: number;
  readonly effort: string | null;
  readonly files: number;
  readonly images: number;
  readonly json: boolean;
  readonly prompt_tokens: number;
  readonly schema_depth: number;
  readonly tool_results: number;
  readonly tools: number;
}

export interface EntryReading {
  /** From trivial to hard. */
  readonly complexity: readonly number[];
  readonly reasoning: number;
  /** In the order of the router's labels. */
  readonly task: readonly number[];
}

/** Whole microseconds: most steps take less than a millisecond. */
export interface EntrySteps {
  readonly inspect_us: number;
  readonly route_us: number;
  readonly scope_us: number;
  /** Its own work before dispatch: salt, commitment, intent. Recording comes after the answer. */
  readonly seal_us: number;
  /** With the round trip of the hold. */
  readonly meter_us: number;
}

/** Words and whole numbers. */
export type EntryDetail = Readonly<Record<string, string | number>>;

export interface EntryFork {
  /** From which the log goes on. */
  readonly kept: EntryHead;
  /** That was anchored, and whose rows are gone. */
  readonly lost: EntryHead;
}

/** Size and Merkle root of a log, base64. */
export interface EntryHead {
  readonly size: number;
  readonly root: string;
}

export interface EntryAttempt {
  readonly n: number;
  readonly provider: string;
  readonly region: null;
  readonly status: number | null;
  readonly err: string | null;
  readonly ms: number;
}

export interface EntryRefusal {
  /** Key of the error catalogue. */
  readonly code: string;
  readonly stage: RefusalStage;
  /** The counter that had no room, when one refused. */
  readonly counter: string | null;
}

export type RefusalStage = 'receive' | 'inspect' | 'route' | 'scope' | 'meter' | 'dispatch';

export interface EntryResidency {
  readonly mode: 'report' | 'enforce';
  readonly policy: string;
  /** On the endpoint that served the call, or was to; null where none was. */
  readonly verdict: string | null;
  /** Of the workload, by which the call passed whatever the verdict. */
  readonly exception: EntryException | null;
  /** Of a refusal: what stood in the way of each endpoint, the first of them. */
  readonly considered: readonly EntryConsidered[];
}

export interface EntryScope {
  readonly mode: 'flag' | 'block';
  readonly verdict: 'in' | 'out' | 'uncertain' | 'none';
  /** Percent, how likely it is inside; null where nobody judged. */
  readonly p: number | null;
  readonly judge: string;
  readonly cached: boolean;
  /** By which it passed unjudged. */
  readonly exception: EntryException | null;
  /** What of it no judge could read; left out where there was nothing. */
  readonly unread?: readonly string[];
}

export interface EntryConsidered {
  readonly provider: string;
  readonly zone: string;
  readonly verdict: string;
}

export interface EntryException {
  readonly reason: string;
  /** RFC 3339, UTC, six digits. */
  readonly until: string;
}

export interface EntryProtection {
  readonly mode: string;
  readonly action: string;
  readonly findings: Readonly<Record<string, number>>;
  /** The same by what became of them and where they stood; left out where nothing was found. */
  readonly found?: readonly EntryFound[];
  /** Where data spoke to a model, the first of them; left out where it did not. */
  readonly injections?: readonly EntryInjection[];
  /** What became of the words that stood for values; left out where there were none. */
  readonly pseudonyms?: EntryPseudonyms;
  readonly remove_terms: number;
  /** Version of the gateway, and the first digits of the model that finds names. */
  readonly engine_rev: string | null;
}

export interface EntryPseudonyms {
  readonly issued: number;
  /** Of these, those whose values were put back. */
  readonly restored: number;
  /** Words of their form in the answer that stand for nothing. */
  readonly unresolved: number;
  /** Those that stayed in an address whose host nobody had named. */
  readonly withheld: number;
}

export interface EntryInjection {
  readonly kind: string;
  /** In UTF-16 units of the text that it stood in. */
  readonly offset: number;
  /** As of what was found. */
  readonly place: string;
  /** Percent, how sure it is. */
  readonly score: number;
}

export interface EntryFound {
  /** `log`, `mask`, `tokenize`, `block`, `excepted`, or `would_…` where the policy only observed. */
  readonly action: string;
  readonly count: number;
  readonly kind: string;
  /** Sort of place, in words of the format: `messages.user`, `tools`, `form`. */
  readonly place: string;
  readonly subtype?: string;
}

export interface EntryTokens {
  readonly in: number;
  readonly out: number;
  readonly cache_read: number;
  readonly cache_write_5m: number;
  readonly cache_write_1h: number;
  readonly reasoning: number;
  readonly audio_in: number;
  readonly audio_out: number;
  readonly image_in: number;
}

export interface EntryUnits {
  readonly pages: number;
  readonly images: number;
  readonly ms_audio: number;
  readonly tool_calls: number;
}

/** Amounts are decimal strings of nano-units: JSON numbers end at 2^53. */
export interface EntryPrice {
  /** Version of the price book. */
  readonly book: number | null;
  readonly currency: string;
  readonly nano: string;
  readonly hold_nano: string;
  readonly overrun_nano: string;
  readonly basis: string;
  /** Of service; left out where it is the standard one. */
  readonly tier?: string;
}

/** HMAC-SHA-256 under the call's salt, base64url; null when there was nothing to commit to. */
export interface EntryCommitments {
  readonly request: string | null;
  readonly response: string | null;
  readonly ip: null;
  readonly ua: null;
  readonly end_user: string | null;
  readonly client_request_id: null;
  readonly upstream_error: null;
}

export const NO_COMMITMENTS: EntryCommitments = {
  request: null,
  response: null,
  ip: null,
  ua: null,
  end_user: null,
  client_request_id: null,
  upstream_error: null,
};
