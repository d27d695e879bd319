import { SANDBOX_FAMILY } from '#call';

/** The environment variables that bring a provider of the first organisation: its name is its family's. */
const FOUND: ReadonlyMap<string, string> = new Map([
  ['OPENAI_API_KEY', 'openai'],
  ['GROQ_API_KEY', 'groq'],
  ['DEEPSEEK_API_KEY', 'deepseek'],
  ['XAI_API_KEY', 'xai'],
  ['OPENROUTER_API_KEY', 'openrouter'],
  ['CEREBRAS_API_KEY', 'cerebras'],
  ['MISTRAL_API_KEY', 'mistral'],
  ['COHERE_API_KEY', 'cohere'],
]);

const SANDBOX_MODELS = [
  'sandbox-chat',
  'small',
  'echo',
  'reasoning',
  'embedding',
  'moderation',
  'rerank',
];
const SANDBOX_FREE = ['free', 'transcribe', 'speech', 'image'];

/** Made-up prices, so that budgets and the ledger can be tried without spending anything. */
const SANDBOX_PRICE = { currency: 'EUR', per: 1_000_000, input: '0.10', output: '0.40' };
const SANDBOX_PAGE = { currency: 'EUR', page: '0.002' };

export const FIRST_WORKLOAD = 'default';

/**
 * Settings of a fresh instance: one organisation with careful defaults, the sandbox, and a provider
 * for each key that the environment holds. Its prices come with `gw price import`.
 */
export function defaultSettings(
  sandboxUrl: string,
  keyVariable: string,
  has: (variable: string) => boolean,
): object {
  return {
    apiVersion: 'gw/v1',
    organisation: {
      name: 'Default',
      currency: 'EUR',
      time_zone: 'UTC',
      protection: { mode: 'tokenize' },
      residency: { mode: 'report' },
    },
    providers: [
      {
        name: 'sandbox',
        family: SANDBOX_FAMILY,
        base_url: `${sandboxUrl}/v1`,
        location: { zone: 'LOCAL', guaranteed: true },
        models: [
          ...SANDBOX_MODELS.map((id) => ({ id, price: SANDBOX_PRICE })),
          ...SANDBOX_FREE.map((id) => ({ id, price: 'free' })),
          { id: 'ocr', price: SANDBOX_PAGE },
        ],
      },
      ...[...FOUND]
        .filter(([env]) => has(env))
        .map(([env, family]) => ({ name: family, family, secret: { env } })),
    ],
    workloads: [
      {
        name: FIRST_WORKLOAD,
        budget: { amount: '10.00', period: 'monthly' },
        keys: [{ name: 'first', secret: { env: keyVariable } }],
      },
    ],
  };
}
