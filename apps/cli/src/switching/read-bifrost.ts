import {
  secretIn,
  variableNameOf,
  weightOf,
  type Draft,
  type DraftProvider,
  type SecretSource,
  type Target,
} from './draft.js';
import { familyOf } from './families.js';
import { Fields } from './fields.js';

const FROM_ENVIRONMENT = 'env.';
const OWN_STORES = 'the gateway has a database of its own: DATABASE_URL';

const REASONS: Readonly<Record<string, string>> = {
  auth_config: 'people sign in to the Console with accounts of their own',
  client: 'none of it changes what a call gets',
  concurrency_and_buffer_size: 'what a provider may be asked at once is bounded by itself',
  config_store: OWN_STORES,
  encryption_key: 'set GW_MASTER_KEY',
  framework: 'prices come with gw price import',
  id: 'the log names provider and model',
  logs_store: OWN_STORES,
  mcp: 'tool servers are providers of family mcp; see docs/tools.md',
  plugins: 'what plug-ins do is built in',
  vector_store: 'answers are found by equality alone: organisation.response_cache',
};

/** A provider of the settings and the key of Bifrost's that it has. */
interface KeyedProvider {
  readonly provider: DraftProvider;
  readonly keyId: string | undefined;
}
type Known = ReadonlyMap<string, readonly KeyedProvider[]>;

/** `config.json` of Bifrost. */
export function readBifrost(text: string, draft: Draft): void {
  const file = new Fields('', JSON.parse(text));
  file.take('$schema');
  const providers = file.fields('providers');
  const known = new Map<string, readonly KeyedProvider[]>();
  for (const name of providers.names)
    known.set(name, readProvider(providers.fields(name), name, draft));
  const governance = file.fields('governance');
  const budgets = byId(governance.list('budgets'));
  const limits = byId(governance.list('rate_limits'));
  const keys = governance.list('virtual_keys');
  for (const key of keys) readVirtualKey(key, known, { budgets, limits }, draft);
  if (keys.length === 0) draft.workload({ name: 'default', allowed: [], formerKey: 'none' });
  draft.leftOut.push(...file.untaken(REASONS));
}

const byId = (entries: readonly Fields[]): ReadonlyMap<string, Fields> =>
  new Map(entries.map((entry) => [entry.text('id') ?? '', entry]));

/** Each key of a provider there is a provider here; what several of them serve is an alias without prefix. */
function readProvider(fields: Fields, name: string, draft: Draft): readonly KeyedProvider[] {
  const address = fields.fields('network_config').text('base_url');
  const targets = new Map<string, Target[]>();
  const found = fields.list('keys').flatMap((key) => {
    const models = key.texts('models');
    const provider = readKey(key, name, models, address, draft);
    if (!provider) return [];
    if (models.length === 0 || models.includes('*')) provider.servesAll = true;
    for (const id of models.filter((model) => model !== '*')) {
      const target = draft.target(provider, { id }, weightOf(key.text('weight')));
      targets.set(id, [...(targets.get(id) ?? []), target]);
    }
    return [{ provider, keyId: key.text('id') ?? key.text('name') }];
  });
  for (const [model, shared] of targets) {
    if (shared.length < 2) continue;
    draft.aliases.push({ name: model, targets: shared, fallbacks: [] });
    draft.changed.push({
      path: fields.path,
      text: `${model} has several keys: asked for by that name, without ${name}/ before it, all of them serve it`,
    });
  }
  return found;
}

