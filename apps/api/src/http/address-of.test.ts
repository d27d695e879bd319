import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { Networks } from '#platform';
import { addressOf } from './address-of.js';

const OURS = '10.0.0.0/8, 2001:db8:aa::/48';
const address = (peer: string | undefined, forwarded?: string | string[], trusted = OURS) =>
  addressOf(
    {
      socket: { remoteAddress: peer },
      headers: { 'x-forwarded-for': forwarded },
    } as unknown as IncomingMessage,
    { trustedProxies: Networks.read(trusted) ?? null },
  );

it('is whom the connection is with, whatever they say, where nobody is trusted', () => {
  expect(address('10.0.0.1', '192.0.2.1', '')).toBe('10.0.0.1');
  expect(address('192.0.2.9', '192.0.2.1')).toBe('192.0.2.9');
  expect(address('::ffff:192.0.2.9')).toBe('192.0.2.9');
  expect(address(undefined, '192.0.2.1')).toBe('');
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  // The first was there when the request reached the proxy: its caller wrote it.
  ['198.51.100.66, 192.0.2.1', '192.0.2.1'],
  ['198.51.100.66, 192.0.2.1, 10.2.2.2', '192.0.2.1'],
  ['127.0.0.1,192.0.2.1', '192.0.2.1'],
  ['10.3.3.3, 10.2.2.2', '10.3.3.3'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['2001:DB8::9', '2001:db8::9'],
  ['[2001:db8::9]:443', '2001:db8::9'],
  ['192.0.2.1, 2001:db8:aa::1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:10.2.2.2', '10.2.2.2'],
  // What is no address names nobody.
  ['192.0.2.1, unknown', '10.0.0.1'],
  ['192.0.2.1, _hidden, 10.2.2.2', '10.2.2.2'],
  ['192.0.2.1,', '10.0.0.1'],
  ['192.0.2.1, 192.0.2.300', '10.0.0.1'],
  ['192.0.2.1, ::ffff:0:192.0.2', '10.0.0.1'],
  ['', '10.0.0.1'],
])('is read from the end of %j: %s', (forwarded, expected) => {
  expect(address('10.0.0.1', forwarded)).toBe(expected);
  expect(address('::ffff:10.0.0.1', forwarded)).toBe(expected);
});

it('is read of several headers as of one', () => {
  expect(address('10.0.0.1', ['198.51.100.66', '192.0.2.1'])).toBe('192.0.2.1');
  expect(address('10.0.0.1', ['192.0.2.1', '10.2.2.2'])).toBe('192.0.2.1');
});

it('is found in a header of any length without reading all of it', () => {
  const endless = '10.2.2.2,'.repeat(100_000);
  expect(address('10.0.0.1', `198.51.100.66,${endless}192.0.2.1`)).toBe('192.0.2.1');
  expect(address('10.0.0.1', `198.51.100.66,${endless}10.2.2.2`)).toBe('10.2.2.2');
  expect(address('10.0.0.1', '9'.repeat(1_000_000))).toBe('10.0.0.1');
});
