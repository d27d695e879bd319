import type { SettingsFile, WorkloadDto } from './settings-file.dto.js';

/**
 * Faults that no single field shows: names that point nowhere, twins, settings that collide.
 * @param families names that a provider's family may have
 */
export function findContradictions(file: SettingsFile, families: readonly string[]): string[] {
  const providers = new Set(file.providers.map((provider) => provider.name));
  const aliases = new Set(file.aliases.map((alias) => alias.name));
  const pointsSomewhere = (model: string) =>
    aliases.has(model) || providers.has(model.slice(0, model.indexOf('/')));
  const { default_provider: defaultProvider, protection } = file.organisation;

  return [
    ...twins('providers', file.providers),
    ...file.providers.flatMap(({ name, family }) =>
      when(
        !families.includes(family),
        `providers.${name}.family: ${family} is not served; there are ${families.join(', ')}`,
      ),
    ),
    ...twins('aliases', file.aliases),
    ...twins('workloads', file.workloads),
    ...file.providers.flatMap((provider) =>
      twins(
        `providers.${provider.name}.models`,
        provider.models.map(({ id }) => ({ name: id })),
      ),
    ),
    ...when(
      defaultProvider !== undefined && !providers.has(defaultProvider),
      `organisation.default_provider: there is no provider ${defaultProvider}`,
    ),
    ...when(
      !isTimeZone(file.organisation.time_zone),
      `organisation.time_zone: ${file.organisation.time_zone} is not an IANA time zone`,
    ),
    ...file.aliases.flatMap((alias) => [
      ...[...alias.targets.map((target) => target.model), ...alias.fallbacks]
        .filter((model) => !pointsSomewhere(model))
        .map((model) => `aliases.${alias.name}: ${model} names no provider of this file`),
      ...when(alias.targets.length === 0, `aliases.${alias.name}.targets: at least one is needed`),
      ...when(
        providers.has(alias.name.split('/')[0] ?? ''),
        `aliases.${alias.name}: the prefix is the name of a provider`,
      ),
    ]),
    ...cycles(file),
    ...file.workloads.flatMap((workload) => weakerProtection(workload, protection.mode)),
    ...secretsWithoutSource(file),
  ];
}

const when = (isFault: boolean, message: string): string[] => (isFault ? [message] : []);

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

/** Aliases may point to aliases, but not in a circle. */
function cycles(file: SettingsFile): string[] {
  const targets = new Map(
    file.aliases.map((alias) => [
      alias.name,
      [...alias.targets.map((target) => target.model), ...alias.fallbacks],
    ]),
  );
  const reaches = (from: string, wanted: string, seen: Set<string>): boolean =>
    (targets.get(from) ?? []).some((next) => {
      if (next === wanted) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, wanted, seen);
    });
  return [...targets.keys()]
    .filter((name) => reaches(name, name, new Set()))
    .map((name) => `aliases.${name}: points back to itself`);
}

const STRENGTH = { allow_log: 0, mask: 1, tokenize: 1, block: 2 } as const;

function weakerProtection(workload: WorkloadDto, ofOrganisation: keyof typeof STRENGTH): string[] {
  const { mode } = workload.protection;
  return when(
    mode !== undefined && STRENGTH[mode] < STRENGTH[ofOrganisation],
    `workloads.${workload.name}.protection.mode: ${mode} is weaker than the organisation's ${ofOrganisation}`,
  );
}

function secretsWithoutSource(file: SettingsFile): string[] {
  const refs = [
    ...file.providers.map((provider) => [`providers.${provider.name}`, provider.secret] as const),
    ...file.workloads.flatMap((workload) =>
      workload.keys.map(
        (key) => [`workloads.${workload.name}.keys.${key.name}`, key.secret] as const,
      ),
    ),
  ];
  return refs.flatMap(([where, ref]) =>
    when(
      ref !== undefined && (ref.env === undefined) === (ref.file === undefined),
      `${where}.secret: give either {env: NAME} or {file: path}`,
    ),
  );
}
