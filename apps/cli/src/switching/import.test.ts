import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SystemEntropy } from '#kernel';
import { FAMILIES } from '#providers';
import { readSettingsFile } from '#workloads';
import { Draft } from './draft.js';
import { readBifrost } from './read-bifrost.js';
import { readLitellm } from './read-litellm.js';
import { readOpenrouter } from './read-openrouter.js';
import { readPortkey } from './read-portkey.js';
import { writeReport } from './write-report.js';
import { writeSettings } from './write-settings.js';

interface Settings {
  readonly organisation: object;
  readonly providers: readonly Readonly<Record<string, unknown>>[];
  readonly aliases?: readonly { readonly name: string }[];
  readonly workloads: readonly Readonly<Record<string, unknown>>[];
}

const ENVIRONMENT: Readonly<Record<string, string>> = { AZURE_BASE: 'https://e.openai.azure.com/' };

/** What a reader makes of a file, held to what the gateway takes. */
function imported(read: (draft: Draft) => void, sandbox?: string) {
  const draft = new Draft(new SystemEntropy(), (name) => ENVIRONMENT[name]);
  read(draft);
  const text = writeSettings(draft, { organisation: 'Example', sandbox });
  readSettingsFile(text, FAMILIES);
  const remarks = Object.fromEntries(
    [...draft.changed, ...draft.leftOut].map(({ path, text: why }) => [path, why]),
  );
  return {
    draft,
    settings: parse(text) as Settings,
    remarks,
    report: writeReport(draft, 'a file'),
  };
}

const fromLitellm = (text: string, keys: object | null = null, sandbox?: string) =>
  imported((draft) => readLitellm(text, keys && JSON.stringify(keys), draft), sandbox);

