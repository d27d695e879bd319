import { catalogue, type ErrorKey, type ErrorSpec } from './catalogue.js';

/** One try at one endpoint, as callers see it in `error.gw.attempts` and auditors in the entry. */
export interface Attempt {
  readonly provider: string;
  readonly model: string;
  /** The provider's HTTP status, or null when none arrived. */
  readonly status: number | null;
  /** The transport error, or null when the provider answered. */
  readonly transport: string | null;
  readonly ms: number;
}

export interface ErrorDetails {
  /** Replaces the catalogue's message. Must never hold prompt text, found values or secrets. */
  readonly message?: string;
  /** JSON path of the field at fault. */
  readonly param?: string;
  /** For the log only. */
  readonly internal?: string;
  readonly cause?: unknown;
  /** Members of `error.gw`. */
  readonly gw?: Readonly<Record<string, unknown>>;
  /** More of a provider's own refusal, in the shape that its clients know: `error.innererror`. */
  readonly innererror?: object;
  /** What clients of the messages format go by, beside the words: `error.details`. */
  readonly told?: Readonly<Record<string, unknown>>;
  /** Seconds; replaces the catalogue's `retryAfterSeconds`. */
  readonly retryAfterSeconds?: number;
  /** Of the answer, beside those that follow from the rest: `x-ratelimit-*`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A retry would fail again, whatever the status says. */
  readonly shouldRetry?: false;
  /** Replaces the catalogue's, where a setting chooses between two that mean the same. */
  readonly status?: number;
  /** Only for a provider's own refusal, whose status and code are passed on. */
  readonly upstream?: { readonly status: number; readonly type: string; readonly code: string };
}

/** Everything that may reach a caller. Rendered in one place, by the envelope of its surface. */
export class GatewayError extends Error {
  constructor(
    readonly key: ErrorKey,
    readonly details: ErrorDetails = {},
  ) {
    super(details.message ?? catalogue[key].message, { cause: details.cause });
    this.name = 'GatewayError';
  }

  get spec(): ErrorSpec {
    const { status, upstream } = this.details;
    return { ...catalogue[this.key], ...(status !== undefined && { status }), ...upstream };
  }
}

/** The caller is turned away before dispatch: `throw refuse('model_missing', { param: 'model' })`. */
export const refuse = (key: ErrorKey, details?: ErrorDetails): GatewayError =>
  new GatewayError(key, details);

/** Something the caller could not help went wrong. The same class; the word tells the reader. */
export const failed = refuse;

export const asGatewayError = (error: unknown): GatewayError =>
  error instanceof GatewayError ? error : new GatewayError('internal', { cause: error });
