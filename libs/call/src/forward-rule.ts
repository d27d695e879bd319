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
  '/v1/files/**',
  '/v1/uploads/**',
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
      !isPathWord(segment) &&
      !matching.some((rule) => rule.segments[index] === segment),
  );
}

const applies = (rule: ForwardRule, method: string, segments: readonly string[]): boolean =>
  (rule.methods.length === 0 || rule.methods.includes(method)) && fits(rule.segments, segments);

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  const isOpen = pattern.at(-1) === '**';
  const fixed = isOpen ? pattern.slice(0, -1) : pattern;
  if (isOpen ? segments.length < fixed.length : segments.length !== fixed.length) return false;
  return fixed.every((part, index) => part === '*' || part === segments[index]);
}

/** First words of paths that administer a provider's account, make keys to it, or run its server. */
const ADMINISTRATIVE: ReadonlySet<string> = new Set(
  `organization organizations organisation dashboard projects admin api_keys keys key auth login
  accounts account users user invites roles groups certificates audit_logs billing usage credits
  costs webhooks service_accounts workspaces chatkit realtime engines deployments
  load_lora_adapter unload_lora_adapter`.split(/\s+/),
);

/**
 * Paths that are never forwarded, whatever a workload may: those above, among them the ones that name
 * a model where nobody here reads it (`engines`, `deployments`) or hand out keys to talk past the
 * gateway (`realtime`, `chatkit`), and the permissions of fine-tuned models.
 */
export const isAdministrative = ([, first = '', second = '']: readonly string[]): boolean =>
  ADMINISTRATIVE.has(first.toLowerCase()) ||
  (first.toLowerCase() === 'fine_tuning' && second.toLowerCase() === 'checkpoints');
