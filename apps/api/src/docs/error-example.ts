import { rateLimitHeaders } from '#call';
import { refuse, type ErrorKey, type GatewayError } from '#kernel';
import { chatEnvelope } from '../http/chat-envelope.js';
import type { Envelope } from '../http/surface.js';

const moneyLimit = (counter: string, period: string, resetsAt: string | null) => ({
  counter,
  period,
  limit: '10.00',
  remaining: '0.0012',
  currency: 'EUR',
  resets_at: resetsAt,
});

const ATTEMPT = { provider: 'openai', model: 'gpt-5', transport: null, ms: 412 };

/** What the thrower of each key adds, where it always does. */
const GW: Partial<Readonly<Record<ErrorKey, Readonly<Record<string, unknown>>>>> = {
  budget_reached: { limit: moneyLimit('budget', 'monthly', '2026-11-30T23:00:00Z') },
  cap_reached: { limit: moneyLimit('cap', 'daily', '2026-11-20T23:00:00Z') },
  allowance_reached: { limit: moneyLimit('allowance', 'monthly', '2026-11-30T23:00:00Z') },
  plan_missing: { limit: { counter: 'plan' } },
  credit_exhausted: { limit: moneyLimit('credit', 'total', null) },
  residency_blocked: {
    policy: 'EU only',
    considered: [{ endpoint: 'openai', model: 'gpt-5', zone: 'GLOBAL', verdict: 'not_guaranteed' }],
  },
  rate_limited: { limit: { counter: 'rpm', limit: 600 } },
  tokens_limited: { limit: { counter: 'tpm', limit: 400_000 } },
  upstream_failed: { cause: 'upstream_status', attempts: [{ ...ATTEMPT, status: 500 }] },
  upstream_unhealthy: { cause: 'all_unhealthy', attempts: [] },
  upstream_timeout: {
    cause: 'timeout',
    attempts: [{ ...ATTEMPT, status: null, transport: 'timeout', ms: 300_000 }],
  },
};
const PARAMS: Partial<Readonly<Record<ErrorKey, string>>> = {
  field_invalid: 'messages[0].role',
  header_invalid: 'x-gw-upstream-timeout',
  model_missing: 'model',
  model_unprefixed: 'model',
  model_not_allowed: 'model',
  model_unknown: 'model',
  price_unavailable: 'model',
  protection_blocked: 'messages[0].content',
  document_unscannable: 'messages[0].content[1].file.file_data',
};
const RATE_HEADERS: Partial<Readonly<Record<ErrorKey, Readonly<Record<string, string>>>>> = {
  rate_limited: rateLimitHeaders('requests', { limit: 600, remaining: 0, resetSeconds: 62 }),
  tokens_limited: rateLimitHeaders('tokens', { limit: 400_000, remaining: 12, resetSeconds: 62 }),
};
const RETRY_SECONDS: Partial<Readonly<Record<ErrorKey, number>>> = {
  rate_limited: 12,
  tokens_limited: 12,
};

/** An error as it is thrown. */
export function exampleOf(key: ErrorKey): GatewayError {
  const gw = GW[key];
  const param = PARAMS[key];
  const retryAfterSeconds = RETRY_SECONDS[key];
  const headers = RATE_HEADERS[key];
  return refuse(key, {
    ...(headers && { headers }),
    ...(gw && { gw }),
    ...(param !== undefined && { param }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

const REQUEST_ID = '019a8f3c-2b61-7c40-9e1d-5a7b3c2d1e0f';

/** The body of an error as the gateway writes it. */
export const errorBody = (key: ErrorKey, envelope: Envelope = chatEnvelope): unknown =>
  JSON.parse(envelope.renderError(exampleOf(key), REQUEST_ID));
