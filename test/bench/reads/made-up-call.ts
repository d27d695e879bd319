import type { Entry } from '#audit';
import { uuidV7 } from '#kernel';
import { BLANK } from '../../../libs/audit/src/entry/blank-entry.js';
import { timestampOf } from '../../../libs/audit/src/entry/timestamp.js';

interface Model {
  readonly id: string;
  readonly zone: string;
  readonly perInput: number;
  readonly perOutput: number;
}

/** Nano-units a token. */
const MODELS: readonly Model[] = [
  { id: 'openai/gpt-5', zone: 'US', perInput: 1_150, perOutput: 9_200 },
  { id: 'openai/gpt-5-mini', zone: 'US', perInput: 230, perOutput: 1_840 },
  { id: 'anthropic/claude-sonnet-5', zone: 'US', perInput: 2_760, perOutput: 13_800 },
  { id: 'mistral/mistral-large', zone: 'EU', perInput: 1_840, perOutput: 5_520 },
  { id: 'mistral/mistral-small', zone: 'EU', perInput: 92, perOutput: 276 },
  { id: 'vertex/gemini-3-pro', zone: 'EU', perInput: 1_150, perOutput: 9_200 },
  { id: 'local/qwen3-8b', zone: 'EU', perInput: 10, perOutput: 10 },
];
const SURFACES = ['chat', 'chat', 'chat', 'messages', 'responses', 'embeddings'] as const;
const KINDS = ['email', 'phone', 'iban', 'person_name', 'postal_address'] as const;
const REFUSALS = [
  { code: 'rate_limited', stage: 'meter', status: 429, counter: 'rpm' },
  { code: 'budget_reached', stage: 'meter', status: 402, counter: 'budget' },
  { code: 'residency_blocked', stage: 'route', status: 403, counter: null },
] as const;
const ADMIN = ['workload.update', 'key.create', 'provider.update'] as const;

export interface MadeUpCaller {
  readonly workload: string;
  readonly keys: readonly string[];
}

export interface MadeUp {
  readonly organisation: string;
  readonly callers: readonly MadeUpCaller[];
  readonly replica: string;
  /** Numbers from 0 to 1 that follow from a seed. */
  readonly random: () => number;
}

/** One call as the log could have it: office hours, few workloads with most calls, now and then an error. */
export function madeUpCall(made: MadeUp, atMs: number): Entry {
  const { random } = made;
  const caller = pick(made.callers, random() ** 2);
  const base = {
    ...BLANK,
    id: uuidV7(atMs, bytesOf(random)),
    org: made.organisation,
    workload: caller.workload,
    at: timestampOf(atMs),
    replica: made.replica,
  };
  if (random() < 0.001) return adminStep(base, random, atMs);
  const model = pick(MODELS, random() ** 1.5);
  const surface = pick(SURFACES, random());
  const found =
    random() < 0.15 ? { [pick(KINDS, random() ** 2)]: 1 + Math.floor(random() * 3) } : {};
  const call = {
    ...base,
    key: pick(caller.keys, random()),
    surface,
    wire: surface === 'embeddings' ? 'embeddings' : surface,
    stream: random() < 0.6,
    path_template: '/v1/chat/completions',
    model_requested: model.id,
    dlp: {
      mode: 'tokenize',
      action: Object.keys(found).length > 0 ? 'tokenized' : 'none',
      findings: found,
      remove_terms: 0,
      engine_rev: null,
    },
    unscanned_document: false,
    client_gone: false,
  };
  if (random() < 0.02) return refusal(call, random, atMs);
  return served(call, model, random, atMs);
}

type Begun = Omit<Entry, 'type' | 'ended_at' | 'outcome'>;

function served(call: Begun, model: Model, random: () => number, atMs: number): Entry {
  const isFailed = random() < 0.012;
  const latency = Math.round(150 + 9_000 * random() ** 3);
  const [tokensIn, tokensOut] = [
    Math.round(80 + 9_000 * random() ** 3),
    Math.round(10 + 1_500 * random() ** 2),
  ];
  const cached = random() < 0.3 ? Math.floor(tokensIn * 0.8) : 0;
  const nano = isFailed ? 0 : tokensIn * model.perInput + tokensOut * model.perOutput;
  return {
    ...call,
    type: 'call',
    ended_at: timestampOf(atMs + latency),
    model_routed: model.id,
    route_reason: 'named',
    provider: model.id.split('/')[0] ?? '',
    region: null,
    jurisdiction: model.zone,
    credential: 'managed',
    attempts: [
      {
        n: 1,
        provider: model.id.split('/')[0] ?? '',
        region: null,
        status: isFailed ? 502 : 200,
        err: null,
        ms: latency - 4,
      },
    ],
    http_status: isFailed ? 502 : 200,
    outcome: isFailed ? 'error' : 'ok',
    ended_by: isFailed ? 'error' : 'upstream',
    tokens: isFailed
      ? null
      : {
          in: tokensIn,
          out: tokensOut,
          cache_read: cached,
          cache_write_5m: 0,
          cache_write_1h: 0,
          reasoning: 0,
          audio_in: 0,
          audio_out: 0,
          image_in: 0,
        },
    units: isFailed ? null : { pages: 0, images: 0, ms_audio: 0, tool_calls: 0 },
    usage_source: isFailed ? 'none' : 'provider',
    price: {
      book: 1,
      currency: 'EUR',
      nano: String(nano),
      hold_nano: String(nano * 2),
      overrun_nano: '0',
      basis: isFailed ? 'none' : 'usage',
    },
    ttft_ms: isFailed ? null : Math.round(latency * (0.2 + 0.3 * random())),
    latency_ms: latency,
    gateway_ms: 1 + Math.floor(random() * 4),
    commit: {
      ...BLANK.commit,
      request: Buffer.from(bytesOf(random)).toString('base64url').padEnd(43, 'A'),
      response: Buffer.from(bytesOf(random)).toString('base64url').padEnd(43, 'A'),
    },
  };
}

function refusal(call: Begun, random: () => number, atMs: number): Entry {
  const { code, stage, status, counter } = pick(REFUSALS, random());
  return {
    ...call,
    type: 'refusal',
    ended_at: timestampOf(atMs + 2),
    http_status: status,
    outcome: 'refused',
    refusal: { code, stage, counter },
    latency_ms: 2,
  };
}

const adminStep = (base: Begun, random: () => number, atMs: number): Entry => ({
  ...base,
  type: 'admin',
  ended_at: timestampOf(atMs),
  outcome: 'ok',
  detail: {
    action: pick(ADMIN, random()),
    target: `workload ${base.workload ?? ''}`,
    actor: 'token seed',
    ip: '127.0.0.1',
    step_up: 'no',
  },
});

const pick = <Item>(items: readonly Item[], at: number): Item =>
  items[Math.min(items.length - 1, Math.floor(at * items.length))] as Item;

function bytesOf(random: () => number): Uint8Array {
  const bytes = new Uint8Array(10);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Math.floor(random() * 256);
  return bytes;
}
