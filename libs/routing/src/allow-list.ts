import type { Workload } from '#call';

/** May the workload ask for this name? It lists `provider/model`, `provider/*` or an alias. */
export function isAllowed(workload: Workload, name: string): boolean {
  const { allowedModels } = workload;
  if (allowedModels.length === 0) return true;
  return allowedModels.some((entry) =>
    entry.endsWith('/*') ? name.startsWith(entry.slice(0, -1)) : entry === name,
  );
}
