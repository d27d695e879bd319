import { AUTO_NAME, LOCAL_PROVIDER, modelNameOf, OWN_PREFIX } from '#call';
import { didYouMean } from '#kernel';
import type { AliasDto, SettingsFile, WorkloadDto } from './settings-file.dto.js';
import type { ScopeDto } from './scope.dto.js';
import { when } from './when.js';

/** Models and aliases that are named and are not there. */
export function findModelFaults(file: SettingsFile): string[] {
  const names = new ModelNames(file, file.aliases);
  return [
    ...aliasFaults('aliases', file.aliases, names),
    ...nestingFaults('aliases', file.aliases),
    ...file.providers.flatMap(({ name }) =>
      when(
        name === OWN_PREFIX,
        `providers.${name}: the prefix ${OWN_PREFIX}/ is for aliases and models of the gateway`,
      ),
    ),
    ...autoFaults(file, names),
    ...file.workloads.flatMap((workload) => workloadFaults(file, workload)),
  ];
}

function autoFaults(
  { organisation: { auto }, aliases }: SettingsFile,
  names: ModelNames,
): string[] {
  if (!auto) return [];
  const where = 'organisation.auto';
  const seen = new Set<string>();
  const own = new Set(aliases.map(({ name }) => name));
  return [
    ...auto.routes.flatMap(({ name, low, medium, high }) => {
      const isTwin = seen.has(name);
      seen.add(name);
      return [
        ...when(isTwin, `${where}.routes: ${name} is declared twice`),
        ...when(
          high.length === 0,
          `${where}.routes.${name}.high: at least one model is needed; what is missing falls up to it`,
        ),
        ...[...low, ...medium, ...high].flatMap((model) =>
          own.has(model)
            ? [`${where}.routes.${name}: ${model} is an alias; name models`]
            : names.faultOf(`${where}.routes.${name}`, model),
        ),
      ];
    }),
    ...when(
      !seen.has(auto.default_route),
      `${where}.default_route: routes has no ${auto.default_route}`,
    ),
  ];
}

function workloadFaults(file: SettingsFile, workload: WorkloadDto): string[] {
  const where = `workloads.${workload.name}`;
  const own = new Set(workload.aliases.map(({ name }) => name));
  const inForce = [...file.aliases.filter(({ name }) => !own.has(name)), ...workload.aliases];
  const names = new ModelNames(file, inForce);
  return [
    ...aliasFaults(`${where}.aliases`, workload.aliases, names),
    ...(own.size > 0 ? nestingFaults(`${where}.aliases`, inForce) : []),
    ...workload.allowed_models.flatMap((entry) =>
      names.faultOfEntry(`${where}.allowed_models`, entry),
    ),
    ...scopeFaults(`${where}.scope`, workload.scope, names),
    ...workload.residency.exceptions.flatMap(({ models }) =>
      models.flatMap((entry) => names.faultOfEntry(`${where}.residency.exceptions`, entry)),
    ),
  ];
}

/** The word for a model of the gateway's own: none of them judges well enough yet. */
const LOCAL_JUDGE = 'local';

function scopeFaults(where: string, scope: ScopeDto, names: ModelNames): string[] {
  const { mode, statement, judge } = scope;
  if (judge === LOCAL_JUDGE || (judge !== undefined && names.isLocal(judge))) {
    return [`${where}.judge: this release has no local model that judges; name one of a provider`];
  }
  return [
    ...when(mode !== 'off' && statement === undefined, `${where}.statement: needed to judge by`),
    ...when(mode !== 'off' && judge === undefined, `${where}.judge: name the model that judges`),
    ...(judge === undefined ? [] : names.faultOf(`${where}.judge`, judge)),
  ];
}

const aliasFaults = (where: string, aliases: readonly AliasDto[], names: ModelNames): string[] =>
  aliases.flatMap((alias) => [
    ...namesIn(alias).flatMap((model) =>
      model === AUTO_NAME
        ? [`${where}.${alias.name}: ${AUTO_NAME} is asked by its own name alone`]
        : names.faultOf(`${where}.${alias.name}`, model),
    ),
    ...when(alias.targets.length === 0, `${where}.${alias.name}.targets: at least one is needed`),
    ...when(
      names.isProvider(alias.name.split('/')[0] ?? ''),
      `${where}.${alias.name}: the prefix is the name of a provider`,
    ),
  ]);

