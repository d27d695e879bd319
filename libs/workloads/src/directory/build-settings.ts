import { nanoOf, parseDecimal, type OrganisationId, type WorkloadId } from '#kernel';
import type { Alias, Allowance, Organisation, Provider, Workload } from '#call';
import type { AllowanceDto, ProviderDto, WorkloadDto } from '../settings-file/settings-file.dto.js';
import { readSecret, type Variables } from './read-secret.js';
import type { SettingsRows } from './settings.repository.js';

export interface Snapshot {
  readonly organisations: ReadonlyMap<OrganisationId, Organisation>;
  readonly workloads: ReadonlyMap<WorkloadId, Workload>;
}

/** Rows as stored to the read-only values that calls carry. */
export function buildSettings(rows: SettingsRows, variables: Variables): Snapshot {
  const organisations = new Map<OrganisationId, Organisation>();
  for (const { id, settings } of rows.organisations) {
    const ofThis = (row: { org_id: OrganisationId }) => row.org_id === id;
    organisations.set(id, {
      id,
      name: settings.name,
      currency: settings.currency,
      timeZone: settings.time_zone,
      cap: settings.cap ? toAllowance(settings.cap) : null,
      creditNano: settings.credit ? toNano(settings.credit.amount) : null,
      protection: { mode: settings.protection.mode },
      explicitPromptCache: settings.explicit_prompt_cache,
      defaultProvider: settings.default_provider ?? null,
      providers: byName(
        rows.providers.filter(ofThis).map((row) => toProvider(row.settings, variables)),
      ),
      aliases: byName(rows.aliases.filter(ofThis).map((row): Alias => row.settings)),
    });
  }
  const workloads = new Map<WorkloadId, Workload>();
  for (const { id, org_id, settings } of rows.workloads) {
    const organisation = organisations.get(org_id);
    if (organisation) workloads.set(id, toWorkload(id, settings, organisation));
  }
  return { organisations, workloads };
}

const byName = <Named extends { readonly name: string }>(list: readonly Named[]) =>
  new Map(list.map((item) => [item.name, item]));

function toProvider(dto: ProviderDto, variables: Variables): Provider {
  return {
    name: dto.name,
    family: dto.family,
    baseUrl: dto.base_url.replace(/\/+$/, ''),
    apiVersion: dto.api_version ?? null,
    secret: dto.secret ? (readSecret(dto.secret, variables) ?? null) : null,
    credential: dto.credential,
    jurisdiction: dto.location,
    isSandbox: dto.name === 'sandbox',
    models: new Map(
      dto.models.map((model) => [
        model.id,
        {
          id: model.id,
          contextTokens: model.context_tokens ?? null,
          outputTokensMax: model.max_output_tokens ?? null,
          isListed: true,
        },
      ]),
    ),
  };
}

function toWorkload(id: WorkloadId, dto: WorkloadDto, organisation: Organisation): Workload {
  return {
    id,
    name: dto.name,
    rpm: dto.rpm ?? null,
    tpm: dto.tpm ?? null,
    budget: dto.budget ? { ...toAllowance(dto.budget), mode: dto.budget.mode } : null,
    allowedModels: dto.allowed_models,
    upstreamTimeoutMs: dto.upstream_timeout_seconds * 1_000,
    onDisconnect: dto.on_disconnect,
    onExhausted: dto.on_exhausted,
    protection: { mode: dto.protection.mode ?? organisation.protection.mode },
  };
}

const toAllowance = (dto: AllowanceDto): Allowance => ({
  nano: toNano(dto.amount),
  period: dto.period,
});

/** The amount was validated when it was written. */
const toNano = (amount: string): bigint => nanoOf(parseDecimal(amount) ?? { digits: 0n, scale: 0 });
