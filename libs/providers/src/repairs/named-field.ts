import type { ProviderError } from '#wire';

/** Codes of errors whose `param` names a member that is not known or not taken. */
const CODES: ReadonlySet<string> = new Set(['unsupported_parameter', 'unknown_parameter']);
/** Of validators that tell the place apart (Mistral, FastAPI): of the first fault, which `param` is of, too. */
const EXTRA_INPUT = /^Extra inputs are not permitted(?:;|$)/;
/** A value that is refused since there is one alone: then the member is not taken, whatever it says. */
const ONLY_DEFAULT =
  /^Unsupported value: '[\w.[\]-]{1,120}' does not support .{1,120} with this model\. Only the default \([\w."']{1,40}\) value is supported\.$/;

const NAME = String.raw`[\w-]{1,64}`;
const PATH = String.raw`${NAME}(?:[./]${NAME}|\[\d{1,6}\]){0,16}`;
const STEP = String.raw`(?:'${NAME}'|\d{1,6})`;
const WHOLE_PATH = new RegExp(`^${PATH}$`);

/**
 * How messages name a member that is refused, each makers' own. The place, where there is one, stands
 * before the name. From the first letter on, and to the last where the maker says one fault alone: what stands
 * between may be a caller's words.
 */
const MESSAGES: readonly RegExp[] = [
  `^(?:The model returned the following errors: )?(?<name>${PATH}): Extra inputs are not permitted$`,
  `^Malformed input request: (?:#/?(?<place>(?:${PATH})?): )?extraneous key \\[(?<name>${NAME})\\] is not permitted, please reformat your input and try again\\.$`,
  `^This model doesn't support the (?<name>${PATH}) field\\. Remove \\k<name> and try again\\.$`,
  `^Invalid JSON payload received\\. Unknown name "(?<name>${NAME})"(?: at '(?<place>${PATH})')?: Cannot find field\\.$`,
  `^Unrecognized request argument supplied: (?<name>${NAME})$`,
  // vLLM: the faults of its validator, as Python writes them.
  `^\\[\\{'type': 'extra_forbidden', 'loc': \\('body', (?<name>${STEP}(?:, ${STEP}){0,16}),?\\), 'msg': 'Extra inputs are not permitted'`,
  `^\\d{1,3} validation errors? for \\w{1,64} (?<name>${PATH}) Extra inputs are not permitted \\[type=extra_forbidden\\b`,
  `^unknown field: parameter (?<name>${PATH}) is not a valid field\\.?$`, // Cohere.
  `^Argument not supported(?: on this model)?: (?<name>${NAME})$`, // xAI.
].map((pattern) => new RegExp(pattern));

/**
 * The steps of the path that an error refuses by name, as the provider wrote them (`['tools', '0', 'strict']`);
 * undefined where it refuses something else, or names what no path is.
 */
export function namedField({
  status,
  code,
  param,
  message,
}: ProviderError): readonly string[] | undefined {
  if (status !== 400 && status !== 422) return undefined;
  const isRefused =
    (code !== null && CODES.has(code)) || ONLY_DEFAULT.test(message) || EXTRA_INPUT.test(message);
  if (param !== null && isRefused) return WHOLE_PATH.test(param) ? stepsOf(param) : undefined;
  for (const pattern of MESSAGES) {
    const { place = '', name } = pattern.exec(message)?.groups ?? {};
    if (name !== undefined) return stepsOf(`${place}.${name}`);
  }
  return undefined;
}

const stepsOf = (written: string): readonly string[] => written.match(/[\w-]+/g) ?? [];
