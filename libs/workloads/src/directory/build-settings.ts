import { nanoOf, parseDecimal, type Secret, type WorkloadId } from '#kernel';
import {
  FORWARD_DEFAULT,
  readForwardRule,
  type Alerts,
  type Alias,
  type Allowance,
  type Budget,
  type OauthClient,
  type Organisation,
  type Plan,
  type Provider,
  type ResponseCachePolicy,
  type ToolPin,
  type Workload,
} from '#call';
import type {
  AllowanceDto,
  OrganisationDto,
  ProviderDto,
  SecretRef,
  ToolDto,
  WorkloadDto,
} from '../settings-file/settings-file.dto.js';
import { buildPolicy, residencyExceptionsOf } from '../residency/build-policy.js';
import { locate } from '../residency/locate.js';
import { buildAuto } from './build-auto.js';
import { buildScope } from './build-scope.js';
import { protectionFor, toProtection } from './build-protection.js';
import { readSecret, type Stored, type Variables } from './read-secret.js';
import type { OrganisationRow } from './settings.repository.js';

const CREDIT_NANO_MAX = 9_000_000_000n * 1_000_000_000n; // Counters hold 64 bits.

/** What calls of one organisation carry. */
export interface BuiltSettings {
  readonly organisation: Organisation;
  readonly workloads: ReadonlyMap<WorkloadId, Workload>;
  /** By credential id; beside what calls carry, not in it. */
  readonly secrets: ReadonlyMap<string, Secret>;
}

/** A row as stored to the read-only values that calls carry. */
export function buildSettings(
  row: OrganisationRow,
  variables: Variables,
  stored: Stored = () => undefined,
): BuiltSettings {
  const { id, settings } = row;
  const webhooks = settings.alerts?.webhooks ?? [];
  const secrets = readSecrets(
    [
      ...row.providers,
      ...webhooks.map(({ name, secret }) => ({ name: webhookCredential(name), secret })),
    ],
    (ref) => readSecret(ref, variables, stored),
  );
  const organisation: Organisation = {
    id,
    name: settings.name,
    currency: settings.currency,
    timeZone: settings.time_zone,
    cap: settings.cap ? toAllowance(settings.cap) : null,
    plan: settings.plan ? toPlan(settings.plan) : null,
    creditNano: creditOf(row),
    creditEnds: row.credit_ends.map(({ nano, atMs }) => ({ nano: BigInt(nano), atMs })),
    alerts: settings.alerts ? toAlerts(settings.alerts) : null,
    protection: toProtection(settings.protection),
    residency: buildPolicy(settings.residency),
    explicitPromptCache: settings.explicit_prompt_cache,
    sharesIds: settings.share_ids, // Absent from rows of a release before, which shared nothing.
    ...keepingOf(settings),
    defaultProvider: settings.default_provider ?? null,
    providers: byName(row.providers.map((dto) => toProvider(dto, secrets.has(dto.name), row))),
    aliases: byName(row.aliases.map((dto): Alias => dto)),
    auto: buildAuto(settings.auto),
  };
  const workloads = row.workloads.map(
    (stored) =>
      [stored.id, toWorkload(stored.id, stored.settings, organisation, settings)] as const,
  );
  return { organisation, workloads: new Map(workloads), secrets };
}

/** What the settings declare and what was booked; null where there is neither, so that nothing limits. */
function creditOf({ settings, credit }: OrganisationRow): bigint | null {
  if (!settings.credit && credit === null) return null;
  const all = (settings.credit ? toNano(settings.credit.amount) : 0n) + BigInt(credit ?? 0);
  return all < CREDIT_NANO_MAX ? all : CREDIT_NANO_MAX;
}

const byName = <Named extends { readonly name: string }>(list: readonly Named[]) =>
  new Map(list.map((item) => [item.name, item]));

/** A provider has one credential, which goes by the provider's name. */
function readSecrets(
  named: readonly Pick<ProviderDto, 'name' | 'secret'>[],
  read: (ref: SecretRef) => Secret | undefined,
): ReadonlyMap<string, Secret> {
  const secrets = new Map<string, Secret>();
  for (const { name, secret } of named) {
    const value = secret && read(secret);
    if (value) secrets.set(name, value);
  }
  return secrets;
}

function toProvider(
  dto: ProviderDto,
  hasSecret: boolean,
  { operated }: Pick<OrganisationRow, 'operated'>,
): Provider {
  const { paused, round } = operated.find(({ provider }) => provider === dto.name) ?? UNTOUCHED;
  return {
    name: dto.name,
    family: dto.family,
    isEnabled: enabledOf(dto),
    paused: new Set(paused),
    healthRound: round,
    baseUrl: dto.base_url.replace(/\/+$/, ''),
    apiVersion: dto.api_version ?? null,
    servesResponses: dto.serves_responses ?? null,
    region: dto.region ?? null,
    project: dto.project ?? null,
    tokenUrl: dto.token_url ?? null,
    secretHeader: dto.secret_header ?? null,
    oauth: dto.oauth ? toOauth(dto.oauth) : null,
    isTrusted: dto.trusted ?? false,
    credential: dto.credential,
    fallback: fallbackOf(dto),
    credentialId: hasSecret ? dto.name : null,
    ...locate(
      {
        baseUrl: dto.base_url,
        region: dto.region ?? null,
        deployment: dto.deployment ?? null,
      },
      dto.location,
      dto.price_multiplier,
    ),
    models: new Map(
      dto.models.map((model) => [
        model.id,
        {
          id: model.id,
          contextTokens: model.context_tokens ?? null,
          outputTokensMax: model.max_output_tokens ?? null,
          supports: model.supports ? new Set(model.supports) : null,
          isListed: true,
          ...(model.tool && { tool: toPin(model.tool) }),
        },
      ]),
    ),
  };
}

