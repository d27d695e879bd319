import { refuse, runAtOnce } from '#kernel';
import { LOCAL_PROVIDER, modelNameOf, type Principal } from '#call';
import type { Rules } from './rules.js';

/** Route knows no longer ones; what is refused for its length is in no log. */
const NAME_CHARS_MAX = 1_024;

/**
 * The name of a model goes to its provider and into the log as it is. One that the settings do not know is
 * a text of its caller's, so whatever the mode is, a value in it makes it no name.
 * @throws model_unknown
 */
export function refuseValueInModel(
  { policy, own, scan }: Rules,
  of: Principal,
  name: string,
): void {
  if (name.length > NAME_CHARS_MAX || isConfigured(of, name.trim())) return;
  const { findings, hasUnread } = runAtOnce(scan(name, { terms: null, own, withoutNames: true }));
  const isNone = findings.some((finding) => policy.decide(finding, name)) || hasUnread;
  if (!isNone && !BLANK.test(name.trim())) return;
  throw refuse('model_unknown', {
    param: 'model',
    message: 'There is no model of this name. GET /v1/models lists the models of this key.',
  });
}

const BLANK = /\s/;

function isConfigured({ organisation, workload }: Principal, name: string): boolean {
  if (workload.aliases.has(name) || organisation.aliases.has(name)) return true;
  const { provider: prefix, id } = modelNameOf(name);
  const provider =
    prefix === LOCAL_PROVIDER.name ? LOCAL_PROVIDER : organisation.providers.get(prefix);
  return provider?.models.has(id) ?? false;
}
