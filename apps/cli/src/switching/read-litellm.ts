import { parseDocument } from 'yaml';
import {
  secretIn,
  weightOf,
  type Draft,
  type DraftProvider,
  type ModelSpec,
  type SecretSource,
  type Target,
} from './draft.js';
import { familyOf, makerOf } from './families.js';
import { Fields } from './fields.js';

const FROM_ENVIRONMENT = 'os.environ/';

/** Names of prices there and here; each is for one token, picture or second. */
const PRICES: readonly (readonly [theirs: string, ours: string])[] = [
  ['input_cost_per_token', 'input'],
  ['output_cost_per_token', 'output'],
  ['cache_read_input_token_cost', 'cache_read'],
  ['cache_creation_input_token_cost', 'cache_write_5m'],
  ['output_cost_per_reasoning_token', 'reasoning'],
  ['input_cost_per_image', 'image'],
  ['output_cost_per_image', 'image'],
  ['input_cost_per_second', 'second'],
];

const OWN_RETRIES = 'the gateway retries and pauses by its own rules; see docs/running.md';
const NO_CALLBACKS =
  'there are no callbacks: each call is an entry of the log, and metrics are at /metrics';

/** Why a setting has no place here, by its name. */
const REASONS: Readonly<Record<string, string>> = {
  alerting: 'alerts go out by mail and webhook: organisation.alerts',
  allowed_fails: OWN_RETRIES,
  cache:
    'answers are kept only where content is: organisation.content_retention_days and response_cache',
  cache_params: 'see response_cache',
  callbacks: NO_CALLBACKS,
  context_window_fallbacks:
    'a model whose window is too small is passed over by itself; list longer ones as fallbacks',
  cooldown_time: OWN_RETRIES,
  database_url: 'the gateway has a database of its own: DATABASE_URL',
  default_team_settings: 'there are no teams: a workload is what has keys, limits and a budget',
  drop_params: 'what a model does not take is dropped or refused by the rules of its family',
  environment_variables: 'set them where the gateway is started',
  failure_callback: NO_CALLBACKS,
  files_settings: 'files are forwarded to the provider that the caller names',
  finetune_settings: 'fine-tuning is forwarded to the provider that the caller names',
  guardrails: 'data protection is built in: organisation.protection; see docs/protection.md',
  id: 'the log names provider and model',
  metadata: 'there are no tags of deployments',
  mode: 'what a model does is known by what is asked of it',
  num_retries: OWN_RETRIES,
  order: 'list models that come second as fallbacks of the alias',
  pass_through_endpoints: 'paths are forwarded to providers: workloads[].forward',
  redis_host: 'set REDIS_URL',
  redis_password: 'set REDIS_URL',
  redis_port: 'set REDIS_URL',
  redis_url: 'set REDIS_URL',
  routing_strategy:
    'the cheapest of equals that is well is asked first; weights of an alias say otherwise',
  rpm: 'limits are those of workloads, not of deployments',
  set_verbose: 'set GW_LOG_LEVEL',
  store_model_in_db: 'models are added in the Console, and in this file',
  stream_timeout: OWN_RETRIES,
  success_callback: NO_CALLBACKS,
  telemetry: 'the gateway sends nothing to anybody',
  timeout: 'a workload has one time for all of its calls: upstream_timeout_seconds',
  tpm: 'limits are those of workloads, not of deployments',
};

/** Deployments of each name that callers ask for. */
type Groups = Map<string, Target[]>;

/**
 * `config.yaml` of a LiteLLM proxy.
 * @param keys what `GET /key/list?return_full_object=true` of it says, if there are keys to move
 */
export function readLitellm(text: string, keys: string | null, draft: Draft): void {
  const document = parseDocument(text, { uniqueKeys: true });
  const [fault] = document.errors;
  if (fault) throw fault;
  const file = new Fields('', document.toJS({ maxAliasCount: 100 }));
  const groups: Groups = new Map();
  for (const entry of file.list('model_list')) readDeployment(entry, groups, draft);
  const settings = file.fields('litellm_settings');
  const router = file.fields('router_settings');
  const general = file.fields('general_settings');
  const fallbacks = [settings, router].flatMap((fields) => fields.list('fallbacks'));
  const others = [settings, router].flatMap((fields) => fields.texts('default_fallbacks'));
  declareAliases(groups, fallbacks, others, draft);
  renameGroups(router.fields('model_group_alias'), draft);
  draft.cap = draft.budget(
    settings.text('max_budget'),
    settings.text('budget_duration'),
    `${settings.path}.budget_duration`,
    'the cap of the organisation',
  );
  const timeout = router.count('timeout') ?? settings.count('request_timeout');
  if (keys === null) {
    const master = general.text('master_key');
    draft.workload({
      name: 'default',
      allowed: [],
      timeoutSeconds: timeout,
      formerKey: shown(master),
    });
  } else readKeys(keys, timeout, draft);
  draft.leftOut.push(...file.untaken(REASONS));
}

