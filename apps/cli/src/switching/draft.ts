import type { Entropy } from '#kernel';
import { generateVirtualKey } from '#workloads';
import { periodOf } from './durations.js';
import type { Remark } from './fields.js';

/** Where a foreign file has a secret from: a variable, its own text, or a file beside it. */
export type SecretSource =
  | { readonly kind: 'env'; readonly name: string }
  | { readonly kind: 'typed'; readonly value: string }
  | { readonly kind: 'file'; readonly path: string };

/** Beside the family, all that tells one provider of the settings from another. */
export interface ProviderSpec {
  readonly family: string;
  /** What it would be called. */
  readonly name: string;
  readonly baseUrl?: string | undefined;
  readonly apiVersion?: string | undefined;
  readonly region?: string | undefined;
  readonly project?: string | undefined;
  readonly secret?: SecretSource | undefined;
}

export interface ModelSpec {
  readonly id: string;
  /** For one token, picture or second, in dollars, by the names of the settings file. */
  readonly price?: Readonly<Record<string, string>> | undefined;
  readonly contextTokens?: number | undefined;
  readonly outputTokensMax?: number | undefined;
}

export interface DraftProvider extends ProviderSpec {
  readonly models: Map<string, ModelSpec>;
  /** It serves models that the foreign file does not name, so the settings must not list any. */
  servesAll: boolean;
}

/** A model of a provider, whose name is known when all of them are. */
export interface Target {
  readonly provider: DraftProvider;
  readonly model: string;
  readonly weight: number;
}

export interface DraftAlias {
  readonly name: string;
  readonly targets: readonly Target[];
  readonly fallbacks: readonly Target[];
}

export interface DraftWorkload {
  readonly name: string;
  readonly rpm?: number | undefined;
  readonly tpm?: number | undefined;
  readonly budget?: { readonly amount: string; readonly period: string } | undefined;
  /** Names of aliases, or of models as `provider/model`; empty for all. */
  readonly allowed: readonly (string | Target | DraftProvider)[];
  readonly timeoutSeconds?: number | undefined;
  /** What its clients show today, as far as anybody may see it. */
  readonly formerKey: string;
}

/** With the variable of its new key. */
interface NamedWorkload extends DraftWorkload {
  readonly variable: string;
}

/** Settings in the making: what readers of foreign files fill, whatever the file is. */
export class Draft {
  readonly providers: DraftProvider[] = [];
  readonly aliases: DraftAlias[] = [];
  readonly workloads: NamedWorkload[] = [];
  /** What all workloads together may spend. */
  cap: DraftWorkload['budget'];
  /** Those whose value the import knows; of others it is null. */
  readonly variables = new Map<string, string | null>();
  readonly changed: Remark[] = [];
  readonly leftOut: Remark[] = [];

  /** @param valueOf a variable of the environment that the import runs in */
  constructor(
    private readonly entropy: Entropy,
    readonly valueOf: (variable: string) => string | undefined,
  ) {}

  /** The same one for the same address, key and place. */
  provider(given: ProviderSpec): DraftProvider {
    const spec = { ...given, baseUrl: given.baseUrl?.replace(/\/+$/, '') };
    const identity = identityOf(spec);
    const known = this.providers.find((one) => identityOf(one) === identity);
    if (known) return known;
    const provider = { ...spec, models: new Map<string, ModelSpec>(), servesAll: false };
    this.providers.push(provider);
    return provider;
  }

  /** A model that two deployments share keeps what the first said of it. */
  target(provider: DraftProvider, model: ModelSpec, weight = 1): Target {
    if (!provider.models.has(model.id)) provider.models.set(model.id, model);
    return { provider, model: model.id, weight };
  }

  workload(workload: DraftWorkload): void {
    const name = free(nameOf(workload.name), new Set(this.workloads.map((one) => one.name)));
    const variable = this.freeVariable(`GW_KEY_${variableNameOf(name)}`);
    this.workloads.push({ ...workload, name, variable });
    this.variables.set(variable, generateVirtualKey('live', this.entropy).text);
  }

  /** A budget that begins as often as there, or less often, which is told. @param path of what says how often */
  budget(
    amount: string | undefined,
    duration: string | undefined,
    path: string,
    called = 'the budget',
  ): DraftWorkload['budget'] {
    if (amount === undefined) return undefined;
    const { period, isSame } = periodOf(duration);
    if (!isSame) this.changed.push({ path, text: `${duration}: ${called} is ${period}` });
    return { amount, period };
  }

  /** The variable that a secret is read from; one that was typed is given a variable. @param hint of its name */
  variableOf(secret: Exclude<SecretSource, { kind: 'file' }>, hint: string): string {
    if (secret.kind === 'env') {
      this.variables.set(secret.name, this.variables.get(secret.name) ?? null);
      return secret.name;
    }
    const known = [...this.variables].find(([, value]) => value === secret.value);
    if (known) return known[0];
    const name = this.freeVariable(`${variableNameOf(hint)}_API_KEY`);
    this.variables.set(name, secret.value);
    return name;
  }

  private freeVariable(name: string): string {
    return free(name, new Set(this.variables.keys()), '_');
  }
}

/** @param sign that a text begins with which names a variable */
export const secretIn = (text: string, sign: string): SecretSource =>
  text.startsWith(sign)
    ? { kind: 'env', name: text.slice(sign.length) }
    : { kind: 'typed', value: text };

const identityOf = ({ family, baseUrl, apiVersion, region, project, secret }: ProviderSpec) =>
  JSON.stringify([family, baseUrl, apiVersion, region, project, secret]);

/** As names of the settings file are written. */
export const nameOf = (text: string): string =>
  text
    .replace(/[^a-zA-Z0-9._-]+/g, '-')
    .replace(/^[^a-zA-Z0-9]+|-+$/g, '')
    .slice(0, 60) || 'unnamed';

/** As variables of the environment are written. */
export const variableNameOf = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/** Weights here are whole numbers from 1 to 1,000; shares between 0 and 1 become hundredths. */
export function weightOf(text: string | undefined): number {
  const weight = Number(text ?? '1');
  return Math.min(1_000, Math.max(1, Math.round(weight < 1 ? weight * 100 : weight)));
}

/** The name itself, or the first with a number behind it that nobody has. */
export function free(name: string, others: ReadonlySet<string>, sign = '-'): string {
  if (!others.has(name)) return name;
  let number = 2;
  while (others.has(`${name}${sign}${number}`)) number++;
  return `${name}${sign}${number}`;
}
