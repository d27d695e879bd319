import type { ProviderError } from '#wire';

/** Codes of errors whose `param` names a member that is not known or not taken. */
const CODES: ReadonlySet<string> = new Set(['unsupported_parameter', 'unknown_parameter']);
/** Of validators that tell the place apart (Mistral, FastAPI): of the first fault, which `param` is of, too. */
const EXTRA_INPUT = /^Extra inputs are not permitted\b/;
/** A value that is refused since there is one alone: then the member is not taken, whatever it says. */
const ONLY_DEFAULT = /^Unsupported value\b.{0,120}\bOnly the default\b/;

/**
 * How messages name a member that is refused, each makers' own. The place, where there is one, stands
 * before the name.
 */
const MESSAGES: readonly RegExp[] = [
  /(?<name>[\w.[\]-]{1,120}): Extra inputs are not permitted/,
  /(?<place>#[\w/]{0,120}): extraneous key \[(?<name>[\w.-]{1,64})\]/,
  /extraneous key \[(?<name>[\w.-]{1,64})\]/,
  /\bdoesn't support the (?<name>[\w.]{1,120}) field\b/,
  /\bUnknown name "(?<name>\w{1,64})" at '(?<place>[\w.[\]]{1,120})'/,
  /\bUnknown name "(?<name>\w{1,64})"/,
  /^Unrecognized request argument supplied: (?<name>\w{1,64})$/,
  // vLLM: the faults of its validator, as Python writes them.
  /^\[\{'type': 'extra_forbidden', 'loc': \('body', (?<name>[\w', -]{1,120})\), 'msg': 'Extra inputs are not permitted'/,
  /^\d{1,3} validation errors? for \w{1,64} (?<name>[\w.-]{1,120}) Extra inputs are not permitted\b/,
  /^unknown field: parameter (?<name>[\w.]{1,120}) is not a valid field\b/, // Cohere.
  /^Argument not supported(?: on this model)?: (?<name>\w{1,64})$/, // xAI.
];

/** Where a kind of item is named between its place in a list and its members. */
const KINDS: ReadonlySet<string> = new Set([
  'custom',
  'user',
  'assistant',
  'system',
  'tool',
  'text',
  'image',
  'document',
  'thinking',
  'tool_use',
  'tool_result',
]);

/**
 * The path of the member that an error refuses by name, `*` for places in lists; undefined where it
 * refuses something else.
 */
export function namedField({ status, code, param, message }: ProviderError): string | undefined {
  if (status !== 400 && status !== 422) return undefined;
  const isRefused =
    (code !== null && CODES.has(code)) || ONLY_DEFAULT.test(message) || EXTRA_INPUT.test(message);
  if (param !== null && isRefused) return pathOf(param);
  for (const pattern of MESSAGES) {
    const { place = '', name } = pattern.exec(message)?.groups ?? {};
    if (name !== undefined) return pathOf(place === '' ? name : `${place}.${name}`);
  }
  return undefined;
}

function pathOf(written: string): string {
  const segments = written
    .split(/[./[\]#', ]+/)
    .filter((segment) => segment !== '')
    .map((segment) => (/^\d+$/.test(segment) ? '*' : segment));
  return segments
    .filter((segment, index) => !(KINDS.has(segment) && segments[index - 1] === '*'))
    .join('.');
}
