import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { families as allFamilies, providerOf, settingsOf } from '../families.js';
import { placeAt } from '../matrix.js';
import { agents, type Agent, type Desk } from './agents.js';
import { runProgram } from './run-program.js';

/**
 * Coding agents as they are: each reads a file with its own tool and says what it holds, through the gateway,
 * at several families of providers. The sandbox asks for the tool, and then says what the tool said.
 */
const FAMILIES = ['openai', 'anthropic', 'gemini', 'bedrock'];

const families = allFamilies.filter(({ name }) => FAMILIES.includes(name));
const gateway = await startGateway({
  providers: families.map(settingsOf),
  // What they say of themselves is nobody's data, so the strictest mode lets it pass.
  workloads: [
    {
      name: 'default',
      budget: { amount: '1000', period: 'total' },
      protection: { mode: 'block' },
    },
  ],
});
const root = await realpath(await mkdtemp(join(tmpdir(), 'gw-agents-')));
afterAll(() => rm(root, { recursive: true, force: true }));

describe.each(agents)('$name', (agent) => {
  for (const family of families) {
    if (agent.cannot[family.name] !== undefined) continue;
    it(`reads a file at ${family.name}`, async ({ task }) => {
      placeAt(task, { client: agent.name, family: family.name, name: 'tool loop' });
      const home = await mkdtemp(join(root, 'home-'));
      const folder = await mkdtemp(join(root, 'work-'));
      const note = join(folder, 'note.txt');
      await writeFile(note, 'The swallow flies at noon.\n');
      const model = `${providerOf(family.name)}/${family.modelId('echo')}`;
      const desk = { home, folder, url: gateway.url, key: gateway.key(), model };
      const said = await runAgent(agent, desk, [[agent.reads(note)]]);
      expect(said).toContain('The swallow flies at noon.');
    });
  }
});

async function runAgent(agent: Agent, desk: Desk, rounds: readonly object[][]): Promise<string> {
  const prompt = `Read note.txt and say what it says. sandbox script: ${JSON.stringify(rounds)}`;
  const { file, args, env } = await agent.command(desk, prompt);
  const own = { HOME: desk.home, GW_KEY: desk.key };
  return runProgram({ file, args, env: { ...own, ...env }, folder: desk.folder });
}

it('has a reason for every family that an agent is not tried at', ({ task }) => {
  task.meta.missing = agents.flatMap(({ name, cannot }) =>
    Object.entries(cannot).map(([family, reason]) => `${name} at ${family}: ${reason}`),
  );
  expect(task.meta.missing.filter((line) => line.endsWith(': '))).toEqual([]);
});
