import type {
  Endpoint,
  MeteredCall,
  Model,
  Organisation,
  OutgoingBody,
  Outcome,
  Provider,
  Workload,
} from '#call';
import { Ids, parseJson, Secret, SystemClock, SystemEntropy } from '#kernel';

/** Values with sensible contents; a test names what matters to it. */

const ids = new Ids(new SystemClock(), new SystemEntropy());

export const aModel = (change: Partial<Model> = {}): Model => ({
  id: 'small',
  contextTokens: null,
  outputTokensMax: null,
  isListed: true,
  ...change,
});

export const aProvider = (change: Partial<Provider> = {}): Provider => ({
  name: 'acme',
  family: 'custom',
  baseUrl: 'https://acme.example/v1',
  apiVersion: null,
  secret: new Secret('sk-acme'),
  credential: 'own',
  jurisdiction: { zone: 'EU', guaranteed: true },
  isSandbox: false,
  models: new Map(),
  ...change,
});

export const anEndpoint = (
  provider: Partial<Provider> = {},
  model: Partial<Model> | null = {},
): Endpoint => ({ provider: aProvider(provider), model: model && aModel(model) });

export const anOrganisation = (change: Partial<Organisation> = {}): Organisation => ({
  id: ids.organisationId(),
  name: 'Example',
  currency: 'EUR',
  timeZone: 'UTC',
  cap: null,
  creditNano: null,
  protection: { mode: 'allow_log' },
  explicitPromptCache: false,
  defaultProvider: null,
  providers: new Map(),
  aliases: new Map(),
  ...change,
});

export const aWorkload = (change: Partial<Workload> = {}): Workload => ({
  id: ids.workloadId(),
  name: 'app',
  rpm: null,
  tpm: null,
  budget: null,
  allowedModels: [],
  upstreamTimeoutMs: 300_000,
  onDisconnect: 'abort',
  onExhausted: 'finish',
  protection: { mode: 'allow_log' },
  ...change,
});

interface CallChange extends Partial<Omit<MeteredCall, 'principal'>> {
  readonly organisation?: Organisation;
  readonly workload?: Workload;
}

/** A chat call that came all the way to its dispatch. */
export function aCall(change: CallChange = {}): MeteredCall {
  const { organisation = anOrganisation(), workload = aWorkload(), ...rest } = change;
  const document = parseJson('{"model":"acme/small","messages":[{"role":"user","content":"Hi"}]}');
  const endpoints = rest.route?.endpoints ?? [anEndpoint()];
  const request: OutgoingBody = { kind: 'json', document, edits: [] };
  return {
    callId: ids.callId(),
    receivedAtMs: 1_763_640_000_000,
    startedMs: 0,
    principal: { keyId: 'Ab3dEf7h', organisation, workload },
    surface: 'chat',
    wire: 'chat',
    method: 'POST',
    path: '/v1/chat/completions',
    clientGone: new AbortController().signal,
    requestedModel: 'acme/small',
    requestedProvider: null,
    isStreaming: false,
    output: { tokensMax: null, choices: 1 },
    inputTokens: 12,
    wantsUsage: false,
    query: '',
    body: { kind: 'json', document },
    passHeaders: {},
    timeoutMs: 300_000,
    inspection: {
      mode: 'allow_log',
      action: 'none',
      findings: {},
      removeTerms: 0,
      hasUnscanned: false,
      request,
    },
    route: { alias: null, reason: 'pinned', endpoints },
    seal: { salt: Buffer.alloc(32), context: '{}' },
    hold: { nano: 0n, inputTokens: 0, outputTokens: 0, endpoints, rateHeaders: {} },
    ...rest,
  };
}

/** How a call ended: answered in full, without a count, unless said otherwise. */
export const anOutcome = (change: Partial<Outcome> = {}): Outcome => ({
  status: 200,
  endedBy: 'upstream',
  clientGone: false,
  error: null,
  attempts: [],
  endpoint: null,
  usage: null,
  isPartial: false,
  exposure: 'answered',
  ttftMs: null,
  latencyMs: 0,
  gatewayMs: 0,
  charge: null,
  ...change,
});
