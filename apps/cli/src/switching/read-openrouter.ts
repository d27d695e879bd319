import type { Draft } from './draft.js';
import { Fields } from './fields.js';

const ITS_HOSTS =
  'which of its hosts serves a model is for OpenRouter to choose; name providers of your own to choose yourself';
const RESIDENCY =
  'where data may go is what residency says: organisation.residency and providers[].location';

const REASONS: Readonly<Record<string, string>> = {
  order: ITS_HOSTS,
  only: ITS_HOSTS,
  ignore: ITS_HOSTS,
  data_collection: RESIDENCY,
  zdr: RESIDENCY,
  sort: 'the cheapest of equals that is well is asked first',
  transforms: 'a conversation is sent as it is',
  plugins: 'plug-ins are asked for by the caller, and have a price of their own',
  messages: 'a request is read for its models alone',
};

/**
 * A request to OpenRouter, whose `model` and `models` are what clients ask for today, or a list of such requests.
 * Its models keep their names.
 */
export function readOpenrouter(text: string, draft: Draft): void {
  const parsed: unknown = JSON.parse(text);
  const provider = draft.provider({
    family: 'openrouter',
    name: 'openrouter',
    secret: { kind: 'env', name: 'OPENROUTER_API_KEY' },
  });
  const file = new Fields('', { requests: Array.isArray(parsed) ? parsed : [parsed] });
  for (const request of file.list('requests')) {
    const [first, ...rest] = [
      ...new Set([request.text('model') ?? [], request.texts('models')].flat()),
    ];
    request.fields('provider');
    if (first === undefined) continue;
    const [target, ...fallbacks] = [first, ...rest].map((id) => draft.target(provider, { id }));
    const isKnown = draft.aliases.some(({ name }) => name === first);
    if (target && !isKnown) draft.aliases.push({ name: first, targets: [target], fallbacks });
  }
  draft.workload({ name: 'default', allowed: [], formerKey: 'the API key of OpenRouter' });
  draft.leftOut.push(...file.untaken(REASONS));
}
