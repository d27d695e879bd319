/**
 * What the API answers and the Console and people's scripts read, so that all hold one definition:
 * health, the facts of the first start, the gateway's own part of a model, the kinds of data that are
 * protected, what the log is searched by. Types and lists only.
 *
 * The Console imports this lib and no other. A member that is here is public: it may be added to,
 * and is never renamed.
 */

export {
  ANY_INJECTION,
  INJECTION_KINDS,
  SURFACES,
  type InjectionKind,
  type Surface,
} from './audit-words.js';
export { DATA_GROUPS, DATA_KINDS, specOf, type DataGroup, type DataKind } from './data-kinds.js';
export { DATA_SUBTYPES } from './data-subtypes.js';
export {
  GRANTS,
  MANAGED_ROLES,
  PERMISSIONS,
  reachOf,
  ROLES,
  type Permission,
  type Reach,
  type Role,
} from './roles.js';

/** `GET /healthz`: the process runs and its event loop turns. */
export interface Liveness {
  readonly status: 'ok';
}

/** `GET /readyz` of the API, with 200 or 503. */
export interface Readiness {
  readonly status: 'ready' | 'unready';
  readonly checks: Readonly<Record<ReadinessCheck, CheckState>> & {
    /** Only where there is a Redis. */
    readonly redis?: CheckState;
  };
  /** That the log would not take. They wait for an operator and keep nobody from being served. */
  readonly rows_set_aside: number;
  /** Models of this machine that are switched on and do not answer. Everything else is served. */
  readonly degraded: readonly string[];
  readonly version: string;
}

export type ReadinessCheck = 'accepting' | 'postgres' | 'ledger' | 'audit_log' | 'disk';
export type CheckState = 'ok' | 'failed';

/** `GET /readyz` of the worker. */
export interface WorkerReadiness {
  readonly status: 'ready' | 'unready';
  readonly sealer: 'stopped' | 'sealing' | 'audit_rollback_detected';
  /** Of the data folder and of the anchors, and of the database as far as it told. */
  readonly disk: CheckState;
}

/** `GET /audit/v1`: the logs of this instance. */
export interface AuditLogs {
  readonly logs: readonly AuditLog[];
}

export interface AuditLog {
  /** In the paths of the log. */
  readonly organisation: string;
  readonly name: string;
  /** First line of its checkpoints. */
  readonly origin: string;
  /** C2SP verifier key. Trust it once it came another way, too. */
  readonly vkey: string;
}

/** `first-run.json` in the data folder: what a person or a script needs to make the first call. */
export interface FirstRun {
  readonly base_url: string;
  readonly console_url: string;
  /** Null when the keys came with the settings file, which alone knows them. */
  readonly api_key: string | null;
  readonly workload: string | null;
  /** Makes the first owner in the Console; null once there are members. */
  readonly setup_token: string | null;
}

/** An entry of `GET /v1/models`: the members of the common format, and `gw`. */
export interface ModelEntry {
  /** `<provider>/<model>`, or an alias. */
  readonly id: string;
  readonly object: 'model';
  readonly created: number;
  /** The provider, or `alias`. */
  readonly owned_by: string;
  readonly gw: ModelDetails;
}

/** Null where the settings do not say. */
export interface ModelDetails {
  /** The local sandbox answers, not a real model. */
  readonly sandbox: boolean;
  readonly context_tokens: number | null;
  readonly max_output_tokens: number | null;
  /** Whom it may be asked by: conversations (`chat`), typed decisions (`decide`), both, or neither. */
  readonly takes: readonly ('chat' | 'decide')[];
}

/** One key of the catalogue of errors, in `x-errors` of the OpenAPI document. */
export interface ErrorFacts {
  readonly key: string;
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly message: string;
  /** Whether the same request may succeed later, without anything being changed. */
  readonly retry: boolean;
  readonly retry_after_seconds?: number;
}
