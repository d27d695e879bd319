import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { plainAddress } from '#kernel';
import type { Config } from '#platform';

const HOPS_MAX = 32; // Nobody stands behind so many proxies of their own.
/** Some proxies write the port of the connection along. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([^:]+)):\d{1,5}$/;

/**
 * Who asks: whom the connection is with, or, where that is a proxy that the operator trusts, whom it names.
 * `X-Forwarded-For` is read from its end, where each proxy has added whom it was connected with, up to the first
 * that is none of the operator's: what stands before that, the caller may have written. Empty once it is gone.
 */
export function addressOf(
  { socket, headers }: IncomingMessage,
  { trustedProxies: trusted }: Pick<Config, 'trustedProxies'>,
): string {
  let address = plainAddress(socket.remoteAddress ?? '');
  let chain = forwardedFor(headers);
  for (let hops = 0; trusted?.has(address) && chain !== '' && hops < HOPS_MAX; hops++) {
    const comma = chain.lastIndexOf(',');
    const named = readAddress(chain.slice(comma + 1).trim());
    if (named === undefined) break; // It names nobody, so that the proxy is all that is known.
    address = named;
    chain = chain.slice(0, Math.max(0, comma));
  }
  return address;
}

/** Headers of one name are one list, in their order. */
const forwardedFor = ({ 'x-forwarded-for': value = '' }: IncomingMessage['headers']): string =>
  Array.isArray(value) ? value.join(',') : value;

function readAddress(text: string): string | undefined {
  const [, bracketed, bare] = WITH_PORT.exec(text) ?? [];
  const address = bracketed ?? bare ?? text;
  return isIP(address) === 0 ? undefined : plainAddress(address);
}
