/**
 * Names of what is told to a collector: the GenAI conventions of OpenTelemetry (open-telemetry/semantic-conventions-genai,
 * status Development: they still move), HTTP's, and the gateway's own under `gw.`. A name that moves is changed here alone.
 */
export const ATTRIBUTE = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  isStreaming: 'gen_ai.request.stream',
  responseId: 'gen_ai.response.id',
  finishReasons: 'gen_ai.response.finish_reasons',
  firstChunk: 'gen_ai.response.time_to_first_chunk',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cacheRead: 'gen_ai.usage.cache_read.input_tokens',
  cacheCreation: 'gen_ai.usage.cache_creation.input_tokens',
  reasoning: 'gen_ai.usage.reasoning.output_tokens',
  tokenType: 'gen_ai.token.type',
  toolName: 'gen_ai.tool.name',
  errorType: 'error.type',
  serverAddress: 'server.address',
  method: 'http.request.method',
  route: 'http.route',
  status: 'http.response.status_code',
  requestId: 'gw.request.id',
  organisation: 'gw.organisation.id',
  workload: 'gw.workload.id',
  surface: 'gw.surface',
  alias: 'gw.alias',
  /** The provider by its name in the settings. */
  providerName: 'gw.provider',
  credential: 'gw.credential',
  jurisdiction: 'gw.jurisdiction',
  /** `served`, `refused` or `left`, as `gw_requests_total` has it. */
  decision: 'gw.decision',
  endedBy: 'gw.ended_by',
  cacheHit: 'gw.cache_hit',
  findings: 'gw.findings.count',
  costNano: 'gw.cost_nano',
  currency: 'gw.currency',
} as const;

export const METRIC = {
  tokens: 'gen_ai.client.token.usage',
  duration: 'gen_ai.client.operation.duration',
  firstChunk: 'gen_ai.client.operation.time_to_first_chunk',
} as const;

/** Of what the gateway does itself. */
export const SPAN = { judge: 'gw.judge', document: 'gw.document', decision: 'gw.decide' } as const;

/** How the conventions call what serves the families that they know. The others go by their own names. */
const PROVIDERS: Readonly<Record<string, string>> = {
  azure: 'azure.ai.openai',
  bedrock: 'aws.bedrock',
  gemini: 'gcp.gemini',
  mistral: 'mistral_ai',
  'vertex-claude': 'gcp.vertex_ai',
  'vertex-gemini': 'gcp.vertex_ai',
  xai: 'x_ai',
};

export const providerNameOf = (family: string): string => PROVIDERS[family] ?? family;
