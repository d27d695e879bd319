import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { FAMILIES } from '#providers';
import { GRAMMAR } from '../../../apps/sandbox/src/faults/fault.js';
import { MODELS } from '../../../apps/sandbox/src/models.js';
import { startSandbox } from '../../../apps/sandbox/src/sandbox-server.js';
import { startGateway } from '../../support/gateway.js';
import { aServiceAccount } from '../../support/service-account.js';
import { PRICE } from '../../support/settings.js';

const document = readFileSync(new URL('../../../docs/sandbox.md', import.meta.url), 'utf8');
const ADDRESS = 'http://127.0.0.1:9901';

/** The rows of the table under a heading: the words of its first two columns. */
function table(heading: string): readonly (readonly [string, string])[] {
  const [, section = ''] = document.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  return [...own.matchAll(/^\| `([^`]+)` +\| ([^|]*?) +\|/gm)].map(
    ([, name = '', second = '']) => [name, second.replaceAll('`', '')] as const,
  );
}

const TOOLS = [
  {
    id: 'echo',
    price: 'free',
    tool: {
      description: 'Says it again.',
      input_schema: {
        type: 'object',
        properties: { text: { type: 'string' } },
        required: ['text'],
      },
    },
  },
];
const addresses = table('Addresses');
const account = aServiceAccount();
const gateway = await startGateway(
  {
    providers: addresses.map(([family, address]) => ({
      name: `of-${family}`,
      family,
      base_url: address.slice(ADDRESS.length) || '/',
      models: family === 'mcp' ? TOOLS : [{ id: 'echo', price: PRICE }],
      ...(family === 'bedrock' && { region: 'eu-central-1' }),
      ...(family.startsWith('vertex-') && { secret: { env: 'KEY_FILE' } }),
    })),
    workloads: [{ name: 'default', tools: ['of-mcp/*'] }],
  },
  { env: { KEY_FILE: account.keyFile, GW_OUTBOUND_HOSTS: '127.0.0.1' } },
);
await gateway.sandbox.admit(account);

it('the document of the sandbox has an address for each family, and no other', () => {
  expect(addresses.map(([family]) => family).toSorted()).toEqual([...FAMILIES.keys()].toSorted());
});

const holdsConversations = ([family]: readonly [string, string]): boolean =>
  family !== 'systemone' && family !== 'mcp';

it.each(addresses.filter(holdsConversations))(
  '%s is served at the address that the document has for it',
  async (family) => {
    const answer = await gateway.chat({
      model: `of-${family}/echo`,
      messages: [{ role: 'user', content: 'Hello' }],
    });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"Hello"')]);
  },
);

it('tools are served there as well', async () => {
  const params = { name: 'echo', arguments: { text: 'Hello' } };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const answer = await gateway.post('/v1/mcp/of-mcp', call);
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"Hello"')]);
});

it('it has each model and each key of a fault, and no other', () => {
  expect(table('Models').map(([name]) => name)).toEqual([...MODELS.keys()]);
  expect(table('Faults')).toEqual(Object.entries(GRAMMAR));
});

it('its commands work as they stand there', async () => {
  const sandbox = await startSandbox({ host: '127.0.0.1', port: 0 });
  const blocks = [...document.matchAll(/```sh\n([^`]*curl[^`]*)```/g)].map(([, text = '']) => text);
  const said: string[] = [];
  for (const block of blocks) {
    const command = `set -e; ${block.replaceAll('curl ', 'curl -sS ').replaceAll(ADDRESS, sandbox.url)}`;
    said.push((await promisify(execFile)('bash', ['-c', command])).stdout);
  }
  await sandbox.close();
  expect(said).toEqual([
    expect.stringContaining('"content":"Hello"'),
    expect.stringMatching(/^HTTP\/1.1 503 [^]*"finish_reason":"stop"/),
    expect.stringMatching(/"waiting":2[^]*"requests":\[/),
  ]);
});
