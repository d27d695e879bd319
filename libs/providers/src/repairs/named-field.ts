import type { ProviderError } from '#wire';

/** Codes of errors whose `param` names a member that is not known or not taken. */
const CODES: ReadonlySet<string> = new Set(['unsupported_parameter', 'unknown_parameter']);
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
];

/** Where a kind of item is named between its place in a list and its members. */
const KINDS: ReadonlySet<string> = new Set([
  'custom',
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
  if (param !== null && ((code !== null && CODES.has(code)) || ONLY_DEFAULT.test(message))) {
    return pathOf(param);
  }
  for (const pattern of MESSAGES) {
    const { place = '', name } = pattern.exec(message)?.groups ?? {};
    if (name !== undefined) return pathOf(place === '' ? name : `${place}.${name}`);
  }
  return undefined;
}

function pathOf(written: string): string {
  const segments = written
    .split(/[./[\]#]+/)
    .filter((segment) => segment !== '')
    .map((segment) => (/^\d+$/.test(segment) ? '*' : segment));
  return segments
    .filter((segment, index) => !(KINDS.has(segment) && segments[index - 1] === '*'))
    .join('.');
}
