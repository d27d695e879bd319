import { SystemEntropy } from '#kernel';
import { generateVirtualKey } from '#workloads';
import { UPSTREAM_KEY } from './test-sandbox.js';

type Fields = Readonly<Record<string, unknown>>;

/** What a test says about its gateway; everything else is as `defaults` has it. */
export interface TestSettings {
  readonly organisation?: Fields;
  /** Of the provider `sandbox`, in the place of what it usually has. */
  readonly sandbox?: Fields;
  /** Of the provider `sandbox`, beside the usual ones: fault scripts, for instance. */
  readonly models?: readonly (string | (Fields & { readonly id: string }))[];
  /** Beside `sandbox`. `base_url` is the sandbox's unless another one is given; a path lies there, too. */
  readonly providers?: readonly (Fields & { readonly name: string })[];
  readonly aliases?: readonly Fields[];
  readonly exchange_rates?: readonly Fields[];
  /** In place of the only workload, `default`; each gets a key. */
  readonly workloads?: readonly (Fields & { readonly name: string })[];
}

/** A thousand nano-EUR for a token in, two thousand for a token out. */
export const PRICE = { currency: 'EUR', per: 1_000_000, input: '1.00', output: '2.00' };
export const NANO_IN = 1_000;
export const NANO_OUT = 2_000;

const MODELS = ['small', 'sandbox-chat', 'echo', 'reasoning', 'embedding', 'moderation', 'rerank'];
const FREE = ['free', 'transcribe', 'speech', 'image'];

export interface WrittenSettings {
  /** As GW_CONFIG_FILE holds it; JSON is YAML. */
  readonly text: string;
  /** The secrets that the settings name. */
  readonly variables: Readonly<Record<string, string>>;
  /** By workload. */
  readonly keys: ReadonlyMap<string, string>;
}

export function writeSettings(
  given: TestSettings,
  sandboxUrl: string,
  known: ReadonlyMap<string, string> = new Map(),
): WrittenSettings {
  const workloads = given.workloads ?? [{ name: 'default' }];
  const entropy = new SystemEntropy();
  const keys = new Map(
    workloads.map(({ name }) => [
      name,
      known.get(name) ?? generateVirtualKey('test', entropy).text,
    ]),
  );
  const sandbox = {
    name: 'sandbox',
    family: 'custom',
    serves_responses: true,
    secret: { env: 'UPSTREAM_KEY' },
    base_url: `${sandboxUrl}/v1`,
    location: { zone: 'LOCAL', guaranteed: true },
  };
  const models = [
    ...MODELS.map((id) => ({ id, price: PRICE })),
    ...FREE.map((id) => ({ id, price: 'free' })),
    { id: 'ocr', price: { currency: 'EUR', page: '0.002' } },
    ...(given.models ?? []).map((model) =>
      typeof model === 'string' ? { id: model, price: PRICE } : model,
    ),
  ];
  const settings = {
    apiVersion: 'gw/v1',
    organisation: { name: 'Test', protection: { mode: 'allow_log' }, ...given.organisation },
    providers: [
      { ...sandbox, ...given.sandbox, models },
      ...(given.providers ?? []).map((provider) => ({
        ...sandbox,
        models,
        ...(String(provider['family']).startsWith('vertex-') && vertexAt(sandboxUrl)),
        ...(provider['family'] === 'mistral' && { base_url: `${sandboxUrl}/mistral/v1` }),
        ...provider,
        ...addressIn(provider, sandboxUrl),
      })),
    ],
    aliases: given.aliases ?? [],
    exchange_rates: given.exchange_rates ?? [],
    workloads: workloads.map((workload) => ({
      ...workload,
      keys: [{ name: 'test', secret: { env: variableOf(workload.name) } }],
    })),
  };
  const variables = Object.fromEntries([...keys].map(([name, key]) => [variableOf(name), key]));
  return {
    text: JSON.stringify(settings),
    variables: { ...variables, UPSTREAM_KEY },
    keys,
  };
}

/** A path alone lies at the sandbox. */
function addressIn({ base_url: address }: Fields, sandboxUrl: string): Fields {
  return typeof address === 'string' && address.startsWith('/')
    ? { base_url: sandboxUrl + address }
    : {};
}

const vertexAt = (sandboxUrl: string) => ({
  region: 'europe-west4',
  project: 'a-project',
  token_url: `${sandboxUrl}/token`,
});

const variableOf = (workload: string): string =>
  `KEY_${workload.toUpperCase().replaceAll(/\W/g, '_')}`;
