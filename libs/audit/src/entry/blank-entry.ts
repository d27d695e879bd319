import { NO_COMMITMENTS, type Entry } from './entry.js';

type Blank = Omit<
  Entry,
  'type' | 'id' | 'org' | 'workload' | 'at' | 'ended_at' | 'outcome' | 'replica'
>;

/** What an entry says when nothing is known. */
export const BLANK: Blank = {
  v: 1,
  key: null,
  member: null,
  parent: null,
  surface: null,
  wire: null,
  stream: null,
  path_template: null,
  model_requested: null,
  model_routed: null,
  alias: null,
  route_reason: null,
  provider: null,
  region: null,
  jurisdiction: null,
  credential: null,
  attempts: [],
  http_status: null,
  refusal: null,
  times: null,
  ended_by: null,
  client_gone: null,
  dlp: null,
  unscanned_document: null,
  marks: [],
  documents: null,
  scope_guard: null,
  tokens: null,
  units: null,
  usage_source: 'none',
  cache_hit: 'none',
  price: null,
  ttft_ms: null,
  latency_ms: null,
  gateway_ms: null,
  detail: null,
  fork: null,
  trace: null,
  commit: NO_COMMITMENTS,
};
