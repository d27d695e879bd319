import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../support/build.js';
import { GatewayHome, isAlive, type GatewayProcess } from '../../support/gateway-process.js';
import { ECHO_SCHEMA } from '../../support/tool-server.js';

/** Says that a test hangs, not that the machine has other work. */
const HANGS_MS = 240_000;

const script = (name: string) => fileURLToPath(new URL(`../../support/${name}`, import.meta.url));
const commands = {
  forks: { command: [process.execPath, script('hostile-program.mjs'), 'forks'] },
  official: { command: [process.execPath, script('tool-program.mjs'), 'both'] },
};
const tool = { description: 'Says it again.', input_schema: ECHO_SCHEMA };
const home = await GatewayHome.make(
  {
    providers: Object.keys(commands).map((name) => ({
      name,
      family: 'mcp',
      base_url: `stdio:${name}`,
      secret: undefined,
      serves_responses: undefined,
      models: [{ id: 'echo', price: { currency: 'EUR', tool_call: '0.002' }, tool }],
    })),
    workloads: [{ name: 'default', tools: ['forks/*', 'official/*'] }],
  },
  'http://127.0.0.1:9',
);
const environment = { GW_TOOL_COMMANDS: JSON.stringify(commands) };

beforeAll(ensureBuilt, 2 * HANGS_MS);
afterAll(async () => {
  await home.stop();
  await home.remove();
});

it(
  'programs of tools end with their gateway, by kill -9 as by its own end, and so do those that they have started',
  async () => {
    const said = async (gateway: GatewayProcess, server: string) => {
      const answer = await gateway.callTool(server);
      return answer.json<{ result: { content: { text: string }[] } }>().result.content[0]?.text;
    };
    const pidsAt = async (gateway: GatewayProcess) => {
      const pids = ((await said(gateway, 'forks')) ?? '').split(' ').map(Number);
      expect(pids.map(isAlive)).toEqual([true, true]);
      return pids;
    };
    const first = await home.start(environment);
    expect(await said(first, 'official')).toBe('x');
    const killed = await pidsAt(first);
    first.kill('SIGKILL');
    expect(await first.exited).toBe('SIGKILL');
    await expect.poll(() => killed.map(isAlive)).toEqual([false, false]);
    await home.close();

    const second = await home.start(environment);
    const stopped = await pidsAt(second);
    await home.close();
    expect(await second.stop()).toBe(0);
    await expect.poll(() => stopped.map(isAlive)).toEqual([false, false]);
  },
  HANGS_MS,
);
