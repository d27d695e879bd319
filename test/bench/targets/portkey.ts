import { createRequire } from 'node:module';
import { Child } from '../process/child.js';
import { freePort } from '../../support/free-port.js';
import { TARGET_CORE } from '../process/pinning.js';
import { ANY_KEY, type Target } from './target.js';
import { untilAnswers } from './until-answers.js';

const FOLDER = new URL('../portkey/', import.meta.url);
const START_TIMEOUT_MS = 20_000;

/** As its `start:node` script does, without the page of its logs and on loopback only. */
export async function startPortkey(upstreamPort: number): Promise<Target> {
  const entry = createRequire(FOLDER).resolve('@portkey-ai/gateway/build/start-server.js');
  const port = await freePort();
  const loopbackOnly = new URL('./loopback-only.mjs', FOLDER).href;
  const child = Child.start('Portkey', {
    args: ['--import', loopbackOnly, entry, `--port=${port}`, '--headless'],
    env: { NODE_ENV: 'production' },
    core: TARGET_CORE,
  });
  await untilAnswers(child, `http://127.0.0.1:${port}/`, START_TIMEOUT_MS);
  return {
    name: 'portkey',
    port,
    formats: ['chat'],
    headers: {
      ...ANY_KEY,
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `http://127.0.0.1:${upstreamPort}/v1`,
    },
    modelName: (model) => model,
    child,
    databasePid: undefined,
  };
}
