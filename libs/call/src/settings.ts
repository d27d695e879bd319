import type { OrganisationId, WorkloadId } from '#kernel';
import type { AutoPolicy } from './auto.js';
import type { ForwardRule } from './forward-rule.js';
import type { Jurisdiction } from './residency/jurisdiction.js';
import type { ResidencyException, ResidencyPolicy } from './residency/policy.js';
import type { ScopePolicy } from './scope.js';
import type { ProtectionPolicy } from './protection.js';

/**
 * What administrators decide, as read-only values. A call takes its snapshots once, when it is
 * authenticated, and never re-reads them: a change in mid-call cannot split a call.
 */
export interface Organisation {
  readonly id: OrganisationId;
  readonly name: string;
  /** ISO 4217; the currency of budgets and of the ledger. */
  readonly currency: string;
  /** IANA zone that budget periods follow. */
  readonly timeZone: string;
  readonly cap: Allowance | null;
  /** What the organisation has subscribed to; null where nobody sells it anything. */
  readonly plan: Plan | null;
  /** Prepaid credit in nano-units; null means that credit does not limit. */
  readonly creditNano: bigint | null;
  /** Which of it is none any more from a moment on, until an entry says what was left of it. */
  readonly creditEnds: readonly CreditEnd[];
  /** Who is told that limits are near; null where nobody wants to know. */
  readonly alerts: Alerts | null;
  readonly protection: ProtectionPolicy;
  /** Where its requests may be processed. */
  readonly residency: ResidencyPolicy;
  readonly explicitPromptCache: boolean;
  /** Objects that one workload made at a provider are there for all of them. */
  readonly sharesIds: boolean;
  /** Days for which prompts and answers are kept; 0 keeps none. */
  readonly contentRetentionDays: number;
  /** Answers are kept for equal requests, where a workload does not say otherwise. */
  readonly isCaching: boolean;
  /** Serves paths that name no model when the caller names no provider. */
  readonly defaultProvider: string | null;
  readonly providers: ReadonlyMap<string, Provider>;
  readonly aliases: ReadonlyMap<string, Alias>;
  /** Where `gw/auto` leads; null where it leads nowhere. */
  readonly auto: AutoPolicy | null;
}

export interface CreditEnd {
  readonly nano: bigint;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
}

export type BudgetPeriod = 'total' | 'daily' | 'monthly';

export interface Allowance {
  readonly nano: bigint;
  readonly period: BudgetPeriod;
}

export interface Plan {
  readonly name: string;
  /** What may be spent for nothing in a period, before credit pays; null where the plan has no such bound. */
  readonly free: Allowance | null;
  /** Milliseconds since the epoch; null for a plan without an end. */
  readonly endsAtMs: number | null;
}

export interface Alerts {
  /** Percent of each limit. */
  readonly thresholds: readonly number[];
  readonly webhooks: readonly Webhook[];
  readonly emails: readonly string[];
}

export interface Webhook {
  readonly name: string;
  readonly url: string;
  /** What `Credentials` knows the secret by that it is signed with. */
  readonly credentialId: string;
}

export interface Budget extends Allowance {
  readonly mode: 'adaptive' | 'strict';
  readonly override?: BudgetOverride;
}

/** Another amount in the place of a budget's own, until a moment in milliseconds since the epoch. */
export interface BudgetOverride {
  readonly nano: bigint;
  readonly untilMs: number;
}

export interface Workload {
  readonly id: WorkloadId;
  readonly name: string;
  /** Requests and tokens per minute; null means not limited. */
  readonly rpm: number | null;
  readonly tpm: number | null;
  readonly budget: Budget | null;
  /** `provider/model`, `provider/*` or an alias; empty means any model. */
  readonly allowedModels: readonly string[];
  /** `server/tool` or `server/*`; empty means no tool. */
  readonly tools: readonly string[];
  /** Ids of vector stores that it may search (`vs_gw_…`); empty means none. */
  readonly knowledge: readonly string[];
  /** Its models are given a tool that searches them, which the gateway runs. */
  readonly knowledgeTool: boolean;
  /** Paths beside those of models that it may have forwarded. */
  readonly forward: readonly ForwardRule[];
  readonly upstreamTimeoutMs: number;
  readonly onDisconnect: 'abort' | 'drain';
  readonly onExhausted: 'finish' | 'cut';
  /** What becomes of its open calls when their key is revoked. */
  readonly onKeyRevoked: 'finish' | 'cut';
  /** Its own, which win over the organisation's of the same name. */
  readonly aliases: ReadonlyMap<string, Alias>;
  /** The organisation's policy with the workload's overrides applied. */
  readonly protection: ProtectionPolicy;
  /** What it is for; null where nobody asks. */
  readonly scope: ScopePolicy | null;
  /** Null where no answers are kept for equal requests. */
  readonly responseCache: ResponseCachePolicy | null;
  /** From the organisation's residency policy. */
  readonly residencyExceptions: readonly ResidencyException[];
}

