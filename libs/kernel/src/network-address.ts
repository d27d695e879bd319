const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** One host, one text: an address of IPv4 as itself where it came as one of IPv6, and no zone, which is of a link. */
export function plainAddress(address: string): string {
  const [bare = ''] = address.split('%');
  return MAPPED.exec(bare)?.[1] ?? bare.toLowerCase();
}

/** Whoever has an IPv6 address has its whole /64; IPv4 addresses are as scarce as they look. */
export function prefixOf(address: string): string {
  const plain = plainAddress(address);
  if (!plain.includes(':')) return plain;
  const [front = '', back = ''] = plain.split('::');
  const groupsOf = (text: string) => (text === '' ? [] : text.split(':'));
  const [groups, end] = [groupsOf(front), groupsOf(back)];
  while (groups.length + end.length < 8) groups.push('0');
  return `${[...groups, ...end].slice(0, 4).join(':')}::`;
}
