import type { AutoFinding, CacheLook, Endpoint } from '#call';

const VISIBLE = /^[\x21-\x7e]+$/;

/** Which endpoint served: an alias or a fallback may have chosen another one than the caller named. */
export function endpointHeaders(endpoint: Endpoint | null): Readonly<Record<string, string>> {
  if (!endpoint) return {};
  const provider = endpoint.provider.name;
  return endpoint.model === null
    ? { 'x-gw-provider': provider }
    : { 'x-gw-provider': provider, 'x-gw-model': headerText(endpoint.model.id) };
}

/** A name may hold what a header may not. */
const headerText = (name: string): string =>
  VISIBLE.test(name) ? name : encodeURIComponent(name.toWellFormed());

/** How `gw/auto` came to the endpoint: kind of request, demand, what the router said, and each step. */
export function routeHeader(auto: AutoFinding | null): Readonly<Record<string, string>> {
  if (!auto) return {};
  const { route, demand, router, steps } = auto;
  const taken = steps.map((step) => `${step.by}:${step.demand}`).join(' ');
  return { 'x-gw-route': `${route}; demand=${demand}; router=${router}; steps="${taken}"` };
}

/** What came of the look for an answer that was kept, and how old it is; nothing where there is no cache. */
export function cacheHeaders({ state, answer }: CacheLook): Readonly<Record<string, string>> {
  if (state === 'off') return {};
  return { 'x-gw-cache': state, ...(answer && { age: String(answer.ageSeconds) }) };
}
