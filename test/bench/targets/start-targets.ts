import type { Options } from '../plan.js';
import { startBareProxy } from './bare-proxy.js';
import { directTarget } from './direct.js';
import { type Gateway, startOurs } from './ours.js';
import { startPortkey } from './portkey.js';
import type { Target } from './target.js';

export interface Targets {
  /** In the order in which they take turns; the mock upstream itself comes first. */
  readonly all: readonly Target[];
  readonly ours: Gateway | undefined;
  /** Safe to call twice. */
  stop(): Promise<void>;
}

export async function startTargets(options: Options, upstreamPort: number): Promise<Targets> {
  const all: Target[] = [directTarget(upstreamPort)];
  const stop = async () => {
    await Promise.all(all.map(async ({ child }) => child?.stop()));
  };
  try {
    if (options.only.includes('bare')) all.push(await startBareProxy(upstreamPort));
    if (options.only.includes('portkey')) all.push(await startPortkey(upstreamPort));
    let ours: Gateway | undefined;
    if (options.only.includes('ours')) {
      ours = await startOurs(upstreamPort, options.nodeFlags);
      all.push(ours);
    }
    return { all, ours, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
