import {
  endpointOf,
  NO_HINTS,
  NOTHING_EXPECTED,
  type Endpoint,
  type ForwardOperation,
  type KeyPrincipal,
  type LookedUpCall,
  type MeteredCall,
  type Model,
  type Organisation,
  type Outcome,
  type ProtectionMode,
  type ProtectionPolicy,
  type Provider,
  type ReceivedCall,
  type ResidencyPolicy,
  type RoutedCall,
  UNDECLARED,
  type Workload,
} from '#call';
import {
  ByteLease,
  Cancellation,
  Ids,
  parseJson,
  SystemClock,
  SystemEntropy,
  type JsonDocument,
} from '#kernel';

/** Calls and what they are made of, with sensible contents; a test names what matters to it. */

const ids = new Ids(new SystemClock(), new SystemEntropy());

export const aModel = (change: Partial<Model> = {}): Model => ({
  id: 'small',
  contextTokens: null,
  outputTokensMax: null,
  supports: null,
  isListed: true,
  ...change,
});

export const aProvider = (change: Partial<Provider> = {}): Provider => ({
  name: 'acme',
  family: 'custom',
  baseUrl: 'https://acme.example/v1',
  apiVersion: null,
  servesResponses: null,
  region: null,
  project: null,
  tokenUrl: null,
  secretHeader: null,
  oauth: null,
  isTrusted: false,
  credential: 'own',
  fallback: 'none',
  credentialId: 'acme',
  jurisdiction: { ...UNDECLARED, zone: 'EU', guaranteed: true, source: 'organisation' },
  profiles: [],
  priceMultiplier: '1',
  isEnabled: true,
  paused: new Set(),
  healthRound: 0,
  models: new Map(),
  ...change,
});

export const anEndpoint = (
  provider: Partial<Provider> = {},
  model: Partial<Model> | null = {},
): Endpoint => endpointOf(aProvider(provider), model && aModel(model));

export const aProtection = (
  mode: ProtectionMode,
  unscannable: Partial<ProtectionPolicy['unscannable']> = {},
): ProtectionPolicy => ({
  mode,
  scoreMin: 0.5,
  rules: new Map(),
  isObserving: false,
  exceptions: [],
  terms: [],
  patterns: [],
  allowed: [],
  unscannable: {
    image: 'mark',
    audio: 'mark',
    upload: 'mark',
    document: 'refuse',
    ...unscannable,
  },
  answers: 'off',
  injection: 'off',
  cleansDocuments: false,
  restoreHosts: [],
  pseudonymScope: 'workload',
});

export const NO_RESIDENCY: ResidencyPolicy = {
  mode: 'off',
  name: 'EU only',
  allowZones: ['EU'],
  allowCountries: [],
  denyCountries: [],
  adequacy: [],
  operatorRule: { kind: 'any' },
  requireGuaranteed: true,
  maxRetention: 'any',
  blockStatus: 403,
  order: [],
};

export const anOrganisation = (change: Partial<Organisation> = {}): Organisation => ({
  id: ids.organisationId(),
  name: 'Example',
  currency: 'EUR',
  timeZone: 'UTC',
  cap: null,
  plan: null,
  creditNano: null,
  creditEnds: [],
  alerts: null,
  protection: aProtection('allow_log'),
  residency: NO_RESIDENCY,
  explicitPromptCache: false,
  sharesIds: false,
  contentRetentionDays: 0,
  isCaching: false,
  defaultProvider: null,
  providers: new Map(),
  aliases: new Map(),
  auto: null,
  ...change,
});

export const aWorkload = (change: Partial<Workload> = {}): Workload => ({
  id: ids.workloadId(),
  name: 'app',
  rpm: null,
  tpm: null,
  budget: null,
  allowedModels: [],
  tools: [],
  knowledge: [],
  knowledgeTool: false,
  forward: [],
  aliases: new Map(),
  upstreamTimeoutMs: 300_000,
  onDisconnect: 'abort',
  onExhausted: 'finish',
  onKeyRevoked: 'finish',
  protection: aProtection('allow_log'),
  responseCache: null,
  residencyExceptions: [],
  scope: null,
  ...change,
});

