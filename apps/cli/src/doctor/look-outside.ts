import type { Config } from '#platform';
import { failed, ok, untried, warning, type Finding } from './finding.js';
import type { StoredProvider } from './look-at-stores.js';

const ANSWER_MS_MAX = 5_000;

/** Whether each address answers anything at all. No secret is sent, and nothing is asked for. */
export function lookAtProviders(providers: readonly StoredProvider[]): Promise<readonly Finding[]> {
  if (providers.length === 0) {
    return Promise.resolve([untried('providers', 'none is known yet')]);
  }
  return Promise.all(providers.map(lookAtProvider));
}

async function lookAtProvider({ name, address }: StoredProvider): Promise<Finding> {
  const { origin, host } = new URL(address);
  try {
    const answer = await fetch(origin, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    return ok('providers', `${name} at ${host} answers (${answer.status})`);
  } catch (fault) {
    const { code } = ((fault as Error).cause ?? fault) as { readonly code?: unknown };
    const why = typeof code === 'string' ? ` (${code})` : '';
    return warning(
      'providers',
      `${name} at ${host} does not answer${why}: look at name, proxy and firewall; calls that lead there fail`,
    );
  }
}

interface Ready {
  readonly checks: Readonly<Record<string, string>>;
  readonly degraded: readonly string[];
}

/** The gateway of this environment, if it runs. */
export async function lookAtGateway({ host, port }: Config): Promise<Finding> {
  const url = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`;
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS_MAX) });
    const { checks, degraded } = (await answer.json()) as Ready;
    const wrong = Object.entries(checks).flatMap(([name, state]) => (state === 'ok' ? [] : [name]));
    if (wrong.length > 0) {
      return failed('gateway', `${url} serves nobody: ${wrong.join(', ')}; its log says why`);
    }
    return degraded.length > 0
      ? warning('gateway', `${url} serves, but for ${degraded.join(', ')}`)
      : ok('gateway', `${url} serves`);
  } catch {
    return untried('gateway', `none answers at ${url}`);
  }
}
