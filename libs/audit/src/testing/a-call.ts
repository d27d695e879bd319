import type { Endpoint, Organisation, Outcome, Provider, RoutedCall, Workload } from '#call';
import {
  type CallId,
  parseJson,
  Secret,
  SystemClock,
  SystemEntropy,
  Ids,
  type OrganisationId,
  type WorkloadId,
} from '#kernel';
import { NO_USAGE } from '#wire';

/** Values for the tests of this lib. Each has sensible contents; a test names what matters to it. */

const clock = new SystemClock();
const ids = new Ids(clock, new SystemEntropy());

const aCallId = (): CallId => ids.callId();
const anOrganisationId = (): OrganisationId => ids.organisationId();
export const aWorkloadId = (): WorkloadId => ids.workloadId();

export const aProvider: Provider = {
  name: 'acme',
  family: 'openai',
  baseUrl: 'https://acme.example/v1',
  apiVersion: null,
  secret: new Secret('not-a-secret'),
  credential: 'own',
  jurisdiction: { zone: 'EU', guaranteed: true },
  isSandbox: false,
  models: new Map(),
};

export const anEndpoint: Endpoint = {
  provider: aProvider,
  model: { id: 'gpt-5', contextTokens: null, outputTokensMax: null, isListed: true },
};

const anOrganisation = (id: OrganisationId): Organisation => ({
  id,
  name: 'Example',
  currency: 'EUR',
  timeZone: 'UTC',
  cap: null,
  creditNano: null,
  protection: { mode: 'mask' },
  explicitPromptCache: false,
  defaultProvider: null,
  providers: new Map(),
  aliases: new Map(),
});

const aWorkload = (id: WorkloadId): Workload => ({
  id,
  name: 'Test',
  rpm: null,
  tpm: null,
  budget: null,
  allowedModels: [],
  upstreamTimeoutMs: 300_000,
  onDisconnect: 'abort',
  onExhausted: 'finish',
  protection: { mode: 'mask' },
});

export interface Owner {
  readonly organisationId: OrganisationId;
  readonly workloadId: WorkloadId;
}

export const anOwner = (): Owner => ({
  organisationId: anOrganisationId(),
  workloadId: aWorkloadId(),
});

export function aRoutedCall(
  owner: Owner = anOwner(),
  change: Partial<RoutedCall> = {},
): RoutedCall {
  const document = parseJson(`{"model":"acme/gpt-5","messages":[{"role":"user","content":"Hi"}]}`);
  return {
    callId: aCallId(),
    receivedAtMs: clock.nowMs(),
    startedMs: clock.monotonicMs(),
    principal: {
      keyId: 'Ab3dEf7h',
      organisation: anOrganisation(owner.organisationId),
      workload: aWorkload(owner.workloadId),
    },
    surface: 'chat',
    wire: 'chat',
    method: 'POST',
    path: '/v1/chat/completions',
    clientGone: new AbortController().signal,
    requestedModel: 'acme/gpt-5',
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
      mode: 'mask',
      action: 'masked',
      findings: { iban: 1, email: 2 },
      removeTerms: 0,
      hasUnscanned: false,
      request: { kind: 'json', document, edits: [] },
    },
    route: { alias: null, reason: 'pinned', endpoints: [anEndpoint] },
    ...change,
  };
}

export function anOutcome(change: Partial<Outcome> = {}): Outcome {
  const usage = { ...NO_USAGE, inputTotal: 12, outputTotal: 34, reasoning: 5 };
  return {
    status: 200,
    endedBy: 'upstream',
    clientGone: false,
    error: null,
    attempts: [{ provider: 'acme', model: 'gpt-5', status: 200, transport: null, ms: 412.4 }],
    endpoint: anEndpoint,
    usage,
    isPartial: false,
    exposure: 'answered',
    ttftMs: 211.6,
    latencyMs: 430.2,
    gatewayMs: 1.4,
    charge: {
      kind: 'settle',
      usage,
      usageSource: 'provider',
      nano: 700n,
      holdNano: 1_000n,
      overrunNano: 0n,
      priceVersion: 3,
      currency: 'EUR',
      basis: 'usage',
    },
    ...change,
  };
}
