/** @musistudio/llms as its own `start` script runs it, with one provider and without its log. */
import { createRequire } from 'node:module';

interface LlmsModule {
  readonly default: new (options: object) => { start(): Promise<void> };
}

const [port, upstreamPort] = process.argv.slice(2);
const requirePeer = createRequire(new URL('../llms/', import.meta.url));
const { default: Server } = requirePeer('@musistudio/llms') as LlmsModule;

process.on('disconnect', () => process.exit(0)); // Whoever started it is gone.

await new Server({
  useEnvFile: false,
  useJsonFile: false,
  logger: false,
  initialConfig: {
    HOST: '127.0.0.1',
    PORT: port,
    providers: [
      {
        name: 'mock',
        api_base_url: `http://127.0.0.1:${upstreamPort}/v1/chat/completions`,
        api_key: 'sk-bench',
        models: ['small', 'echo'],
      },
    ],
  },
}).start();
