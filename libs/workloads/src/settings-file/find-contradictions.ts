import { isAdministrative, readForwardRule } from '#call';
import { didYouMean } from '#kernel';
import { findModelFaults } from './find-model-faults.js';
import { findResidencyFaults } from './find-residency-faults.js';
import { findProviderFaults } from './find-provider-faults.js';
import { findPriceFaults } from './find-price-faults.js';
import { findProtectionFaults } from './find-protection-faults.js';
import { findSecretFaults } from './find-secret-faults.js';
import { findToolFaults } from './find-tool-faults.js';
import type { SettingsFile, WorkloadDto } from './settings-file.dto.js';
import { when } from './when.js';

/** Faults that no single field shows: names that point nowhere, twins, settings that collide. */
export function findContradictions(file: SettingsFile): string[] {
  const providers = new Set(file.providers.map((provider) => provider.name));
  const { default_provider: defaultProvider } = file.organisation;

  return [
    ...twins('providers', file.providers),
    ...findProviderFaults(file),
    ...file.providers.flatMap((provider) =>
      twins(
        `providers.${provider.name}.models`,
        provider.models.map(({ id }) => ({ name: id })),
      ),
    ),
    ...twins('aliases', file.aliases),
    ...twins('organisation.alerts.webhooks', file.organisation.alerts?.webhooks ?? []),
    ...twins('workloads', file.workloads),
    ...file.workloads.flatMap(({ name, keys, aliases }) => [
      ...twins(`workloads.${name}.keys`, keys),
      ...twins(`workloads.${name}.aliases`, aliases),
    ]),
    ...when(
      defaultProvider !== undefined && !providers.has(defaultProvider),
      `organisation.default_provider: there is no provider ${defaultProvider}${didYouMean(defaultProvider ?? '', providers)}`,
    ),
    ...when(
      !isTimeZone(file.organisation.time_zone),
      `organisation.time_zone: ${file.organisation.time_zone} is not an IANA time zone${didYouMean(file.organisation.time_zone, Intl.supportedValuesOf('timeZone'))}`,
    ),
    ...findModelFaults(file),
    ...findToolFaults(file),
    ...findPriceFaults(file),
    ...findProtectionFaults(file),
    ...findSecretFaults(file),
    ...findResidencyFaults(file),
    ...file.workloads.flatMap(forwardFaults),
    ...file.workloads.flatMap(({ name, knowledge, knowledge_tool: isOn }) =>
      when(
        isOn && knowledge.length === 0,
        `workloads.${name}.knowledge_tool: there is nothing to search; name vector stores in workloads.${name}.knowledge`,
      ),
    ),
  ];
}

function twins(where: string, named: readonly { name: string }[]): string[] {
  const seen = new Set<string>();
  return named.flatMap(({ name }) => {
    const isTwin = seen.has(name);
    seen.add(name);
    return when(isTwin, `${where}: ${name} is declared twice`);
  });
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false; // RangeError is how Intl says that it knows no such zone.
  }
}

function forwardFaults({ name, forward = [] }: WorkloadDto): string[] {
  return forward.flatMap((pattern) => {
    const rule = readForwardRule(pattern);
    const where = `workloads.${name}.forward: ${pattern}`;
    return [
      ...when(
        !rule,
        `${where} is no pattern; write "/v1/files/**" or "GET,DELETE /v1/responses/*"`,
      ),
      ...when(
        rule !== undefined && isAdministrative(rule.segments),
        `${where} administers a provider's account, which is never forwarded`,
      ),
    ];
  });
}