describe('LiteLLM', () => {
  it('groups become aliases with weights, fallbacks their deployments, and prices stay exact', () => {
    const { settings, draft } = fromLitellm(`
model_list:
  - model_name: chat
    litellm_params: { model: azure/gpt-4o-eu, api_base: https://eu.openai.azure.com/, api_key: os.environ/AZURE_EU, weight: 3 }
  - model_name: chat
    litellm_params: { model: azure/gpt-4o-us, api_base: https://us.openai.azure.com/, api_key: os.environ/AZURE_US }
  - model_name: claude
    litellm_params:
      model: anthropic/claude-sonnet-4-5
      api_key: sk-ant-typed-into-the-file
    model_info: { input_cost_per_token: 0.000003, output_cost_per_token: 1.5e-05, max_input_tokens: 200000 }
router_settings:
  fallbacks: [{ chat: [claude] }, { claude: [chat] }]
  timeout: 30
`);
    expect(settings.providers).toMatchObject([
      {
        name: 'azure',
        family: 'azure',
        base_url: 'https://eu.openai.azure.com',
        secret: { env: 'AZURE_EU' },
      },
      { name: 'azure-2', base_url: 'https://us.openai.azure.com', secret: { env: 'AZURE_US' } },
      {
        name: 'anthropic',
        secret: { env: 'ANTHROPIC_API_KEY' },
        models: [
          {
            id: 'claude-sonnet-4-5',
            price: { currency: 'USD', per: 1, input: '0.000003', output: '0.000015' },
            context_tokens: 200_000,
          },
        ],
      },
    ]);
    expect(settings.aliases).toEqual([
      {
        name: 'chat',
        targets: [
          { model: 'azure/gpt-4o-eu', weight: 3 },
          { model: 'azure-2/gpt-4o-us', weight: 1 },
        ],
        fallbacks: ['anthropic/claude-sonnet-4-5'],
      },
      {
        name: 'claude',
        targets: [{ model: 'anthropic/claude-sonnet-4-5', weight: 1 }],
        fallbacks: ['azure/gpt-4o-eu', 'azure-2/gpt-4o-us'],
      },
    ]);
    expect(settings.workloads).toMatchObject([{ name: 'default', upstream_timeout_seconds: 30 }]);
    expect(draft.variables.get('ANTHROPIC_API_KEY')).toBe('sk-ant-typed-into-the-file');
    expect(draft.variables.get('AZURE_EU')).toBeNull();
  });

  it('wildcards serve all, and what callers ask for stays what it is called', () => {
    const { settings, remarks } = fromLitellm(`
model_list:
  - { model_name: "*", litellm_params: { model: openai/*, api_key: os.environ/OPENAI_API_KEY } }
  - { model_name: groq/*, litellm_params: { model: groq/*, api_key: os.environ/GROQ_API_KEY } }
  - { model_name: groq/llama-4, litellm_params: { model: groq/llama-4, api_key: os.environ/GROQ_API_KEY } }
  - { model_name: anthropic/claude-opus, litellm_params: { model: bedrock/converse/eu.anthropic.claude-opus-4-6, aws_region_name: eu-central-1, aws_access_key_id: a, aws_secret_access_key: b } }
  - { model_name: direct, litellm_params: { model: anthropic/claude-haiku-4-5 } }
`);
    expect(settings.providers.map(({ name, models }) => [name, models])).toMatchObject([
      ['openai', undefined],
      ['groq', undefined],
      ['bedrock', [{ id: 'eu.anthropic.claude-opus-4-6' }]],
      ['anthropic-direct', [{ id: 'claude-haiku-4-5' }]],
    ]);
    expect(settings.aliases?.map(({ name }) => name)).toEqual(['anthropic/claude-opus', 'direct']);
    expect(remarks['model_list[0].litellm_params']).toContain('as in openai/<model>');
    expect(remarks['model_list[3].litellm_params.aws_access_key_id']).toContain('one variable');
    expect(JSON.stringify(settings)).not.toContain('"b"');
  });

  it('keys become workloads; one that would be bound to nothing is left out', () => {
    const models = 'model_list: [{ model_name: chat, litellm_params: { model: openai/gpt-4o } }]';
    const key = (more: object) => ({ key_name: 'sk-...1234', models: [], ...more });
    const { settings, remarks, draft, report } = fromLitellm(models, {
      keys: [
        key({
          key_alias: 'team a',
          max_budget: 12.5,
          budget_duration: '30d',
          rpm_limit: 10,
          models: ['chat'],
        }),
        key({
          key_alias: 'team a',
          max_budget: 1,
          budget_duration: '7d',
          models: ['all-proxy-models'],
        }),
        key({ key_alias: 'stranger', models: ['gone'] }),
        key({ key_alias: 'barred', blocked: true }),
      ],
    });
    expect(settings.workloads).toMatchObject([
      {
        name: 'team-a',
        rpm: 10,
        budget: { amount: '12.5', period: 'monthly' },
        allowed_models: ['chat'],
      },
      { name: 'team-a-2', budget: { amount: '1', period: 'monthly' } },
    ]);
    expect(settings.workloads[1]).not.toHaveProperty('allowed_models');
    expect(remarks).toMatchObject({
      'keys.keys[1].budget_duration': '7d: the budget of team a is monthly',
      'keys.keys[2]': 'stranger may ask for no model of this file',
      'keys.keys[3]': 'barred is blocked',
    });
    const secret = draft.variables.get('GW_KEY_TEAM_A') ?? '';
    expect(secret).toMatch(/^gw_live_/);
    expect(report).toContain('| sk-...1234 | team-a | `GW_KEY_TEAM_A` |');
    expect(report + JSON.stringify(settings)).not.toContain(secret);
  });

  it('the budget of all keys together is the cap of the organisation', () => {
    const models = 'model_list: [{ model_name: chat, litellm_params: { model: openai/gpt-4o } }]';
    const budget = 'litellm_settings: { max_budget: 100, budget_duration: 30d }';
    const { settings, remarks } = fromLitellm(`${models}\n${budget}`);
    expect(settings.organisation).toMatchObject({ cap: { amount: '100', period: 'monthly' } });
    expect(Object.keys(remarks)).not.toContain('litellm_settings.max_budget');
    expect(fromLitellm(models).settings.organisation).not.toHaveProperty('cap');
  });

  it('says of each setting that has no place here why, and of those it does not know that', () => {
    const { remarks, settings } = fromLitellm(`
model_list:
  - { model_name: a, litellm_params: { model: openai/gpt-4o, rpm: 5, odd: 1 } }
  - { model_name: b, litellm_params: { model: sagemaker/llama } }
  - { model_name: c, litellm_params: { model: openai/own, api_base: https://llm.example.org/v1, api_key: none } }
  - { model_name: d, litellm_params: { model: azure/d, api_base: os.environ/AZURE_BASE } }
litellm_settings: { num_retries: 5, drop_params: true, odd: { deep: 1 } }
general_settings: { master_key: sk-1234, database_url: postgres://u:p@h/d }
`);
    expect(remarks).toMatchObject({
      'model_list[0].litellm_params.rpm': 'limits are those of workloads, not of deployments',
      'model_list[0].litellm_params.odd': 'not known to this import',
      'model_list[1].litellm_params':
        'there is no family for sagemaker, and no api_base to ask it at',
      'litellm_settings.odd': 'not known to this import',
      'general_settings.database_url': 'the gateway has a database of its own: DATABASE_URL',
    });
    expect(JSON.stringify(remarks)).not.toContain('u:p@h');
    expect(settings.providers.at(-1)).toMatchObject({ base_url: 'https://e.openai.azure.com' });
  });

  it('loses no share, no name that stands in, and no key in silence', () => {
    const { settings, remarks, draft } = fromLitellm(
      `
model_list:
  - { model_name: a, litellm_params: { model: openai/gpt-4o, weight: 0.7 } }
  - { model_name: a, litellm_params: { model: azure/x, api_base: https://e.openai.azure.com, weight: 0.3 } }
  - { model_name: many, litellm_params: { model: openai/gpt-4o } }
${Array.from({ length: 17 }, (_, at) => `  - { model_name: next, litellm_params: { model: openai/m${at} } }`).join('\n')}
router_settings: { fallbacks: [{ many: [next] }, { ghost: [a] }] }
`,
      {
        keys: [
          { key_alias: 'a-b', models: [] },
          { key_alias: 'a.b', models: [] },
        ],
      },
    );
    expect(settings.aliases?.[0]).toMatchObject({ targets: [{ weight: 70 }, { weight: 30 }] });
    expect(draft.workloads.map(({ variable }) => variable)).toEqual(['GW_KEY_A_B', 'GW_KEY_A_B_2']);
    expect(remarks).toMatchObject({
      'fallbacks.ghost': 'ghost is not in model_list',
      'many.fallbacks': 'the first 16 of 17 models stand in',
      next: 'the first 16 of 17 models serve it',
    });
  });

  it('is tried at the sandbox first, where the names that callers use lead to what answers by itself', () => {
    const { settings } = fromLitellm(
      `
model_list:
  - { model_name: gpt-4o, litellm_params: { model: openai/gpt-4o } }
  - { model_name: mistral/mistral-large, litellm_params: { model: mistral/mistral-large } }
  - { model_name: embed, litellm_params: { model: openai/text-embedding-3-small } }
`,
      null,
      'http://127.0.0.1:9901',
    );
    expect(settings.providers).toEqual([
      {
        name: 'openai',
        family: 'openai',
        base_url: 'http://127.0.0.1:9901/v1',
        secret: { env: 'GW_SANDBOX_KEY' },
        models: [
          { id: 'gpt-4o-echo', price: 'free' },
          { id: 'text-embedding-3-small-embedding', price: 'free' },
        ],
      },
      {
        name: 'mistral-direct',
        family: 'mistral',
        base_url: 'http://127.0.0.1:9901/mistral/v1',
        secret: { env: 'GW_SANDBOX_KEY' },
        models: [{ id: 'mistral-large-echo', price: 'free' }],
      },
    ]);
  });
});

