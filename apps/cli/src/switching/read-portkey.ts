import { variableNameOf, weightOf, type Draft, type SecretSource, type Target } from './draft.js';
import { familyOf, providerWithin } from './families.js';
import { Fields } from './fields.js';

const NO_GUARDRAILS =
  'data protection is built in: organisation.protection; see docs/protection.md';
const OWN_RETRIES = 'the gateway retries and pauses by its own rules; see docs/running.md';

const REASONS: Readonly<Record<string, string>> = {
  cache:
    'answers are kept only where content is: organisation.content_retention_days and response_cache',
  after_request_hooks: NO_GUARDRAILS,
  before_request_hooks: NO_GUARDRAILS,
  conditions: 'a model is chosen by its name alone: each branch is an alias of its own',
  default: 'a model is chosen by its name alone: each branch is an alias of its own',
  forward_headers: 'headers of callers go to no provider but those that its format has',
  input_guardrails: NO_GUARDRAILS,
  metadata: 'a call is told apart by its key and its workload',
  on_status_codes: OWN_RETRIES,
  output_guardrails: NO_GUARDRAILS,
  retry: OWN_RETRIES,
};

interface Branch {
  readonly targets: readonly Target[];
  readonly fallbacks: readonly Target[];
}

const NOTHING: Branch = { targets: [], fallbacks: [] };

/** A config of Portkey, as its page shows it. @param name of the alias that does what the config did */
export function readPortkey(text: string, name: string, draft: Draft): void {
  const config = new Fields('', JSON.parse(text));
  const branch = readBranch(config, draft);
  if (branch.targets.length > 0) draft.aliases.push({ name, ...branch });
  const timeoutMs = config.count('request_timeout');
  draft.workload({
    name: 'default',
    allowed: [],
    timeoutSeconds: timeoutMs === undefined ? undefined : Math.ceil(timeoutMs / 1_000),
    formerKey: 'the API key of Portkey',
  });
  draft.leftOut.push(...config.untaken(REASONS));
}

function readBranch(config: Fields, draft: Draft): Branch {
  const inner = config.list('targets');
  const mode = config.fields('strategy').text('mode') ?? 'single';
  if (inner.length === 0) return readTarget(config, draft);
  const branches = inner.map((one) => readBranch(one, draft));
  if (mode === 'conditional') {
    inner.forEach((one, place) => {
      const name = one.text('name');
      const branch = branches[place] ?? NOTHING;
      if (name !== undefined && branch.targets.length > 0) draft.aliases.push({ name, ...branch });
    });
    return NOTHING;
  }
  if (mode === 'loadbalance') {
    return {
      targets: branches.flatMap(({ targets }, place) => {
        const weight = inner[place]?.text('weight');
        if (Number(weight ?? '1') === 0) return [];
        return targets.map((target) => ({ ...target, weight: weightOf(weight) }));
      }),
      fallbacks: branches.flatMap(({ fallbacks }) => fallbacks),
    };
  }
  const [first = NOTHING, ...rest] = branches;
  return {
    targets: first.targets,
    fallbacks: [
      ...first.fallbacks,
      ...rest.flatMap(({ targets, fallbacks }) => [...targets, ...fallbacks]),
    ],
  };
}

function readTarget(config: Fields, draft: Draft): Branch {
  const override = config.fields('override_params');
  const [said, model] = providerAndModel(config.text('provider'), override.text('model'));
  const virtual = config.text('virtual_key');
  const slug = (said ?? virtual)?.replace(/^@/, '');
  if (slug === undefined) return NOTHING;
  const address = config.text('custom_host') ?? azureAddress(config);
  // A virtual key or an integration is called as somebody liked.
  const family = familyOf(providerWithin(slug), model ?? '', address);
  if (family === undefined) {
    draft.leftOut.push({ path: config.path, text: `there is no family for ${slug}` });
    return NOTHING;
  }
  const provider = draft.provider({
    family,
    name: slug,
    baseUrl: address,
    apiVersion: config.text('azure_api_version'),
    region: config.text('aws_region') ?? config.text('vertex_region'),
    project: config.text('vertex_project_id'),
    secret: secretOf(config, slug),
  });
  if (model === undefined) {
    provider.servesAll = true;
    draft.changed.push({
      path: config.path,
      text: `it names no model: callers ask for ${provider.name}/<model>`,
    });
    return NOTHING;
  }
  return { targets: [draft.target(provider, { id: model })], fallbacks: [] };
}

/** `@openai-prod/gpt-4o` names both. */
function providerAndModel(
  provider: string | undefined,
  model: string | undefined,
): readonly [string | undefined, string | undefined] {
  const parts = /^(@[^/]+)\/(.+)$/.exec(model ?? '');
  return parts ? [parts[1], parts[2]] : [provider, model];
}

function azureAddress(config: Fields): string | undefined {
  const resource = config.text('azure_resource_name');
  return resource === undefined ? undefined : `https://${resource}.openai.azure.com`;
}

/** What is in Portkey's vault comes out of it by hand. */
function secretOf(config: Fields, slug: string): SecretSource {
  const typed = config.text('api_key');
  return typed === undefined
    ? { kind: 'env', name: `${variableNameOf(slug)}_API_KEY` }
    : { kind: 'typed', value: typed };
}
