import type { Config } from '#platform';

/** Over https alone, and of this host alone; a gateway on one's own machine has no https. */
const SECURE_NAME = '__Host-gw_session';
const PLAIN_NAME = 'gw_session';
const SECONDS_MAX = 7 * 24 * 3_600;

export const isSecure = ({ publicUrl }: Config): boolean =>
  publicUrl?.startsWith('https://') ?? false;

/** The value of the session's cookie. A name that comes twice is read by nobody the same way: none. */
export function readSessionCookie(header: string | undefined, config: Config): string | undefined {
  const name = isSecure(config) ? SECURE_NAME : PLAIN_NAME;
  const values = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}

/** @param value of the session; null ends it */
export function writeSessionCookie(value: string | null, config: Config): string {
  const secure = isSecure(config);
  const attributes = ['HttpOnly', 'SameSite=Lax', 'Path=/', ...(secure ? ['Secure'] : [])];
  const life = `Max-Age=${value === null ? 0 : SECONDS_MAX}`;
  return [`${secure ? SECURE_NAME : PLAIN_NAME}=${value ?? ''}`, life, ...attributes].join('; ');
}
