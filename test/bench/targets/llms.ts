import { Child } from '../process/child.js';
import { freePort } from '../../support/free-port.js';
import { TARGET_CORE } from '../process/pinning.js';
import { ANY_KEY, type Target } from './target.js';
import { untilAnswers } from './until-answers.js';

const START_TIMEOUT_MS = 20_000;

/** @musistudio/llms: translates the messages format to chat completions, and keeps no records. */
export async function startLlms(upstreamPort: number): Promise<Target> {
  const port = await freePort();
  const server = new URL('./llms-server.ts', import.meta.url);
  const child = Child.startOwn('llms', server, TARGET_CORE, [String(port), String(upstreamPort)]);
  await untilAnswers(child, `http://127.0.0.1:${port}/health`, START_TIMEOUT_MS);
  return {
    name: 'llms',
    port,
    formats: ['messages'],
    headers: ANY_KEY,
    modelName: (model) => `mock,${model}`,
    child,
    databasePid: undefined,
  };
}
