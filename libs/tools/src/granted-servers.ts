import { TOOL_FAMILY, type Model, type Provider, type ServerMethod, type Spender } from '#call';

/** A server that a workload may ask for something beside its tools. */
export interface GrantedServer {
  readonly provider: Provider;
  /** What the method is priced and granted by. */
  readonly model: Model;
}

/**
 * By name.
 * @param server the one that is meant; null for all
 */
export function grantedServers(
  { organisation, workload }: Spender,
  method: ServerMethod,
  server: string | null,
): readonly GrantedServer[] {
  const granted = new Set(workload.tools);
  if (granted.size === 0) return [];
  return [...organisation.providers.values()]
    .filter(({ name, family, isEnabled }) => {
      const isMeant = server === null || name === server;
      const isGranted = granted.has(`${name}/*`) || granted.has(`${name}/${method}`);
      return family === TOOL_FAMILY && isEnabled && isMeant && isGranted;
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((provider) => {
      const model = provider.models.get(method);
      const isPaused = provider.paused.has('') || provider.paused.has(method);
      return model && !isPaused ? [{ provider, model }] : [];
    });
}
