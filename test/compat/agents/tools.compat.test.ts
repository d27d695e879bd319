import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { ECHO_SCHEMA, startToolServer } from '../../support/tool-server.js';
import { families as allFamilies, providerOf, settingsOf } from '../families.js';
import { placeAt } from '../matrix.js';
import { binOf, claudeCode, claudeTool } from './agents.js';
import { runProgram } from './run-program.js';

/** Tools of the gateway as an agent and the official inspector use them, as they are. */
const families = allFamilies.filter(({ name }) => name === 'anthropic');
const [family] = families;
const server = await startToolServer();
const price = { currency: 'EUR', tool_call: '0.002' };
const gateway = await startGateway(
  {
    organisation: { protection: { mode: 'tokenize' } },
    providers: [
      ...families.map(settingsOf),
      {
        name: 'office',
        family: 'mcp',
        base_url: server.url,
        models: [
          {
            id: 'echo',
            price,
            tool: { description: 'Says it again.', input_schema: ECHO_SCHEMA },
          },
        ],
      },
    ],
    workloads: [{ name: 'default', tools: ['office/*'] }],
  },
  { env: { GW_OUTBOUND_HOSTS: '127.0.0.1' } },
);
const root = await realpath(await mkdtemp(join(tmpdir(), 'gw-tools-')));
afterAll(() => rm(root, { recursive: true, force: true }));

const TEXT = 'The swallow flies at noon, says jane.doe@example.org.';

it('an agent calls a tool through the gateway, which sees no address, and gets its own back', async ({
  task,
}) => {
  placeAt(task, { client: claudeCode.name, family: 'anthropic', name: 'tools' });
  const desk = {
    home: await mkdtemp(join(root, 'home-')),
    folder: await mkdtemp(join(root, 'work-')),
    url: gateway.url,
    key: gateway.key(),
    model: `${providerOf('anthropic')}/${family?.modelId('echo')}`,
    tools: ['office__echo'],
  };
  const rounds = [[{ name: claudeTool('office__echo'), arguments: { text: TEXT } }]];
  const prompt = `Say it with the tool. sandbox script: ${JSON.stringify(rounds)}`;
  const { file, args, env } = await claudeCode.command(desk, prompt);
  const said = await runProgram({
    file,
    args,
    env: { HOME: desk.home, ...env },
    folder: desk.folder,
  });
  expect(said).toContain(TEXT);
  const [call] = server.calls() as { text: string }[];
  expect(call?.text).toMatch(/^The swallow flies at noon, says EMAIL_\w+\.$/);
});

it('the official inspector lists and calls', async ({ task }) => {
  placeAt(task, { client: 'MCP inspector', family: 'anthropic', name: 'tools' });
  const inspect = async (...more: readonly string[]) => {
    const args = ['--cli', `${gateway.url}/v1/mcp`, '--transport', 'http'];
    const header = ['--header', `Authorization: Bearer ${gateway.key()}`];
    return runProgram({
      file: binOf('@modelcontextprotocol/inspector', 'inspector'),
      args: [...args, ...header, ...more],
      env: { HOME: root },
      folder: root,
    });
  };
  const list = JSON.parse(await inspect('--method', 'tools/list')) as { tools: { name: string }[] };
  expect(list.tools.map(({ name }) => name)).toEqual(['office__echo']);
  const call = [
    '--method',
    'tools/call',
    '--tool-name',
    'office__echo',
    '--tool-arg',
    'text=Hello',
  ];
  expect(JSON.parse(await inspect(...call))).toMatchObject({
    content: [{ type: 'text', text: 'Hello' }],
  });
});
