import { findingOf, type Finding } from '../../kinds.js';
import { entropyOf } from './entropy.js';
import { isRandom } from './judge-value.js';
import { isExample, isPlaceholder, isTemplate } from './placeholders.js';
import { isWordCode } from './shape.js';
import { splitWords } from './split-words.js';

const SCHEME_CHARS_MAX = 32;
const AUTHORITY_CHARS_MAX = 512;
const ADDRESS_CHARS_MAX = 1_024;

const SCHEME = /(?:jdbc:)?[A-Za-z][A-Za-z0-9+.-]{1,30}$/;
/** Databases, queues and directories: who has such an address is in. */
const CONNECTION =
  /^(?:jdbc:)?(?:postgres|postgresql|mysql|mariadb|mssql|sqlserver|oracle|mongodb|redis|rediss|valkey|amqp|amqps|kafka|nats|mqtt|mqtts|ldap|ldaps|cassandra|clickhouse|cockroachdb|couchbase|couchdb|neo4j|bolt|snowflake|elasticsearch|memcached|db2|influxdb|smtp|smtps|imap|imaps|ftp|ftps|sftp|ssh|vnc|rdp)(?:\+[a-z0-9_.]{1,20}|ql)?$/i;
const AUTHORITY_END = /[\s"'`<>\\]/;
const ADDRESS_END = /[\s"'`<>\\)\]}]|[.,;:!?](?=\s|$)/;
/** Passwords of guides and of containers that run on one's own machine. */
const USUAL =
  /^(?:postgres|postgresql|mysql|root|admin|guest|user|username|redis|rabbitmq|mongo|test|dev|local|\w{1,3})$/i;
const TOKEN_CHARS_MIN = 16;
const TOKEN_FLOOR = 3;

/**
 * Credentials in an address: `postgres://user:…@host/db` as a whole, since whoever has it is in; of other
 * addresses the part before the at sign.
 *
 * @param colon index of the colon in `://`
 * @returns where the credentials end, behind the at sign; no address of mail begins before it
 */
export function findCredentials(text: string, colon: number, findings: Finding[]): number {
  const from = colon + 3;
  const window = text.slice(from, from + AUTHORITY_CHARS_MAX);
  const at = atSignIn(window);
  if (at <= 0) return -1;
  const user = window.slice(0, at);
  const scheme = SCHEME.exec(text.slice(Math.max(0, colon - SCHEME_CHARS_MAX), colon))?.[0] ?? '';
  const isConnection = CONNECTION.test(scheme);
  const isFound =
    isCredential(user) || (!isConnection && isWeakPassword(user, window.slice(at + 1)));
  // A password that only holds the place of one is no secret, and no part of an address of mail.
  if (!isFound) return user.includes(':') ? from + at + 1 : -1;
  if (isConnection) {
    const rest = text.slice(colon, colon + ADDRESS_CHARS_MAX);
    const length = rest.slice(at + 3).search(ADDRESS_END);
    const end = length < 0 ? colon + rest.length : colon + at + 3 + length;
    const grounds = { score: 0.95, evidence: 'structure', subtype: systemOf(scheme) } as const;
    findings.push(findingOf('connection_string', colon - scheme.length, end, grounds));
  } else {
    const grounds = { score: 0.9, evidence: 'structure' } as const;
    findings.push(findingOf('url_secret', from, from + at, grounds));
  }
  return from + at + 1;
}

/** Of the list alone: what stands behind a plus may be anything, and the log says the subtype. */
const systemOf = (scheme: string): string =>
  scheme
    .toLowerCase()
    .replace(/^jdbc:/, '')
    .replace(/\+.*$/, '');

/** The last one before the path; a password may hold one itself. */
function atSignIn(window: string): number {
  const end = window.search(AUTHORITY_END);
  const address = end < 0 ? window : window.slice(0, end);
  const path = address.search(/[/?#]/);
  const at = (path < 0 ? address : address.slice(0, path)).lastIndexOf('@');
  if (at >= 0) return at;
  // A slash in the password itself: the user stands before the first colon, and no port behind it.
  return /^[\w.-]{1,40}:(?!\d{1,5}\/)[^@/]{0,40}\/[^@/]{1,40}@/.test(address)
    ? address.indexOf('@')
    : -1;
}

function isCredential(user: string): boolean {
  const colon = user.indexOf(':');
  if (colon < 0) {
    return user.length >= TOKEN_CHARS_MIN && isRandom(user) && !isExample(user);
  }
  const password = user.slice(colon + 1);
  return password.length >= 4 && !isPlaceholder(password) && !USUAL.test(password);
}

/** What documentation says in the place of a password. Other words that placeholders are made of are also used as one. */
const STANDS_FOR_ONE: ReadonlySet<string> = new Set(
  (
    'pass passwd password passwords passphrase passcode pwd pw secret secrets token tokens key keys apikey api auth ' +
    'credential credentials access value string text change changeme changeit me here your yours my the a an user username name ' +
    'login example sample placeholder redacted hidden masked removed omitted todo tbd fixme xx xxx foo bar baz test testing ' +
    'demo dummy fake mock none null undefined empty passwort kennwort geheim beispiel dein ihr motdepasse votre mon clave tu ' +
    'hasło twoje ejemplo exemple'
  ).split(' '),
);
/** Where nobody has anything to hide, and where guides begin. */
const NO_HOST =
  /^(?:localhost|127\.|0\.0\.0\.0|\[::1\]|host\b|hostname\b|(?:[\w-]+\.)*(?:example|invalid|localhost)\b|(?:[\w-]+\.)*example\.\w+\b)/i;
const WEAK_CHARS_MIN = 3;

/** A word that somebody took for a password: no address that is shown to others has one for nothing. */
function isWeakPassword(user: string, host: string): boolean {
  const colon = user.indexOf(':');
  const [name, password] = [user.slice(0, colon), user.slice(colon + 1)];
  if (colon < 0 || password.length < WEAK_CHARS_MIN || password === name) return false;
  if (NO_HOST.test(host) || isTemplate(password) || !/^[\p{L}\p{N}._~!$&'+=%-]+$/u.test(password))
    return false;
  const words = splitWords(password);
  return !words.every((word) => STANDS_FOR_ONE.has(word) || /^\d{1,2}$/.test(word));
}

const DASH = 0x2d;
const isInName = (code: number): boolean => isWordCode(code) || code === DASH;

/** Parameters of an address that let in whoever has it, or that sign it. */
const PARAMETERS = new Set(
  (
    'token sig signature key secret auth access_token code session x-amz-signature x-amz-security-token x-goog-signature ' +
    'apikey api_key api-key access_key accesskey auth_token authtoken client_secret id_token refresh_token jwt password passwd pwd pass ' +
    'sessionid session_id sid x-ms-signature sharedaccesssignature private_token personal_access_token subscription-key ' +
    'appkey app_key hmac ticket otp reset_token invite magic signature_v4 policy-signature'
  ).split(' '),
);
const PARAMETER_CHARS_MAX = 32;
const VALUE = /[^\s"'`<>&?#\\;)\]}]{8,1024}/y;

/**
 * What lets in whoever has the address: `?token=…`, `&X-Amz-Signature=…`, `&sig=…`.
 *
 * @param sign index of `=` in a text
 */
export function findParameter(text: string, sign: number, findings: Finding[]): boolean {
  let start = sign;
  const limit = Math.max(0, sign - PARAMETER_CHARS_MAX);
  while (start > limit && isInName(text.charCodeAt(start - 1))) start--;
  const before = text[start - 1];
  if ((before !== '?' && before !== '&' && before !== '#') || start === sign) return false;
  if (!PARAMETERS.has(text.slice(start, sign).toLowerCase())) return false;
  VALUE.lastIndex = sign + 1;
  const value = VALUE.exec(text)?.[0];
  if (!value || isPlaceholder(value) || isExample(value)) return true;
  const isPassword = /pass|pwd/i.test(text.slice(start, sign));
  if (!isPassword && (value.length < TOKEN_CHARS_MIN || entropyOf(value) < TOKEN_FLOOR))
    return true;
  if (!isPassword && !/\d/.test(value)) return true;
  const grounds = { score: 0.9, evidence: 'structure' } as const;
  findings.push(findingOf('url_secret', sign + 1, sign + 1 + value.length, grounds));
  return true;
}