const fromPortkey = (config: object) =>
  imported((draft) => readPortkey(JSON.stringify(config), 'default', draft));

describe('Portkey', () => {
  it('a fallback of a balanced pair is one alias', () => {
    const { settings, remarks } = fromPortkey({
      strategy: { mode: 'fallback', on_status_codes: [429] },
      request_timeout: 20_000,
      retry: { attempts: 3 },
      targets: [
        {
          strategy: { mode: 'loadbalance' },
          targets: [
            {
              provider: 'openai',
              api_key: 'typed',
              weight: 0.7,
              override_params: { model: 'gpt-4o' },
            },
            {
              virtual_key: 'azure-prod',
              azure_resource_name: 'eu',
              weight: 0.3,
              override_params: { model: 'gpt-4o' },
            },
          ],
        },
        { override_params: { model: '@anthropic-prod/claude-sonnet-4-5' } },
      ],
    });
    expect(settings.aliases).toEqual([
      {
        name: 'default',
        targets: [
          { model: 'openai/gpt-4o', weight: 70 },
          { model: 'azure-prod/gpt-4o', weight: 30 },
        ],
        fallbacks: ['anthropic-prod/claude-sonnet-4-5'],
      },
    ]);
    expect(settings.providers[1]).toMatchObject({
      family: 'azure',
      base_url: 'https://eu.openai.azure.com',
      secret: { env: 'AZURE_PROD_API_KEY' },
    });
    expect(settings.workloads).toMatchObject([{ upstream_timeout_seconds: 20 }]);
    expect(remarks['retry']).toContain('retries and pauses by its own rules');
  });

  it('branches of a condition are aliases of their own', () => {
    const { settings, remarks } = fromPortkey({
      strategy: { mode: 'conditional', conditions: [{ query: {} }], default: 'fast' },
      targets: [{ name: 'fast', provider: 'groq', override_params: { model: 'llama-4' } }],
    });
    expect(settings.aliases?.map(({ name }) => name)).toEqual(['fast']);
    expect(remarks['strategy.conditions']).toContain('each branch is an alias');
  });
});

