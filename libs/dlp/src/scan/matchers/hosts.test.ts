import { describe, expect, it } from 'vitest';
import { allIn, foundIn } from '../../testing/found-in.js';

const addressesIn = (text: string, name?: string) => foundIn('ip_address', text, name);
const macsIn = (text: string) => foundIn('mac_address', text);

describe('IP addresses', () => {
  it.each([
    '41.173.96.26',
    '179.177.214.91',
    '8.8.100.200',
    '10.1.20.30',
    '192.168.0.17',
    '172.16.254.1',
    '6e40:4041:c617:e898:c11:40d2:c669:2eb4',
    '2a02:8109:9c40:1b5c::7e1',
    '2a00:1450:4001:81b::200e',
    'fe80::1ff:fe23:4567:890a',
    '2A02:8109:9C40:1B5C:0:0:0:7E1',
  ])('are found: %s', (address) => {
    for (const text of [
      address,
      `from ${address} port 22 ssh2`,
      `from ${address}, port 22`,
      `[${address}]:443`,
      `"${address}"`,
    ]) {
      expect(addressesIn(text)).toEqual([address]);
    }
  });

  it('are found where one holds the other', () => {
    expect(addressesIn('::ffff:41.173.96.26')).toContain('::ffff:41.173.96.26');
  });

  it('are found with a port, a prefix length and in a URL', () => {
    expect(addressesIn('41.173.96.26:8080')).toEqual(['41.173.96.26']);
    expect(addressesIn('41.173.96.0/24')).toEqual(['41.173.96.0']);
    expect(addressesIn('http://41.173.96.26/x')).toEqual(['41.173.96.26']);
    expect(addressesIn('from 41.173.96.26.')).toEqual(['41.173.96.26']);
  });

  it('that might be versions, or are of examples, need a word', () => {
    expect(addressesIn('1.2.3.4')).toEqual([]);
    expect(addressesIn('client 1.2.3.4')).toEqual(['1.2.3.4']);
    expect(addressesIn('203.0.113.7')).toEqual([]);
    expect(addressesIn('ip=203.0.113.7')).toEqual(['203.0.113.7']);
    expect(addressesIn('2001:db8::17')).toEqual([]);
    expect(addressesIn('2001:db8::17', 'remote_addr')).toEqual(['2001:db8::17']);
  });

  it.each([
    '10.0.22631.2861',
    'section 1.2.3.4',
    'version 10.11.12.13',
    'v10.11.12.13',
    '1.3.6.1.4.1.311',
    '12:34:56',
    '2024-03-12T10:15:30',
    '0.0.0.0',
    '127.0.0.1',
    '255.255.255.0',
    '255.255.255.255',
    '256.173.96.26',
    '41.173.96.260',
    '041.173.096.026',
    '::',
    '::1',
    'std::vector',
    'a::b',
    'dead::beef',
    'Foo::Bar::baz',
    'a:1:b:2',
    '00:11:22:33:44:55:66:77',
    '1:2:3',
    '1.2.3.4-beta',
  ])('are not seen in %s', (text) => {
    expect(addressesIn(text)).toEqual([]);
  });
});

describe('MAC addresses', () => {
  it.each([
    '00:1b:44:11:3a:b7',
    '00-1B-44-11-3A-B7',
    '001b.4411.3ab7',
    'ac:de:48:00:11:22',
    'fe:ff:aa:bb:cc:d1',
  ])('are found: %s', (address) => {
    expect(macsIn(address)).toEqual([address]);
    expect(macsIn(`wlan0 ${address}, up`)).toEqual([address]);
    expect(macsIn(`bssid=${address}.`)).toEqual([address]);
  });

  it.each([
    '00:00:00:00:00:00',
    'ff:ff:ff:ff:ff:ff',
    '01:00:5e:00:00:fb',
    '00:1b:44-11:3a:b7',
    '00:1b:44:11:3a',
    '00:1b:44:11:3a:b7:00',
    '00:1b:44:11:3a:b7:00:11',
    '0:1b:44:11:3a:b7',
    'x00:1b:44:11:3a:b7',
    '00 1b 44 11 3a b7',
    '1234.5678.9012',
    '2024-03-12-10-15-30',
    '550e8400-e29b-41d4-a716-446655440000',
    '10:15:30:12:11',
  ])('are not seen in %s', (text) => {
    expect(macsIn(text)).toEqual([]);
  });
});

it('of no known form add nothing', () => {
  expect(allIn('00:1b:44:11:3a:b7')).toHaveLength(1);
});