const namesIn = ({ targets, fallbacks }: AliasDto): readonly string[] => [
  ...targets.map(({ model }) => model),
  ...fallbacks,
];

/** What a model can be called by in this file. */
class ModelNames {
  private readonly aliases: ReadonlySet<string>;
  /** Ids by provider. One that lists none serves whatever has a price. */
  private readonly models: ReadonlyMap<string, ReadonlySet<string>>;

  constructor({ providers, organisation }: SettingsFile, aliases: readonly AliasDto[]) {
    this.aliases = new Set([
      ...aliases.map(({ name }) => name),
      ...(organisation.auto ? [AUTO_NAME] : []),
    ]);
    this.models = new Map([
      ...providers.map(({ name, models }) => [name, new Set(models.map(({ id }) => id))] as const),
      [OWN_PREFIX, new Set(LOCAL_PROVIDER.models.keys())],
    ]);
  }

  isProvider(name: string): boolean {
    return name !== OWN_PREFIX && this.models.has(name);
  }

  /** A model of the gateway's own, which no alias of that name hides. */
  isLocal(name: string): boolean {
    const id = name.slice(OWN_PREFIX.length + 1);
    return (
      !this.aliases.has(name) && name === `${OWN_PREFIX}/${id}` && LOCAL_PROVIDER.models.has(id)
    );
  }

  /** Of an entry of an allow-list: a name, or all that begin as it does. */
  faultOfEntry(where: string, entry: string): string[] {
    if (entry === '*')
      return [`${where}: * names nothing; leave the list out to allow every model`];
    if (!entry.endsWith('/*')) return this.faultOf(where, entry);
    const prefix = entry.slice(0, -1);
    if ([...this.aliases].some((alias) => alias.startsWith(prefix))) return [];
    const { provider, id: rest } = modelNameOf(prefix);
    const models = this.models.get(provider);
    if (!models) return [`${where}: ${entry} names ${this.noProvider(provider)}`];
    return when(
      models.size > 0 && ![...models].some((id) => id.startsWith(rest)),
      `${where}: ${provider} lists no model that ${entry} allows`,
    );
  }

  faultOf(where: string, name: string): string[] {
    if (this.aliases.has(name)) return [];
    const { provider, id } = modelNameOf(name);
    const models = this.models.get(provider);
    if (provider === '') {
      return [`${where}: ${name} is neither <provider>/<model> nor an alias${this.alike(name)}`];
    }
    if (!models) return [`${where}: ${name} names ${this.noProvider(provider)}${this.alike(name)}`];
    return when(
      id === '' || (models.size > 0 && !models.has(id)),
      `${where}: ${provider} lists no model ${id}${didYouMean(id, models)}`,
    );
  }

  private noProvider(name: string): string {
    return `no provider of this file${didYouMean(
      name,
      [...this.models.keys()].filter((one) => one !== OWN_PREFIX),
    )}`;
  }

  private alike(name: string): string {
    return didYouMean(name, this.aliases);
  }
}

const DEPTH_MAX = 4; // Aliases of aliases; what nests deeper is a mistake, not a plan.

/** Aliases may point to aliases, but neither in a circle nor through many. */
function nestingFaults(where: string, aliases: readonly AliasDto[]): string[] {
  const targets = new Map(aliases.map((alias) => [alias.name, namesIn(alias)]));
  const circles = cycles(targets);
  if (circles.length > 0) return circles.map((name) => `${where}.${name}: points back to itself`);
  const depths = new Map<string, number>();
  const depthOf = (name: string): number => {
    const known = depths.get(name);
    if (known !== undefined) return known;
    const nested = (targets.get(name) ?? []).filter((next) => targets.has(next));
    const depth = 1 + Math.max(0, ...nested.map(depthOf));
    depths.set(name, depth);
    return depth;
  };
  return [...targets.keys()]
    .filter((name) => depthOf(name) > DEPTH_MAX)
    .map((name) => `${where}.${name}: leads through more than ${DEPTH_MAX} aliases`);
}

function cycles(targets: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const reaches = (from: string, wanted: string, seen: Set<string>): boolean =>
    (targets.get(from) ?? []).some((next) => {
      if (next === wanted) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, wanted, seen);
    });
  return [...targets.keys()].filter((name) => reaches(name, name, new Set()));
}
