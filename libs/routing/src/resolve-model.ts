import { endpointOf, type Alias, type Endpoint, type Organisation, type Route } from '#call';
import { refuse } from '#kernel';

const ALIAS_DEPTH_MAX = 4; // Aliases of aliases; deeper nesting is a mistake, not a plan.

/** Where a name leads, before anybody asked who may and who can serve it. */
export type Resolved = Pick<Route, 'alias' | 'reason' | 'endpoints'>;

/**
 * From the name a caller wrote to the endpoints that may serve it, best first. Order of names:
 * alias, then exactly `<provider>/<model>`.
 * @param random in [0, 1), for the weighted choice among an alias's targets
 * @throws model_unprefixed, model_unknown
 */
export function resolveModel(
  organisation: Organisation,
  name: string,
  random: () => number,
): Resolved {
  const alias = organisation.aliases.get(name);
  if (!alias) return { alias: null, reason: 'pinned', endpoints: [pinned(organisation, name)] };
  const names = namesOf(organisation, alias, random, ALIAS_DEPTH_MAX);
  const endpoints = [...new Set(names)].map((target) => pinned(organisation, target));
  return { alias: name, reason: 'alias', endpoints };
}

function namesOf(
  organisation: Organisation,
  alias: Alias,
  random: () => number,
  depth: number,
): string[] {
  return [...weighted(alias.targets, random), ...alias.fallbacks].flatMap((name) => {
    const nested = organisation.aliases.get(name);
    if (!nested) return [name];
    return depth > 1 ? namesOf(organisation, nested, random, depth - 1) : [];
  });
}

/** One target is drawn by weight; the others follow as its replacements, in their own order. */
function weighted(targets: Alias['targets'], random: () => number): string[] {
  const total = targets.reduce((sum, target) => sum + target.weight, 0);
  let left = random() * total;
  const drawn = targets.find((target) => (left -= target.weight) < 0) ?? targets[0];
  const others = targets.filter((target) => target !== drawn);
  return [...(drawn ? [drawn] : []), ...others].map((target) => target.model);
}

/** Behind a base URL that says it, too, the version begins what clients of Gemini's format ask for. */
const VERSION = /^v1(?:alpha|beta)?$/;

function pinned(organisation: Organisation, name: string): Endpoint {
  const slash = name.indexOf('/');
  if (slash <= 0 || slash === name.length - 1) throw refuse('model_unprefixed', { param: 'model' });
  const prefix = name.slice(0, slash);
  const provider = organisation.providers.get(prefix);
  if (!provider) {
    throw refuse('model_unknown', {
      param: 'model',
      message: VERSION.test(prefix)
        ? `There is no provider ${prefix}. Where the base URL ends with /${prefix} leave that out: the client adds the version itself.`
        : `There is no provider ${prefix}. GET /v1/models lists the models of this key.`,
    });
  }
  const id = name.slice(slash + 1);
  const model = provider.models.get(id) ?? {
    id,
    contextTokens: null,
    outputTokensMax: null,
    isListed: false,
  };
  return endpointOf(provider, model);
}