function readKey(
  key: Fields,
  name: string,
  models: readonly string[],
  address: string | undefined,
  draft: Draft,
): DraftProvider | undefined {
  const azure = key.fields('azure_key_config');
  const bedrock = key.fields('bedrock_key_config');
  const vertex = key.fields('vertex_key_config');
  const at = address ?? azure.text('endpoint');
  const family = familyOf(name, models[0] ?? '', at);
  if (family === undefined) {
    draft.leftOut.push({ path: key.path, text: `there is no family for ${name}` });
    return undefined;
  }
  for (const [model, deployment] of namesIn(azure.fields('deployments'))) {
    if (model === deployment) continue;
    draft.changed.push({
      path: azure.path,
      text: `${model} is deployed as ${deployment}: list it by that name, with an alias`,
    });
  }
  return draft.provider({
    family,
    name,
    baseUrl: at,
    apiVersion: azure.text('api_version'),
    region: bedrock.text('region') ?? vertex.text('region'),
    project: vertex.text('project_id'),
    secret: secretOf(key, bedrock, vertex, name),
  });
}

const namesIn = (fields: Fields): readonly (readonly [string, string])[] =>
  fields.names.map((name) => [name, fields.text(name) ?? ''] as const);

function secretOf(
  key: Fields,
  bedrock: Fields,
  vertex: Fields,
  name: string,
): SecretSource | undefined {
  const [id, secret] = [bedrock.text('access_key'), bedrock.text('secret_key')];
  if (id !== undefined || secret !== undefined) {
    return { kind: 'env', name: `AWS_CREDENTIAL_${variableNameOf(key.text('name') ?? name)}` };
  }
  const text = key.text('value') ?? vertex.text('auth_credentials');
  return text === undefined ? undefined : secretIn(text, FROM_ENVIRONMENT);
}

interface Limits {
  readonly budgets: ReadonlyMap<string, Fields>;
  readonly limits: ReadonlyMap<string, Fields>;
}

function readVirtualKey(
  key: Fields,
  known: Known,
  { budgets, limits }: Limits,
  draft: Draft,
): void {
  const name = key.text('name') ?? key.text('id') ?? 'key';
  const value = key.text('value');
  const isActive = key.take('is_active') !== false;
  const allowed = key.list('provider_configs').flatMap((one) => allowedOf(one, known));
  if (allowed.length === 0 || !isActive) {
    const text = isActive ? 'may ask for no provider of this file' : 'is switched off';
    draft.leftOut.push({ path: key.path, text: `${name} ${text}` });
    return;
  }
  const limit = limits.get(key.text('rate_limit_id') ?? '');
  const budget = budgets.get(key.text('budget_id') ?? '');
  draft.workload({
    name,
    rpm: perMinute(limit, 'request', draft),
    tpm: perMinute(limit, 'token', draft),
    budget:
      budget &&
      draft.budget(
        budget.text('max_limit'),
        budget.text('reset_duration'),
        `${budget.path}.reset_duration`,
      ),
    allowed,
    formerKey: value?.startsWith(FROM_ENVIRONMENT) ? value : `…${(value ?? name).slice(-4)}`,
  });
}

function allowedOf(config: Fields, known: Known): readonly (DraftProvider | Target)[] {
  config.take('weight');
  const ids = config.has('key_ids') ? new Set(config.texts('key_ids')) : undefined;
  const providers = (known.get(config.text('provider') ?? '') ?? [])
    .filter(({ keyId }) => !ids || ids.has('*') || ids.has(keyId ?? ''))
    .map(({ provider }) => provider);
  const models = config.texts('allowed_models');
  if (models.includes('*')) return providers;
  return providers.flatMap((provider) =>
    models
      .filter((model) => provider.servesAll || provider.models.has(model))
      .map((model) => ({ provider, model, weight: 1 })),
  );
}

/** Only what is counted by the minute is counted here. */
function perMinute(
  limit: Fields | undefined,
  what: 'request' | 'token',
  draft: Draft,
): number | undefined {
  const most = limit?.count(`${what}_max_limit`);
  const duration = limit?.text(`${what}_reset_duration`) ?? '1m';
  if (!limit || most === undefined) return undefined;
  if (duration === '1m') return most;
  draft.leftOut.push({
    path: `${limit.path}.${what}_max_limit`,
    text: `${most} in ${duration}: limits are counted by the minute; set rpm or tpm of the workload`,
  });
  return undefined;
}
