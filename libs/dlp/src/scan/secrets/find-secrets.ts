import type { Finding } from '../../kinds.js';
import { findCredentials, findParameter } from './addresses.js';
import { findAssigned, findNamed } from './assignments.js';
import { findSettings } from './connection-settings.js';
import { GATEWAY_KEYS } from './gateway-keys.js';
import { findInnerKey } from './inner-keys.js';
import { JSON_WEB_TOKENS } from './json-web-tokens.js';
import { PREFIXED_KEYS } from './prefixed-keys.js';
import { ARMORED_KEYS, PUTTY_KEYS } from './private-keys.js';
import { SPOKEN_SECRETS } from './spoken-secrets.js';
import type { SecretNames } from './secret-names.js';
import type { WordMatcher } from './word-index.js';

/** What words begin a secret, or are words about one. */
export const SECRET_WORDS: readonly WordMatcher[] = [
  GATEWAY_KEYS,
  JSON_WEB_TOKENS,
  ARMORED_KEYS,
  PUTTY_KEYS,
  ...SPOKEN_SECRETS,
  ...PREFIXED_KEYS,
];

const COLON = 0x3a;
const EQUALS = 0x3d;
const TILDE = 0x7e;

/** What `findSecretAtSign` is called for. */
export const SECRET_SIGNS = '=:>,(~|';

/**
 * Adds the secret that a sign gives to a name, or that it stands in.
 *
 * @returns where to go on, if behind the sign; otherwise -1
 */
export function findSecretAtSign(
  text: string,
  sign: number,
  names: SecretNames,
  findings: Finding[],
): number {
  const char = text.charCodeAt(sign);
  if (char === TILDE) findInnerKey(text, sign, findings);
  else if (char === COLON) {
    if (text.startsWith('//', sign + 1)) return findCredentials(text, sign, findings);
    findInnerKey(text, sign, findings);
  } else if (
    char === EQUALS &&
    (findParameter(text, sign, findings) || findSettings(text, sign, findings))
  ) {
    return -1;
  }
  if (char !== TILDE) findAssigned(text, sign, names, findings);
  return -1;
}

/** Adds a secret that is the whole value of a member of a request. */
export const findNamedSecret = (text: string, name: string, findings: Finding[]): void =>
  findNamed(text, name, findings);
