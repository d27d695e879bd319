import type { Config } from '#platform';

/** Of one host alone and over https: browsers take the prefix from nobody else. One's own machine has no https. */
const SECURE_PREFIX = '__Host-';
const SESSION = 'gw_session';
const SESSION_SECONDS = 7 * 24 * 3_600;
const FLOW = 'gw_oidc';
const FLOW_SECONDS = 900; // As long as somebody may be at the identity provider.

const isSecure = ({ publicUrl }: Config): boolean => publicUrl?.startsWith('https://') ?? false;

const nameOf = (name: string, config: Config): string =>
  isSecure(config) ? `${SECURE_PREFIX}${name}` : name;

/** A name that comes twice is read by nobody the same way: none. */
function readCookie(name: string, header: string | undefined, config: Config): string | undefined {
  const front = `${nameOf(name, config)}=`;
  const values = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(front))
    .map((part) => part.slice(front.length));
  return values.length === 1 ? values[0] : undefined;
}

function writeCookie(
  name: string,
  value: string | null,
  secondsMax: number,
  config: Config,
): string {
  const attributes = ['HttpOnly', 'SameSite=Lax', 'Path=/'];
  const life = `Max-Age=${value === null ? 0 : secondsMax}`;
  const secure = isSecure(config) ? ['Secure'] : [];
  return [`${nameOf(name, config)}=${value ?? ''}`, life, ...attributes, ...secure].join('; ');
}

export const readSessionCookie = (header: string | undefined, config: Config): string | undefined =>
  readCookie(SESSION, header, config);

/** @param value of the session; null ends it */
export const writeSessionCookie = (value: string | null, config: Config): string =>
  writeCookie(SESSION, value, SESSION_SECONDS, config);

/** Of who was sent to the identity provider. */
export const readFlowCookie = (header: string | undefined, config: Config): string | undefined =>
  readCookie(FLOW, header, config);

/** @param state of the round trip; null ends it */
export const writeFlowCookie = (state: string | null, config: Config): string =>
  writeCookie(FLOW, state, FLOW_SECONDS, config);
