import { describe, expect, it } from 'vitest';
import { Networks } from './networks.js';

describe('a list of networks', () => {
  it.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.1.2.3/8', '10.9.9.9', true],
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['10.0.0.0/8, 2001:db8::/32', '2001:DB8::9', true],
    ['2001:db8::7', '2001:db8:0:0:0:0:0:7', true],
    ['10.0.0.0/8', '::ffff:10.0.0.1', true],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['::1', '127.0.0.1', false],
    ['10.0.0.0/8', '', false],
    ['10.0.0.0/8', 'balancer', false],
  ])('%s has %j: %j', (list, address, isIn) => {
    expect(Networks.read(list)?.has(address)).toBe(isIn);
  });

  it.each(
    ['', ',', 'balancer', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0/8'].concat(
      ['10.0.0.0/08', '10.0.0.0/-1', '10.0.0.0/8,', 'fe80::1%eth0', '*'],
      // Everybody could say whom they are.
      ['0.0.0.0/0', '::/0'],
    ),
  )('is not %j', (list) => {
    expect(Networks.read(list)).toBeUndefined();
  });
});
