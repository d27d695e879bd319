import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { importSettings } from '../../../apps/cli/src/commands/import.js';
import { startSandbox } from '../../../apps/sandbox/src/sandbox-server.js';
import { GatewayProcess } from '../../support/gateway-process.js';
import { heard } from '../../support/heard.js';
import { send } from '../../support/http.js';

let folder = '';
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gw-import-'));
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true });
});

/** As a proxy for a company is set up: two regions, two makers, a budget for each key. */
const LITELLM = `
model_list:
  - model_name: gpt-4o
    litellm_params:
      model: azure/gpt-4o-eu
      api_base: https://contoso-eu.openai.azure.com/
      api_key: os.environ/AZURE_API_KEY_EU
      api_version: "2024-10-21"
      rpm: 600
  - model_name: gpt-4o
    litellm_params:
      model: azure/gpt-4o-sweden
      api_base: https://contoso-se.openai.azure.com/
      api_key: os.environ/AZURE_API_KEY_SE
      api_version: "2024-10-21"
      rpm: 300
  - model_name: claude-sonnet
    litellm_params:
      model: anthropic/claude-sonnet-4-5
      api_key: os.environ/ANTHROPIC_API_KEY
  - model_name: mistral-small
    litellm_params:
      model: mistral/mistral-small-latest
      api_key: os.environ/MISTRAL_API_KEY
  - model_name: embeddings
    litellm_params:
      model: openai/text-embedding-3-small
      api_key: os.environ/OPENAI_API_KEY
litellm_settings:
  drop_params: true
  num_retries: 3
  request_timeout: 120
  success_callback: ["langfuse"]
router_settings:
  routing_strategy: simple-shuffle
  fallbacks:
    - gpt-4o: ["claude-sonnet"]
  model_group_alias:
    gpt-4: gpt-4o
general_settings:
  master_key: os.environ/LITELLM_MASTER_KEY
  database_url: os.environ/DATABASE_URL
`;

const PORTKEY = JSON.stringify({
  strategy: { mode: 'fallback', on_status_codes: [429, 503] },
  targets: [
    { provider: 'openai', api_key: 'sk-typed', override_params: { model: 'gpt-4o-mini' } },
    { virtual_key: 'anthropic-prod', override_params: { model: 'claude-haiku-4-5' } },
  ],
});

/** What the command writes and says. */
async function imported(name: string, source: string, text: string, ...more: readonly string[]) {
  const [file, out] = [join(folder, `${name}.txt`), join(folder, name)];
  await writeFile(file, text);
  const told = await heard(() => importSettings([source, file, '--out', out, ...more]));
  return { ...told, out };
}

/** As a shell does that reads them. */
async function variablesIn(path: string): Promise<Record<string, string>> {
  const lines = (await readFile(path, 'utf8')).matchAll(/^(\w+)='(.*)'$/gm);
  return Object.fromEntries(Array.from(lines, ([, name = '', value = '']) => [name, value]));
}

async function started(out: string): Promise<GatewayProcess> {
  const data = await mkdtemp(join(tmpdir(), 'gw-imported-'));
  const variables = await variablesIn(`${out}.env`);
  const gateway = await GatewayProcess.start(
    {
      ...variables,
      GW_CONFIG_FILE: `${out}.yaml`,
      GW_DATA_DIR: data,
      GW_PORT: '0',
      GW_LOG_LEVEL: 'error',
      GW_TYPED: 'off',
    },
    variables['GW_KEY_DEFAULT'] ?? '',
  );
  onTestFinished(async () => {
    await gateway.stop();
    await rm(data, { recursive: true, force: true });
  });
  return gateway;
}

const ask = (gateway: GatewayProcess, model: string) =>
  gateway.chat({ model, messages: [{ role: 'user', content: 'Hello there' }] });

describe('what was imported starts, and answers by the names that callers use', () => {
  it('of LiteLLM', async () => {
    const { code, out } = await imported('litellm', 'litellm', LITELLM, '--sandbox', sandbox.url);
    expect(code).toBe(0);
    expect((await stat(`${out}.env`)).mode & 0o777).toBe(0o600);
    const gateway = await started(out);
    for (const model of ['gpt-4o', 'gpt-4', 'claude-sonnet', 'mistral-small']) {
      const answer = await ask(gateway, model);
      expect([model, answer.status, answer.text]).toEqual([
        model,
        200,
        expect.stringContaining('Hello there'),
      ]);
    }
    const key = (await variablesIn(`${out}.env`))['GW_KEY_DEFAULT'] ?? '';
    const vectors = await send(`${gateway.url}/v1/embeddings`, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'embeddings', input: 'Hello there' }),
    });
    expect(vectors.status).toBe(200);
  });

  it('of Portkey', async () => {
    const { code, out } = await imported('portkey', 'portkey', PORTKEY, '--sandbox', sandbox.url);
    expect(code).toBe(0);
    const answer = await ask(await started(out), 'portkey');
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Hello there')]);
  });
});

it('says what is missing, writes nothing over, and tells no secret', async () => {
  const { code, said, out } = await imported('whole', 'litellm', LITELLM);
  expect(code).toBe(0);
  expect(said).toContain('Set what');
  const report = await readFile(`${out}.md`, 'utf8');
  for (const name of ['AZURE_API_KEY_EU', 'success_callback', 'database_url']) {
    expect(report).toContain(name);
  }
  await expect(imported('whole', 'litellm', LITELLM)).rejects.toThrow('is there already');
  const typed = await imported('typed', 'portkey', PORTKEY);
  expect(typed.said + (await readFile(`${typed.out}.yaml`, 'utf8'))).not.toContain('sk-typed');
  expect((await variablesIn(`${typed.out}.env`))['OPENAI_API_KEY']).toBe('sk-typed');
});

it.each([
  ['litellm', 'model_list: [', 'is no YAML'],
  ['portkey', '{"a":', 'is no JSON'],
  ['litellm', 'model_list: []', 'names no provider'],
  ['bifrost', '{"providers":{"unheard-of":{"keys":[{}]}}}', 'there is no family for unheard-of'],
  ['litellm', 'model_list: [{model_name: a, litellm_params: {model: azure/x}}]', 'base_url'],
])('%s %s: %s', async (source, text, message) => {
  const { code, said } = await imported(`fault-${message}`.replace(/\W/g, '-'), source, text);
  expect([code, said]).toEqual([1, expect.stringContaining(message)]);
});
