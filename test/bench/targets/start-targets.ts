import { fileURLToPath } from 'node:url';
import type { Options } from '../plan.js';
import { startBareProxy } from './bare-proxy.js';
import { directTarget } from './direct.js';
import { type Gateway, type GatewayOptions, startGateway } from './gateway.js';
import { startLlms } from './llms.js';
import { startPortkey } from './portkey.js';
import type { Target } from './target.js';

const CHECKOUT = new URL('../../../', import.meta.url);
const BUILDS = new URL('../.builds/', import.meta.url); // Filled by tools/build-commit.mjs.

export interface Targets {
  /** In the order in which they take turns; the mock upstream itself comes first. */
  readonly all: readonly Target[];
  /** Those of `all` that are builds of this repository. */
  readonly gateways: readonly Gateway[];
  /** Ends all of them and deletes what the gateways kept. */
  stop(): Promise<void>;
}

export async function startTargets(options: Options, upstreamPort: number): Promise<Targets> {
  const all: Target[] = [directTarget(upstreamPort)];
  const gateways: Gateway[] = [];
  const stop = async () => {
    await Promise.all(all.map(async ({ child }) => child?.stop()));
    await Promise.all(gateways.map((gateway) => gateway.discard()));
  };
  try {
    if (options.only.includes('bare')) all.push(await startBareProxy(upstreamPort));
    if (options.only.includes('portkey')) all.push(await startPortkey(upstreamPort));
    if (options.only.includes('llms')) all.push(await startLlms(upstreamPort));
    for (const build of buildsOf(options)) {
      const gateway = await startGateway(build, upstreamPort);
      gateways.push(gateway);
      all.push(gateway);
    }
    return { all, gateways, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The checkout's build, and that of the commit it is compared with. */
export function buildsOf({ only, against, nodeFlags }: Options): GatewayOptions[] {
  const builds = { before: new URL(`${against}/`, BUILDS), ours: CHECKOUT, caching: CHECKOUT };
  return (['before', 'ours', 'caching'] as const)
    .filter((name) => only.includes(name))
    .map((name) => ({ name, folder: fileURLToPath(builds[name]), nodeFlags }));
}
