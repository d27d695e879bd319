import { didYouMean } from '#kernel';
import type { AliasDto, SettingsFile } from './settings-file.dto.js';
import { when } from './when.js';

/** Models and aliases that are named and are not there. */
export function findModelFaults(file: SettingsFile): string[] {
  const names = new ModelNames(file);
  return [
    ...file.aliases.flatMap((alias) => [
      ...namesIn(alias).flatMap((model) => names.faultOf(`aliases.${alias.name}`, model)),
      ...when(alias.targets.length === 0, `aliases.${alias.name}.targets: at least one is needed`),
      ...when(
        names.isProvider(alias.name.split('/')[0] ?? ''),
        `aliases.${alias.name}: the prefix is the name of a provider`,
      ),
    ]),
    ...cycles(file.aliases),
    ...file.workloads.flatMap(({ name, allowed_models: allowed }) =>
      allowed.flatMap((entry) => names.faultOfEntry(`workloads.${name}.allowed_models`, entry)),
    ),
  ];
}

const namesIn = ({ targets, fallbacks }: AliasDto): readonly string[] => [
  ...targets.map(({ model }) => model),
  ...fallbacks,
];

/** What a model can be called by in this file. */
class ModelNames {
  private readonly aliases: ReadonlySet<string>;
  /** Ids by provider. One that lists none serves whatever has a price. */
  private readonly models: ReadonlyMap<string, ReadonlySet<string>>;

  constructor({ aliases, providers }: SettingsFile) {
    this.aliases = new Set(aliases.map(({ name }) => name));
    this.models = new Map(
      providers.map(({ name, models }) => [name, new Set(models.map(({ id }) => id))]),
    );
  }

  isProvider(name: string): boolean {
    return this.models.has(name);
  }

  /** Of an entry of an allow-list: a name, or all that begin as it does. */
  faultOfEntry(where: string, entry: string): string[] {
    if (entry === '*')
      return [`${where}: * names nothing; leave the list out to allow every model`];
    if (!entry.endsWith('/*')) return this.faultOf(where, entry);
    const prefix = entry.slice(0, -1);
    if ([...this.aliases].some((alias) => alias.startsWith(prefix))) return [];
    const provider = prefix.slice(0, prefix.indexOf('/'));
    const models = this.models.get(provider);
    if (!models) return [`${where}: ${entry} names ${this.noProvider(provider)}`];
    const rest = prefix.slice(provider.length + 1);
    return when(
      models.size > 0 && ![...models].some((id) => id.startsWith(rest)),
      `${where}: ${provider} lists no model that ${entry} allows`,
    );
  }

  faultOf(where: string, name: string): string[] {
    if (this.aliases.has(name)) return [];
    const slash = name.indexOf('/');
    const provider = name.slice(0, Math.max(0, slash));
    const models = this.models.get(provider);
    if (slash <= 0) {
      return [`${where}: ${name} is neither <provider>/<model> nor an alias${this.alike(name)}`];
    }
    if (!models) return [`${where}: ${name} names ${this.noProvider(provider)}${this.alike(name)}`];
    const id = name.slice(slash + 1);
    return when(
      id === '' || (models.size > 0 && !models.has(id)),
      `${where}: ${provider} lists no model ${id}${didYouMean(id, models)}`,
    );
  }

  private noProvider(name: string): string {
    return `no provider of this file${didYouMean(name, this.models.keys())}`;
  }

  private alike(name: string): string {
    return didYouMean(name, this.aliases);
  }
}

/** Aliases may point to aliases, but not in a circle. */
function cycles(aliases: readonly AliasDto[]): string[] {
  const targets = new Map(aliases.map((alias) => [alias.name, namesIn(alias)]));
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
