import {
  endpointOf,
  LOCAL_PROVIDER,
  modelNameOf,
  OWN_PREFIX,
  ROUTER_MODEL,
  type Alias,
  type Endpoint,
  type Model,
  type Organisation,
  type Route,
  type Workload,
} from '#call';
import { refuse } from '#kernel';
import type { DecisionKind } from '#wire';

const ALIAS_DEPTH_MAX = 4; // Settings that nest deeper are refused.

/** Where a name leads, before anybody asked who may and who can serve it. */
export interface Resolved extends Pick<Route, 'alias' | 'reason' | 'endpoints'> {
  /** The name, with its provider in front; null where none was named. */
  readonly requested: string | null;
}

/** Whose names count. */
export interface Named {
  readonly organisation: Organisation;
  readonly workload: Pick<Workload, 'aliases'>;
}

/** The workload's own alias of a name, or else the organisation's. */
export const aliasOf = ({ organisation, workload }: Named, name: string): Alias | undefined =>
  workload.aliases.get(name) ?? organisation.aliases.get(name);

/**
 * From a name to the endpoints that may serve it, best first. Order of names: alias of the workload, of the
 * organisation, model of this machine, then exactly `<provider>/<model>`.
 * @param draw of a target of an alias, in [0, 1)
 * @param made for this call alone, where nobody has an alias of that name
 * @throws model_unprefixed, model_unknown
 */
export function resolveModel(
  spender: Named,
  name: string,
  draw: (alias: Alias) => number,
  made?: Alias,
): Resolved {
  const alias = aliasOf(spender, name) ?? made;
  const { organisation } = spender;
  if (!alias) {
    const endpoints = [pinned(organisation, name)];
    return { requested: name, alias: null, reason: 'pinned', endpoints };
  }
  const names = namesOf(spender, alias, draw, ALIAS_DEPTH_MAX);
  const endpoints = [...new Set(names)].map((target) => pinned(organisation, target));
  return { requested: name, alias: name, reason: 'alias', endpoints };
}

function namesOf(
  spender: Named,
  alias: Alias,
  draw: (alias: Alias) => number,
  depth: number,
): string[] {
  const targets = alias.targets.length > 1 ? weighted(alias.targets, draw(alias)) : alias.targets;
  return [...targets.map(({ model }) => model), ...alias.fallbacks].flatMap((name) => {
    const nested = aliasOf(spender, name);
    if (!nested) return [name];
    return depth > 1 ? namesOf(spender, nested, draw, depth - 1) : [];
  });
}

/** One target is drawn by weight; the others follow as its replacements, in their own order. */
function weighted(targets: Alias['targets'], drawn01: number): Alias['targets'] {
  const total = targets.reduce((sum, target) => sum + target.weight, 0);
  let left = drawn01 * total;
  const drawn = targets.find((target) => (left -= target.weight) < 0) ?? targets[0];
  const others = targets.filter((target) => target !== drawn);
  return [...(drawn ? [drawn] : []), ...others];
}

/** Behind a base URL that says it, too, the version begins what clients of Gemini's format ask for. */
const VERSION = /^v1(?:alpha|beta)?$/;

function pinned(organisation: Organisation, name: string): Endpoint {
  const { provider: prefix, id } = modelNameOf(name);
  if (prefix === '' || id === '') throw refuse('model_unprefixed', { param: 'model' });
  const local = prefix === OWN_PREFIX ? LOCAL_PROVIDER.models.get(id) : undefined;
  if (local) return endpointOf(LOCAL_PROVIDER, local);
  const provider = organisation.providers.get(prefix);
  if (!provider) {
    throw refuse('model_unknown', {
      param: 'model',
      message: VERSION.test(prefix)
        ? `There is no provider ${prefix}. Where the base URL ends with /${prefix} leave that out: the client adds the version itself.`
        : `There is no provider ${prefix}. GET /v1/models lists the models of this key.`,
    });
  }
  return endpointOf(provider, provider.models.get(id) ?? unlisted(id));
}

/** A model that the settings do not name: it is served where it has a price. */
export const unlisted = (id: string): Model => ({
  id,
  contextTokens: null,
  outputTokensMax: null,
  supports: null,
  isListed: false,
});

/** Every endpoint that a name leads to, in no order that means anything. */
export const endpointsBehind = (spender: Named, name: string, made?: Alias): readonly Endpoint[] =>
  resolveModel(spender, name, () => 0, made).endpoints;

/** What a typed decision of this name is read for; a name that leads nowhere is Route's to refuse. */
export function decisionKindOf(spender: Named, name: string): DecisionKind {
  try {
    const [first] = endpointsBehind(spender, name.trim());
    return first?.provider === LOCAL_PROVIDER && first.model === ROUTER_MODEL
      ? 'router'
      : 'questions';
  } catch {
    return 'questions';
  }
}

/** May every model that a name leads to be given tools, as far as the settings say? A name that leads nowhere is Route's to refuse. */
export function takesTools(spender: Named, name: string): boolean {
  try {
    const endpoints = endpointsBehind(spender, name);
    return endpoints.every(({ model }) => model?.supports?.has('tools') !== false);
  } catch {
    return true;
  }
}
