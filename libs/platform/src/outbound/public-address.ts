import { BlockList, isIP } from 'node:net';

/** Of IPv4: what is no host of the public internet, and one that only looks like it. */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8', // This network.
  '10.0.0.0/8', // Private.
  '100.64.0.0/10', // Between a carrier and its customers; metadata of one cloud.
  '127.0.0.0/8', // Loopback.
  '168.63.129.16/32', // The platform's own server in one cloud.
  '169.254.0.0/16', // Link-local; metadata of most clouds.
  '172.16.0.0/12', // Private.
  '192.0.0.0/24', // Protocol assignments; metadata of one cloud.
  '192.0.2.0/24', // Documentation.
  '192.88.99.0/24', // The old way from 6to4.
  '192.168.0.0/16', // Private.
  '198.18.0.0/15', // Benchmarks.
  '198.51.100.0/24', // Documentation.
  '203.0.113.0/24', // Documentation.
  '224.0.0.0/4', // Multicast.
  '240.0.0.0/4', // Reserved, and broadcast.
];
/** Of IPv6 all that is not global unicast is refused, and of that what is for special use. */
const GLOBAL_V6 = '2000::/3';
const NOT_PUBLIC_V6 = [
  '2001::/23', // Protocol assignments, Teredo among them, which carries addresses of IPv4.
  '2001:db8::/32', // Documentation.
  '2002::/16', // 6to4, likewise.
  '3fff::/20', // Documentation.
];
const NAT64 = '64:ff9b::/96'; // Stands for a host of IPv4 in networks that have none themselves.

const listOf = (family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
};

const refusedV4 = listOf('ipv4', NOT_PUBLIC_V4);
const refusedV6 = listOf('ipv6', NOT_PUBLIC_V6);
const global = listOf('ipv6', [GLOBAL_V6]);
const nat64 = listOf('ipv6', [NAT64]);
const mapped = listOf('ipv6', ['::ffff:0:0/96']);

/** Whether an address is of a host on the public internet, whatever way it is written in. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refusedV4.check(address, 'ipv4');
  if (family === 0 || address.includes('%')) return false; // A zone is of a link.
  if (nat64.check(address, 'ipv6') || mapped.check(address, 'ipv6')) {
    return !refusedV4.check(lastFourBytes(address), 'ipv4');
  }
  return global.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6');
}

/** Of an address of IPv6, as one of IPv4. */
function lastFourBytes(address: string): string {
  // Written in one way: no dots, no upper case, and `::` for zeros alone.
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [high = 0, low = 0] = text
    .slice(text.lastIndexOf('::') + 1)
    .split(':')
    .slice(-2)
    .map((group) => Number.parseInt(group || '0', 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
