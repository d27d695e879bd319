import type { Workload } from '#call';

/** May the workload ask for this name? It lists `provider/model`, `provider/*` or an alias. */
export const isAllowed = (
  { allowedModels }: Pick<Workload, 'allowedModels'>,
  name: string,
): boolean => allowedModels.length === 0 || isNamed(allowedModels, name);

/** Is the name in the list, or does it begin as an entry does that ends with a star? */
export const isNamed = (entries: readonly string[], name: string): boolean =>
  entries.some((entry) =>
    entry.endsWith('/*') ? name.startsWith(entry.slice(0, -1)) : entry === name,
  );
