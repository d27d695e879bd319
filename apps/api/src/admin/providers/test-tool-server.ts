import { isServerMethod, type Provider } from '#call';
import { Clock, GatewayError, type OrganisationId } from '#kernel';
import type { ProviderReport } from '#providers';
import type { ToolServers } from '#tools';

const SEEN_MAX = 200;

/** As of a provider of models: its tools stand where their models do. Failing is data. */
export async function testToolServer(
  servers: ToolServers,
  clock: Clock,
  organisation: OrganisationId,
  provider: Provider,
): Promise<ProviderReport> {
  const startedMs = clock.monotonicMs();
  const nothing = { status: null, latencyMs: null, modelCount: null, models: [], missing: [] };
  try {
    const names = (await servers.list(organisation, provider)).map(({ name }) => name).toSorted();
    const offered = new Set(names);
    return {
      ...nothing,
      isReachable: true,
      isAuthenticated: true,
      latencyMs: Math.round(clock.monotonicMs() - startedMs),
      modelCount: names.length,
      models: names.slice(0, SEEN_MAX),
      missing: [...provider.models.keys()].filter(
        (name) => !isServerMethod(name) && !offered.has(name),
      ),
      fault: null,
      notChecked: [],
    };
  } catch (fault) {
    if (!(fault instanceof GatewayError)) throw fault;
    return { ...nothing, ...whatFailed(fault.details.gw?.['cause']) };
  }
}

/** @param cause why a server was of no use, in a word; undefined where it did not answer in time */
function whatFailed(
  cause: unknown,
): Pick<ProviderReport, 'isReachable' | 'isAuthenticated' | 'fault' | 'notChecked'> {
  if (cause === 'credential') {
    return {
      isReachable: true,
      isAuthenticated: false,
      fault: 'status',
      notChecked: ['models'],
    };
  }
  return {
    isReachable: cause === 'status' || cause === 'handshake' || cause === 'body',
    isAuthenticated: null,
    fault: typeof cause === 'string' ? cause : 'timeout',
    notChecked: ['authentication', 'models'],
  };
}