describe('Bifrost', () => {
  it('keys of providers and virtual keys with what they are bound to', () => {
    const { settings, remarks } = imported((draft) =>
      readBifrost(
        JSON.stringify({
          providers: {
            openai: {
              keys: [
                { id: 'k1', name: 'one', value: 'env.OPENAI_ONE', models: ['gpt-4o'], weight: 0.5 },
                { id: 'k2', name: 'two', value: 'env.OPENAI_TWO', models: ['gpt-4o'], weight: 0.5 },
              ],
            },
            anthropic: { keys: [{ id: 'k3', name: 'c', value: 'env.ANTHROPIC', models: ['*'] }] },
          },
          governance: {
            budgets: [{ id: 'b', max_limit: 20, reset_duration: '1M' }],
            rate_limits: [
              {
                id: 'r',
                request_max_limit: 9,
                request_reset_duration: '1m',
                token_max_limit: 5,
                token_reset_duration: '1h',
              },
            ],
            virtual_keys: [
              {
                id: 'sk-bf-abcd1234',
                name: 'app',
                value: 'sk-bf-abcd1234',
                budget_id: 'b',
                rate_limit_id: 'r',
                provider_configs: [
                  { provider: 'openai', key_ids: ['k2'], allowed_models: ['gpt-4o'], weight: 1 },
                  { provider: 'anthropic', allowed_models: ['*'] },
                ],
              },
              {
                id: 'x',
                name: 'off',
                is_active: false,
                provider_configs: [{ provider: 'anthropic', allowed_models: ['*'] }],
              },
              {
                id: 'y',
                name: 'none',
                provider_configs: [{ provider: 'openai', allowed_models: [] }],
              },
            ],
          },
        }),
        draft,
      ),
    );
    expect(settings.workloads).toEqual([
      {
        name: 'app',
        rpm: 9,
        budget: { amount: '20', period: 'monthly' },
        allowed_models: ['openai-2/gpt-4o', 'anthropic/*'],
        keys: [{ name: 'app', secret: { env: 'GW_KEY_APP' } }],
      },
    ]);
    expect(settings.aliases).toEqual([
      {
        name: 'gpt-4o',
        targets: [
          { model: 'openai/gpt-4o', weight: 50 },
          { model: 'openai-2/gpt-4o', weight: 50 },
        ],
      },
    ]);
    expect(remarks).toMatchObject({
      'governance.virtual_keys[1]': 'off is switched off',
      'governance.virtual_keys[2]': 'none may ask for no provider of this file',
    });
    expect(remarks['governance.rate_limits[0].token_max_limit']).toContain('5 in 1h');
  });
});

it('OpenRouter: models keep their names, and those that may stand in are fallbacks', () => {
  const { settings, remarks } = imported((draft) =>
    readOpenrouter(
      JSON.stringify({
        model: 'anthropic/claude-sonnet-4.5',
        models: ['openai/gpt-4o'],
        provider: { order: ['anthropic'] },
        messages: [],
      }),
      draft,
    ),
  );
  expect(settings.aliases).toEqual([
    {
      name: 'anthropic/claude-sonnet-4.5',
      targets: [{ model: 'openrouter/anthropic/claude-sonnet-4.5', weight: 1 }],
      fallbacks: ['openrouter/openai/gpt-4o'],
    },
  ]);
  expect(remarks['requests[0].provider.order']).toContain('for OpenRouter to choose');
});
