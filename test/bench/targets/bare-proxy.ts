import { Child } from '../process/child.js';
import { TARGET_CORE } from '../process/pinning.js';
import { ANY_KEY, type Target } from './target.js';

const START_TIMEOUT_MS = 15_000;

interface Ready {
  readonly kind: 'ready';
  readonly port: number;
}

export async function startBareProxy(upstreamPort: number): Promise<Target> {
  const server = new URL('./bare-proxy-server.ts', import.meta.url);
  const child = Child.startOwn('The bare proxy', server, TARGET_CORE, [
    `http://127.0.0.1:${upstreamPort}`,
  ]);
  const { port } = await child.receive<Ready, 'ready'>('ready', START_TIMEOUT_MS);
  return {
    name: 'bare',
    port,
    formats: ['chat'],
    headers: ANY_KEY,
    modelName: (model) => model,
    child,
    databasePid: undefined,
  };
}