function readDeployment(entry: Fields, groups: Groups, draft: Draft): void {
  const name = entry.text('model_name');
  const params = entry.fields('litellm_params');
  const info = entry.fields('model_info');
  const asked = params.text('model');
  if (name === undefined || asked === undefined) {
    draft.leftOut.push({ path: entry.path, text: 'it lacks model_name or litellm_params.model' });
    return;
  }
  const { provider: prefix, model } = partsOf(asked, params.text('custom_llm_provider'));
  const provider = providerOf(prefix, model, params, draft);
  if (!provider) return;
  if (model.includes('*')) return readWildcard(name, asked, provider, params.path, draft);
  if (model === '') {
    draft.leftOut.push({ path: `${params.path}.model`, text: `${asked} names no model` });
    return;
  }
  const target = draft.target(
    provider,
    modelOf(model, params, info),
    weightOf(params.text('weight')),
  );
  groups.set(name, [...(groups.get(name) ?? []), target]);
}

/** `azure/gpt-4o`; a bare name is that of its maker. */
function partsOf(asked: string, custom: string | undefined) {
  const slash = asked.indexOf('/');
  const prefix = slash < 0 ? undefined : asked.slice(0, slash);
  const provider = custom ?? prefix ?? makerOf(asked) ?? '';
  const rest = custom === undefined || prefix === custom ? asked.slice(slash + 1) : asked;
  // How the request is to be sent is the family's to know.
  return { provider, model: rest.replace(/^(?:converse|invoke|chat|responses)\//, '') };
}

function providerOf(
  prefix: string,
  model: string,
  params: Fields,
  draft: Draft,
): DraftProvider | undefined {
  const address = addressOf(params.text('api_base') ?? params.text('base_url'), params.path, draft);
  const version = params.text('api_version');
  const family = familyOf(prefix, model, address);
  if (family === undefined) {
    draft.leftOut.push({
      path: params.path,
      text: `there is no family for ${prefix === '' ? model : prefix}, and no api_base to ask it at`,
    });
    return undefined;
  }
  return draft.provider({
    family,
    name: family === 'custom' || prefix === '' ? hostOf(address) : prefix,
    baseUrl: address,
    apiVersion: family === 'azure' ? version : undefined,
    region: params.text('aws_region_name') ?? params.text('vertex_location'),
    project: params.text('vertex_project'),
    secret: secretOf(family, params, draft),
  });
}

function secretOf(family: string, params: Fields, draft: Draft): SecretSource | undefined {
  const [id, secret] = [params.text('aws_access_key_id'), params.text('aws_secret_access_key')];
  if (id !== undefined || secret !== undefined) {
    draft.changed.push({
      path: `${params.path}.aws_access_key_id`,
      text: 'one variable holds the whole credential: AWS_CREDENTIAL, an API key or what aws configure export-credentials prints',
    });
    return { kind: 'env', name: 'AWS_CREDENTIAL' };
  }
  const credentials = params.text('vertex_credentials');
  if (family.startsWith('vertex-')) {
    return credentials === undefined ? undefined : keyFileOf(credentials);
  }
  const key = params.text('api_key');
  if (key !== undefined) return secretIn(key, FROM_ENVIRONMENT);
  // What its SDK would look for.
  return WITHOUT_KEY.has(family) ? undefined : { kind: 'env', name: usualVariable(family) };
}

const WITHOUT_KEY: ReadonlySet<string> = new Set(['ollama', 'vllm', 'custom']);

const usualVariable = (family: string): string =>
  family === 'bedrock' ? 'AWS_CREDENTIAL' : `${family.toUpperCase()}_API_KEY`;

/** The path of one, its text, or the variable that holds that. */
function keyFileOf(text: string): SecretSource {
  const source = secretIn(text, FROM_ENVIRONMENT);
  return source.kind === 'env' || text.startsWith('{') ? source : { kind: 'file', path: text };
}

function addressOf(text: string | undefined, path: string, draft: Draft): string | undefined {
  if (text?.startsWith(FROM_ENVIRONMENT) !== true) return text;
  const name = text.slice(FROM_ENVIRONMENT.length);
  const value = draft.valueOf(name) ?? '';
  // What is written down is an address: another variable may be a secret.
  const isAddress = /^https?:/.test(value) && URL.canParse(value);
  draft.changed.push({
    path: `${path}.api_base`,
    text: isAddress
      ? `an address is no secret: it is written down as ${name} has it now`
      : `an address is no secret, and ${name} holds none here: set it and import again`,
  });
  return isAddress ? value : undefined;
}

const hostOf = (address: string | undefined): string =>
  address !== undefined && URL.canParse(address) ? new URL(address).hostname : 'custom';

function modelOf(id: string, params: Fields, info: Fields): ModelSpec {
  const prices = PRICES.flatMap(([theirs, ours]) => {
    const amount = params.text(theirs) ?? info.text(theirs);
    return amount === undefined ? [] : [[ours, amount] as const];
  });
  return {
    id,
    price: prices.length > 0 ? Object.fromEntries(prices) : undefined,
    contextTokens: info.count('max_input_tokens'),
    outputTokensMax: info.count('max_output_tokens') ?? info.count('max_tokens'),
  };
}

function readWildcard(
  name: string,
  asked: string,
  provider: DraftProvider,
  path: string,
  draft: Draft,
): void {
  provider.servesAll = true;
  if (name === asked) return;
  draft.changed.push({
    path,
    text: `${name} stood for ${asked}: callers name the provider, as in ${asked.replace('*', '<model>')}`,
  });
}

function declareAliases(
  groups: Groups,
  fallbacks: readonly Fields[],
  others: readonly string[],
  draft: Draft,
): void {
  const named = new Map(
    fallbacks.flatMap((entry) => entry.names.map((name) => [name, entry.texts(name)] as const)),
  );
  for (const name of named.keys()) {
    if (groups.has(name)) continue;
    draft.leftOut.push({ path: `fallbacks.${name}`, text: `${name} is not in model_list` });
  }
  for (const [name, targets] of groups) {
    const next = (named.get(name) ?? others).filter((other) => other !== name);
    // Their deployments, since two groups may stand in for each other, and aliases may not.
    const known = next.flatMap((other) => groups.get(other) ?? []);
    draft.aliases.push({ name, targets, fallbacks: known });
    for (const other of next.filter((one) => !groups.has(one))) {
      draft.leftOut.push({ path: `fallbacks.${name}`, text: `${other} is not in model_list` });
    }
  }
}

/** Other names of groups, each an alias with the same models. */
function renameGroups(aliases: Fields, draft: Draft): void {
  for (const name of aliases.names) {
    const wanted = aliases.text(name);
    const alias = draft.aliases.find((one) => one.name === wanted);
    if (alias) draft.aliases.push({ ...alias, name });
    else {
      draft.leftOut.push({
        path: `${aliases.path}.${name}`,
        text: 'it is no name of a group in model_list',
      });
    }
  }
}

/** Each key becomes a workload: here it is the workload that has limits, a budget and models. */
function readKeys(text: string, timeoutSeconds: number | undefined, draft: Draft): void {
  const file = new Fields('keys', JSON.parse(text));
  for (const key of file.list('keys')) readKey(key, timeoutSeconds, draft);
}

function readKey(key: Fields, timeoutSeconds: number | undefined, draft: Draft): void {
  const name = key.text('key_alias') ?? key.text('key_name') ?? 'key';
  const allowed = allowedBy(key.texts('models'), draft);
  if (key.take('blocked') === true || allowed === null) {
    const text = allowed === null ? 'may ask for no model of this file' : 'is blocked';
    draft.leftOut.push({ path: key.path, text: `${name} ${text}` });
    return;
  }
  draft.workload({
    name,
    rpm: key.count('rpm_limit'),
    tpm: key.count('tpm_limit'),
    budget: draft.budget(
      key.text('max_budget'),
      key.text('budget_duration'),
      `${key.path}.budget_duration`,
      `the budget of ${name}`,
    ),
    allowed,
    timeoutSeconds,
    formerKey: key.text('key_name') ?? name,
  });
}

const ALL_MODELS: ReadonlySet<string> = new Set(['*', 'all-proxy-models', 'all-team-models']);

/** Null where a key that is bound to some models would be bound to none, which here means all. */
function allowedBy(models: readonly string[], draft: Draft): readonly string[] | null {
  if (models.length === 0 || models.some((model) => ALL_MODELS.has(model))) return [];
  const known = models.filter((model) => draft.aliases.some(({ name }) => name === model));
  return known.length > 0 ? known : null;
}

/** Enough of a key to know it by. */
const shown = (key: string | undefined): string =>
  key === undefined || key.startsWith(FROM_ENVIRONMENT) ? (key ?? 'none') : `…${key.slice(-4)}`;
