import { expect, it } from 'vitest';
import { plainAddress, prefixOf } from './network-address.js';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::'],
  ['2001:db8::9', '2001:db8:0:0::'],
  ['::1', '0:0:0:0::'],
  ['fe80::1%eth0', 'fe80:0:0:0::'],
  ['', ''],
])('of %j is the address that counts %j', (address, prefix) => {
  expect(prefixOf(address)).toBe(prefix);
});

it.each([
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:DB8::9%eth0', '2001:db8::9'],
  ['', ''],
])('%j is written %j', (address, plain) => {
  expect(plainAddress(address)).toBe(plain);
});