/** How answers are kept for equal requests, with a workload's own words applied. */
export interface ResponseCachePolicy {
  /** At most as long as content is kept. */
  readonly ttlSeconds: number;
  /** Answers of one workload are there for equal requests of all others of its organisation. */
  readonly isShared: boolean;
}

/** The key of a line in `libs/providers/src/families.ts`. */
export type Family = string;

export interface Provider {
  /** Prefix of its model ids. */
  readonly name: string;
  readonly family: Family;
  /** No call goes to one that is not. */
  readonly isEnabled: boolean;
  /** Ids of models that operators have paused; the empty one stands for all of the provider. */
  readonly paused: ReadonlySet<string>;
  /** Another one than before: what was known of its health is forgotten. */
  readonly healthRound: number;
  readonly baseUrl: string;
  /** Azure's dated API version; null for its v1 surface and for every other family. */
  readonly apiVersion: string | null;
  /** Whether it serves the Responses format itself; null leaves that to what its family is known for. */
  readonly servesResponses: boolean | null;
  /** The provider's own name for where it computes; null where it has only one. */
  readonly region: string | null;
  /** Vertex: the project that its models are called in. */
  readonly project: string | null;
  /** Where its secret is exchanged for an access token, if not at the usual place. */
  readonly tokenUrl: string | null;
  readonly credential: 'own' | 'managed';
  /** Of an own key: may a shared one for the same address take its place when it fails? */
  readonly fallback: 'none' | 'managed';
  /** Of a tool server: the header that its secret is sent in; null for a bearer. */
  readonly secretHeader: string | null;
  /** Of a tool server: what its secret is exchanged for an access token as, at `tokenUrl`; null for one that opens it itself. */
  readonly oauth: OauthClient | null;
  /** Of a tool server: it is sent values where others are sent pseudonyms. */
  readonly isTrusted: boolean;
  /** What `Credentials` knows its secret by; null for an endpoint that needs none. */
  readonly credentialId: string | null;
  readonly jurisdiction: Jurisdiction;
  /** Of models whose ids tell another kind of deployment, the first that fits. */
  readonly profiles: readonly { readonly ids: RegExp; readonly jurisdiction: Jurisdiction }[];
  /** What each of its prices is multiplied by, a decimal: some regions are dearer than the list. */
  readonly priceMultiplier: string;
  readonly models: ReadonlyMap<string, Model>;
}

/** A client of an OAuth server that signs in as itself: RFC 6749, 4.4. */
export interface OauthClient {
  readonly clientId: string;
  /** Words with blanks between them; null asks for what the server gives unasked. */
  readonly scope: string | null;
  /** What the token is for: RFC 8707, and the name that others have for it. */
  readonly resource: string | null;
  readonly audience: string | null;
  /** How the secret is sent: in a header, or in the form. */
  readonly sentBy: 'basic' | 'post';
}

/** The local provider that comes along; labelled as such in model lists. */
export const SANDBOX_FAMILY: Family = 'sandbox';

/** What a request may ask of a model. */
export const MODEL_FEATURES = ['images', 'files', 'audio', 'tools', 'json'] as const;
export type ModelFeature = (typeof MODEL_FEATURES)[number];

export interface Model {
  /** The provider's own id, without prefix. */
  readonly id: string;
  readonly contextTokens: number | null;
  readonly outputTokensMax: number | null;
  /** Null where nobody says, so that it is tried. */
  readonly supports: ReadonlySet<ModelFeature> | null;
  /** False for a model that the settings do not list; it is served only if it has a price. */
  readonly isListed: boolean;
  /** Of a tool of a tool server, as an administrator has approved it; left out of any other model. */
  readonly tool?: ToolPin;
}

/** The family of tool servers: what they serve are no models but tools. */
export const TOOL_FAMILY: Family = 'mcp';

/**
 * What tool servers do beside calling tools. A model of such a name is no tool: it says that the server is asked for this, at what
 * price, and workloads are granted it as they are tools.
 */
export const SERVER_METHODS = ['resources/read', 'prompts/get', 'completion/complete'] as const;
export type ServerMethod = (typeof SERVER_METHODS)[number];

export const isServerMethod = (id: string): id is ServerMethod =>
  SERVER_METHODS.some((method) => method === id);

/** What was approved of a tool. Callers are shown this, whatever its server says of it by now. */
export interface ToolPin {
  readonly title?: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: object;
  readonly outputSchema?: object;
  readonly annotations?: object;
}

export interface Alias {
  readonly name: string;
  /** Model ids with weights, tried by weighted choice first. */
  readonly targets: readonly { readonly model: string; readonly weight: number }[];
  /** Tried in order when every target failed. */
  readonly fallbacks: readonly string[];
}
