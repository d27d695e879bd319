import { isPathWord } from './path-words.js';

/**
 * Which paths a workload may have forwarded that no model is priced for: `/v1/files/**`, or
 * `GET,DELETE /v1/responses/*` with the methods in front.
 */
export interface ForwardRule {
  /** Empty means any. */
  readonly methods: readonly string[];
  /** `*` stands for one segment; `**`, at the end only, for any number of them. */
  readonly segments: readonly string[];
}

/** Files and stored responses: what clients keep at a provider beside their calls. */
export const FORWARD_DEFAULT: readonly string[] = [
  'POST /v1/files',
  'GET,HEAD /v1/files/**',
  'DELETE /v1/files/*',
  'POST /v1/uploads',
  'GET,HEAD /v1/uploads/*',
  'POST /v1/uploads/*/parts',
  'POST /v1/uploads/*/complete',
  'POST /v1/uploads/*/cancel',
  'GET,HEAD,DELETE /v1/responses/*',
  'GET,HEAD /v1/responses/*/input_items',
  'POST /v1/responses/*/cancel',
];

const METHOD = '(?:GET|HEAD|POST|PUT|PATCH|DELETE)';
const PATTERN = new RegExp(
  `^(?:(${METHOD}(?:,${METHOD})*) )?/(v1(?:/(?:[a-z0-9_][a-z0-9_.:-]*|\\*))*(?:/\\*\\*)?)$`,
);

/** Undefined for what is no pattern. */
export function readForwardRule(text: string): ForwardRule | undefined {
  const [, methods, path] = PATTERN.exec(text) ?? [];
  if (path === undefined) return undefined;
  return { methods: methods?.split(',') ?? [], segments: path.split('/') };
}

export const isForwarded = (
  rules: readonly ForwardRule[],
  method: string,
  segments: readonly string[],
): boolean => rules.some((rule) => applies(rule, method, segments));

/**
 * The ids in a path: what is no word of any provider's interface, nor of the rule that allows it. What
 * stands behind the version names a collection.
 */
export function idsInPath(
  rules: readonly ForwardRule[],
  method: string,
  segments: readonly string[],
): readonly string[] {
  const matching = rules.filter((rule) => applies(rule, method, segments));
  return segments.filter(
    (segment, index) =>
      index >= 2 &&
      !(isPathWord(segment) && !standsForId(segments, index)) &&
      !matching.some((rule) => rule.segments[index] === segment),
  );
}

/** What stands behind a collection is an object of it, whatever word it is: `/v1/files/search`. */
const standsForId = (segments: readonly string[], index: number): boolean =>
  COLLECTIONS.has(segments[index - 1] ?? '') &&
  !BEHIND_COLLECTIONS.has(`${segments[index - 1]}/${segments[index]}`);
const COLLECTIONS: ReadonlySet<string> = new Set(
  `files uploads responses batches containers conversations vector_stores assistants threads evals
  videos jobs runs file_batches`.split(/\s+/),
);
const BEHIND_COLLECTIONS: ReadonlySet<string> = new Set([
  'responses/compact',
  'responses/input_tokens',
  'threads/runs',
  'videos/characters',
  'videos/edits',
]);

const applies = (rule: ForwardRule, method: string, segments: readonly string[]): boolean =>
  (rule.methods.length === 0 || rule.methods.includes(method)) && fits(rule.segments, segments);

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  const isOpen = pattern.at(-1) === '**';
  const fixed = isOpen ? pattern.slice(0, -1) : pattern;
  if (isOpen ? segments.length < fixed.length : segments.length !== fixed.length) return false;
  // A wildcard opens what is known. What no list of words has may administer the provider: it is named.
  const isNamed = fixed.length > 1 && fixed[1] !== '*';
  if (!isNamed && segments.length > 1 && !isPathWord(segments[1] ?? '')) return false;
  return fixed.every((part, index) => part === '*' || part === segments[index]);
}

/** Without case and separators, and of one as of many: `api-keys` is `apikey`. */
const folded = (word: string): string =>
  word
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/s$/, '');

/** Words in paths that administer a provider's account, make keys to it, or run its server. */
const ADMINISTRATIVE: ReadonlySet<string> = new Set(
  `organization organisation org dashboard project admin administration management manage api_key key
  secret credential token access_token service_token auth oauth oauth2 login logout sso saml scim
  account me user member team tenant customer invite invitation role group permission policy certificate
  audit_log billing usage credit cost budget limit rate_limit quota payment invoice subscription plan
  checkout webhook service_account workspace setting config configuration preference chatkit realtime
  engine deployment load_lora_adapter unload_lora_adapter`
    .split(/\s+/)
    .map(folded),
);

/**
 * Paths that are never forwarded, whatever a workload may: those with a word from above, among them
 * the ones that name a model where nobody here reads it (`engines`, `deployments`) or hand out keys to
 * talk past the gateway (`realtime`, `chatkit`), and the permissions of fine-tuned models.
 */
export const isAdministrative = ([, ...words]: readonly string[]): boolean =>
  words.some((word) => ADMINISTRATIVE.has(folded(word))) ||
  (folded(words[0] ?? '') === 'finetuning' && folded(words[1] ?? '') === 'checkpoint');
