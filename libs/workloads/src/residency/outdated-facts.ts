import type { Provider } from '#call';

/** Providers change what they promise: what was read so long ago is read again before it is relied on. */
export const FACTS_DAYS_MAX = 180;
const DAY_MS = 86_400_000;

/** What of the catalogue these providers rest on that is too old, a line for each. */
export function outdatedFacts(providers: Iterable<Provider>, nowMs: number): string[] {
  return [...providers].flatMap(({ name, jurisdiction }) => {
    const { evidence } = jurisdiction;
    if (!evidence) return [];
    const days = Math.floor((nowMs - Date.parse(evidence.checkedOn)) / DAY_MS);
    if (days <= FACTS_DAYS_MAX) return [];
    return [
      `providers.${name}: where it processes was checked ${days} days ago, on ${evidence.checkedOn}; read ${evidence.url}, and declare location where it says something else`,
    ];
  });
}
