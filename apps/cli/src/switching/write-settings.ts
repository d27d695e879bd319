import { stringify } from 'yaml';
import {
  free,
  nameOf,
  type Draft,
  type DraftAlias,
  type DraftProvider,
  type Target,
} from './draft.js';
import { sandboxAddress, sandboxModel } from './sandbox-address.js';

const ALIAS_NAME = /^[a-zA-Z0-9][a-zA-Z0-9._/-]{0,99}$/;
const TIMEOUT_SECONDS = { min: 10, max: 600 };
const LIST_MAX = 16; // Of targets, and of fallbacks, of an alias.

export interface Wanted {
  readonly organisation: string;
  /** Where the sandbox listens, if everything is to be tried there first, at no cost. */
  readonly sandbox: string | undefined;
}

/** The settings file that a draft comes to. What it cannot say is added to the draft's remarks. */
export function writeSettings(draft: Draft, { organisation, sandbox }: Wanted): string {
  const names = nameProviders(draft, sandbox !== undefined);
  const modelOf = ({ provider, model }: Target) =>
    `${names.get(provider)}/${sandbox === undefined ? model : sandboxModel(model)}`;
  const aliases = aliasesOf(draft, modelOf);
  if (sandbox !== undefined) draft.variables.set(SANDBOX_KEY, 'any');
  return stringify({
    apiVersion: 'gw/v1',
    organisation: { name: organisation, currency: 'USD', ...(draft.cap && { cap: draft.cap }) },
    providers: draft.providers.map((provider) => {
      const name = names.get(provider) ?? '';
      return sandbox === undefined
        ? providerOf(provider, name, draft)
        : sandboxProvider(provider, name, sandbox);
    }),
    ...(aliases.length > 0 && { aliases }),
    workloads: draft.workloads.map((workload) => {
      const allowed = workload.allowed.map((one) => {
        if (typeof one === 'string') return one;
        return 'provider' in one ? modelOf(one) : `${names.get(one)}/*`;
      });
      return workloadOf(workload, allowed);
    }),
  });
}

/**
 * No alias may begin with the name of a provider, and what callers ask for today is to stay.
 * @param isTrial no model has the name that it has there
 */
function nameProviders(
  { providers, aliases, changed }: Draft,
  isTrial: boolean,
): ReadonlyMap<DraftProvider, string> {
  const names = new Map<DraftProvider, string>();
  for (const provider of providers) {
    const wanted = nameOf(provider.name);
    const isItsOwn = (alias: DraftAlias) =>
      !isTrial &&
      leadsTo(
        alias,
        (target) => target.provider === provider && alias.name === `${wanted}/${target.model}`,
      );
    const isPrefix = aliases.some(
      (alias) => alias.name.startsWith(`${wanted}/`) && !isItsOwn(alias),
    );
    const base = isPrefix ? `${wanted}-direct` : wanted;
    const name = free(base, new Set(names.values()));
    names.set(provider, name);
    if (isPrefix) {
      changed.push({
        path: `providers.${name}`,
        text: `called so because callers ask for ${wanted}/… and are given something else`,
      });
    }
  }
  return names;
}

/** Without those that say what a model is called anyway, and those whose name cannot be one. */
function aliasesOf(
  { aliases, leftOut, changed }: Draft,
  modelOf: (target: Target) => string,
): readonly object[] {
  /** What there is room for; what there is none for is told. */
  const fitting = <Item>(items: readonly Item[], path: string, does: string): readonly Item[] => {
    if (items.length > LIST_MAX) {
      changed.push({ path, text: `the first ${LIST_MAX} of ${items.length} models ${does}` });
    }
    return items.slice(0, LIST_MAX);
  };
  return aliases.flatMap((alias) => {
    const { name, targets } = alias;
    if (leadsTo(alias, (target) => modelOf(target) === name)) return [];
    if (!ALIAS_NAME.test(name)) {
      leftOut.push({ path: name, text: 'a name of letters, digits and . _ / - is needed' });
      return [];
    }
    const fallbacks = [...new Set(alias.fallbacks.map(modelOf))];
    return [
      {
        name,
        targets: fitting(targets, name, 'serve it').map((target) => ({
          model: modelOf(target),
          weight: target.weight,
        })),
        ...(fallbacks.length > 0 && {
          fallbacks: fitting(fallbacks, `${name}.fallbacks`, 'stand in'),
        }),
      },
    ];
  });
}

/** It stands for one model and nothing else. */
const leadsTo = (
  { targets: [first, ...more], fallbacks }: DraftAlias,
  isIt: (target: Target) => boolean,
): boolean => first !== undefined && more.length === 0 && fallbacks.length === 0 && isIt(first);

function providerOf(provider: DraftProvider, name: string, draft: Draft): object {
  const { family, baseUrl, apiVersion, region, project, secret, servesAll, models } = provider;
  const priced = [...models.values()].filter(({ price }) => price !== undefined);
  if (servesAll && priced.length > 0) {
    draft.leftOut.push({
      path: `providers.${name}`,
      text: `prices of ${priced.map(({ id }) => id).join(', ')}: it serves models that are not listed, whose prices come with gw price import`,
    });
  }
  const address = baseUrl ?? (family === 'bedrock' && region ? bedrockAt(region) : undefined);
  return {
    name,
    family,
    ...(address !== undefined && { base_url: address }),
    ...(apiVersion !== undefined && { api_version: apiVersion }),
    ...(region !== undefined && { region }),
    ...(project !== undefined && { project }),
    ...(secret && {
      secret:
        secret.kind === 'file' ? { file: secret.path } : { env: draft.variableOf(secret, name) },
    }),
    ...(!servesAll && {
      models: [...models.values()].map(({ id, price, contextTokens, outputTokensMax }) => ({
        id,
        ...(price && { price: { currency: 'USD', per: 1, ...price } }),
        ...(contextTokens !== undefined && { context_tokens: contextTokens }),
        ...(outputTokensMax !== undefined && { max_output_tokens: outputTokensMax }),
      })),
    }),
  };
}

const bedrockAt = (region: string): string => `https://bedrock-runtime.${region}.amazonaws.com`;

const SANDBOX_KEY = 'GW_SANDBOX_KEY';

/** Takes any key, and every model of it is free. */
function sandboxProvider({ family, models }: DraftProvider, name: string, sandbox: string): object {
  const address = sandboxAddress(sandbox, family);
  const ids = models.size > 0 ? [...models.keys()] : ['trial'];
  return {
    name,
    ...address,
    secret: { env: SANDBOX_KEY },
    models: ids.map((id) => ({ id: sandboxModel(id), price: 'free' })),
  };
}

function workloadOf(
  { name, rpm, tpm, budget, timeoutSeconds, variable }: Draft['workloads'][number],
  allowed: readonly string[],
): object {
  const { min, max } = TIMEOUT_SECONDS;
  return {
    name,
    ...(rpm !== undefined && { rpm }),
    ...(tpm !== undefined && { tpm }),
    ...(budget && { budget }),
    ...(allowed.length > 0 && { allowed_models: [...new Set(allowed)] }),
    ...(timeoutSeconds !== undefined && {
      upstream_timeout_seconds: Math.min(max, Math.max(min, timeoutSeconds)),
    }),
    keys: [{ name, secret: { env: variable } }],
  };
}