const toOauth = (dto: NonNullable<ProviderDto['oauth']>): OauthClient => ({
  clientId: dto.client_id,
  scope: dto.scope ?? null,
  resource: dto.resource ?? null,
  audience: dto.audience ?? null,
  sentBy: dto.sent_by,
});

const toPin = ({ input_schema, output_schema, ...tool }: ToolDto): ToolPin => ({
  ...tool,
  inputSchema: input_schema,
  ...(output_schema && { outputSchema: output_schema }),
});

/** No operator has touched it. */
const UNTOUCHED = { paused: [], round: 0 };

/** Rows of a release before do not have these. */
const fallbackOf = ({ fallback }: Partial<ProviderDto>): Provider['fallback'] => fallback ?? 'none';
const enabledOf = ({ enabled }: Partial<ProviderDto>): boolean => enabled ?? true;

/** Settings that an earlier release stored do not say it. */
const keyRevokedOf = ({ on_key_revoked: given }: Partial<WorkloadDto>): 'finish' | 'cut' =>
  given ?? 'finish';

/** Nor do they grant tools, or vector stores. */
const toolsOf = ({ tools }: Partial<WorkloadDto>): readonly string[] => tools ?? [];
const knowledgeOf = ({ knowledge }: Partial<WorkloadDto>): readonly string[] => knowledge ?? [];
const knowledgeToolOf = ({ knowledge_tool: isOn }: Partial<WorkloadDto>): boolean => isOn ?? false;

const aliasesOf = ({ aliases }: Partial<WorkloadDto>): ReadonlyMap<string, Alias> =>
  byName(aliases ?? []);

function toWorkload(
  id: WorkloadId,
  dto: WorkloadDto,
  organisation: Organisation,
  settings: OrganisationDto,
): Workload {
  return {
    id,
    name: dto.name,
    rpm: dto.rpm ?? null,
    tpm: dto.tpm ?? null,
    budget: dto.budget ? toBudget(dto.budget) : null,
    allowedModels: dto.allowed_models,
    tools: toolsOf(dto),
    knowledge: knowledgeOf(dto),
    knowledgeTool: knowledgeToolOf(dto),
    forward: (dto.forward ?? FORWARD_DEFAULT).flatMap((text) => readForwardRule(text) ?? []),
    upstreamTimeoutMs: dto.upstream_timeout_seconds * 1_000,
    onDisconnect: dto.on_disconnect,
    onExhausted: dto.on_exhausted,
    onKeyRevoked: keyRevokedOf(dto),
    protection: protectionFor(organisation.protection, dto.protection),
    scope: buildScope(dto.scope),
    responseCache: responseCacheOf(dto, organisation, settings),
    residencyExceptions: residencyExceptionsOf(dto),
    aliases: aliasesOf(dto),
  };
}

const DAY_SECONDS = 86_400;

/** Rows of a release before kept nothing, and may have no word of it. */
function keepingOf({
  content_retention_days: days = 0,
  response_cache: cache,
}: Partial<OrganisationDto>): Pick<Organisation, 'contentRetentionDays' | 'isCaching'> {
  return { contentRetentionDays: days, isCaching: (cache?.enabled ?? false) && days > 0 };
}

/** Nothing is kept for equal requests where no content is kept, nor for longer. */
function responseCacheOf(
  { response_cache: own }: Partial<WorkloadDto>,
  { isCaching, contentRetentionDays: days }: Organisation,
  { response_cache: all }: OrganisationDto,
): ResponseCachePolicy | null {
  if (!isCaching || own?.mode === 'off') return null;
  const ttlSeconds = own?.ttl_seconds ?? all.ttl_seconds;
  return { ttlSeconds: Math.min(ttlSeconds, days * DAY_SECONDS), isShared: all.shared };
}

const toAllowance = (dto: AllowanceDto): Allowance => ({
  nano: toNano(dto.amount),
  period: dto.period,
});

/** No provider is called like this. */
const webhookCredential = (name: string): string => `webhook:${name}`;

const toAlerts = (dto: NonNullable<OrganisationDto['alerts']>): Alerts => ({
  thresholds: dto.thresholds,
  webhooks: dto.webhooks.map(({ name, url }) => ({
    name,
    url,
    credentialId: webhookCredential(name),
  })),
  emails: dto.emails,
});

const toPlan = ({ name, free, ends }: NonNullable<OrganisationDto['plan']>): Plan => ({
  name,
  free: free ? toAllowance(free) : null,
  endsAtMs: ends === undefined ? null : Date.parse(ends),
});

const toBudget = (dto: NonNullable<WorkloadDto['budget']>): Budget => ({
  ...toAllowance(dto),
  mode: dto.mode,
  ...(dto.override && {
    override: { nano: toNano(dto.override.amount), untilMs: Date.parse(dto.override.until) },
  }),
});

/** The amount was validated when it was written. */
const toNano = (amount: string): bigint => nanoOf(parseDecimal(amount) ?? { digits: 0n, scale: 0 });
