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
  const running = new Set<Target>();
  const stop = async () => {
    const targets = [...running];
    running.clear();
    await Promise.all(targets.map((target) => target.stop()));
  };
  const add = (target: Target) => {
    all.push(target);
    running.add(target);
  };
  try {
    if (options.only.includes('bare')) add(await startBareProxy(upstreamPort));
    if (options.only.includes('portkey')) add(await startPortkey(upstreamPort));
    let ours: Gateway | undefined;
    if (options.only.includes('ours')) {
      ours = await startOurs(upstreamPort, options.nodeFlags);
      add(ours);
    }
    return { all, ours, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