export const aKey = (
  organisation: Organisation = anOrganisation(),
  workload: Workload = aWorkload(),
): KeyPrincipal => ({ kind: 'key', keyId: 'Ab3dEf7h', organisation, workload });

export const aDocument = (body: unknown): JsonDocument =>
  parseJson(typeof body === 'string' ? body : JSON.stringify(body));

const A_CHAT = { model: 'acme/small', messages: [{ role: 'user', content: 'Hi' }] };

/** A request to one of the paths that are only forwarded. */
export const aForward = (change: Partial<ForwardOperation> = {}): ForwardOperation => ({
  kind: 'forward',
  method: 'POST',
  segments: ['v1', 'embeddings'],
  query: [],
  headers: {},
  asksForUsage: false,
  providerName: null,
  ...change,
});

type Change<Call> = Partial<Omit<Call, 'principal'>> & {
  readonly organisation?: Organisation;
  readonly workload?: Workload;
};

/** A chat call that has just come in. */
export function aReceivedCall(change: Change<ReceivedCall> = {}): ReceivedCall {
  const { organisation, workload, ...rest } = change;
  return {
    callId: ids.callId(),
    parentId: null,
    receivedAtMs: 1_763_640_000_000,
    startedMs: 0,
    principal: aKey(organisation, workload),
    surface: 'chat',
    pathTemplate: '/v1/chat/completions',
    protocol: 'chat',
    callerGone: new Cancellation(),
    memory: new ByteLease(),
    operation: { kind: 'chat', protocol: 'chat', hints: NO_HINTS },
    requestedModel: 'acme/small',
    isStreaming: false,
    wantsUsage: false,
    showsThinking: true,
    endUser: null,
    expected: {
      ...NOTHING_EXPECTED,
      inputTokens: 12,
      output: { tokensMax: null, choices: 1 },
    },
    body: { kind: 'json', document: aDocument(A_CHAT) },
    timeoutMs: 300_000,
    ...rest,
  };
}

/** The same on its way to one endpoint, unless the route says otherwise. */
export function aRoutedCall(change: Change<LookedUpCall> = {}): LookedUpCall {
  const received = aReceivedCall(change);
  const endpoints = change.route?.endpoints ?? [anEndpoint()];
  const { body } = received;
  return {
    ...received,
    inspection: change.inspection ?? {
      mode: 'allow_log',
      action: 'none',
      findings: {},
      found: [],
      removeTerms: 0,
      marks: [],
      request: body,
      operation: received.operation,
    },
    route: change.route ?? aRoute(endpoints),
    scope: null,
    cache: change.cache ?? { state: 'off', answer: null },
  };
}

export const aRoute = (endpoints: readonly Endpoint[]): RoutedCall['route'] => ({
  alias: null,
  reason: 'pinned',
  candidates: endpoints.map((endpoint) => ({ endpoint, verdict: 'chosen', residency: null })),
  endpoints,
  residency: null,
  auto: null,
});

/** A chat call that came all the way to its dispatch. */
export function aCall(change: Change<MeteredCall> = {}): MeteredCall {
  const routed = aRoutedCall(change);
  const { endpoints } = routed.route;
  return {
    ...routed,
    seal: change.seal ?? { context: '{}' },
    hold: change.hold ?? {
      nano: 0n,
      inputTokens: 0,
      outputTokens: 0,
      endpoints,
      rateHeaders: {},
    },
  };
}

/** How a call ended: answered in full, without a count, unless said otherwise. */
export const anOutcome = (change: Partial<Outcome> = {}): Outcome => ({
  status: 200,
  endedBy: 'upstream',
  callerGone: false,
  error: null,
  attempts: [],
  endpoint: null,
  usage: null,
  tier: null,
  isPartial: false,
  untold: null,
  hasEstimates: false,
  billable: 'answer',
  spent: [],
  ttftMs: null,
  found: [],
  marks: [],
  latencyMs: 0,
  gatewayMs: 0,
  stepsMs: {},
  charge: null,
  ...change,
});
