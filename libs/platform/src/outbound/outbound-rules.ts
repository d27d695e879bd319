import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.js';

const PORTS: ReadonlySet<string> = new Set(['', '443', '8443']);

/** The hosts that an operator trusts, in the private network above all: `host` or `host:port`. */
export type TrustedHosts = ReadonlySet<string>;

/** Whether the operator has listed it; no other rule applies then. */
export const isTrusted = ({ hostname, host }: URL, trusted: TrustedHosts): boolean =>
  trusted.has(hostname) || trusted.has(host);

/**
 * What is wrong with an address that somebody else than the operator has set, as far as it shows
 * without asking for it; undefined for a good one.
 */
export function outboundFault(address: string, trusted: TrustedHosts): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return 'it is no https address';
  }
  if (url.username !== '' || url.password !== '') return 'it holds a user name or a password';
  if (isTrusted(url, trusted)) return undefined;
  if (url.protocol !== 'https:') return `it is not https${LIST_IT}`;
  if (!PORTS.has(url.port)) return `its port is neither 443 nor 8443${LIST_IT}`;
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !isPublicAddress(literal)) return NOT_PUBLIC;
  return undefined;
}

const LIST_IT = ', and GW_OUTBOUND_HOSTS does not list its host';
export const NOT_PUBLIC = `it leads to no host of the public internet${LIST_IT}`;
