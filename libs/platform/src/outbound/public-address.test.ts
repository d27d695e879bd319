import { expect, it } from 'vitest';
import { outboundFault } from './outbound-rules.js';
import { isPublicAddress } from './public-address.js';

it.each([
  '1.1.1.1',
  '93.184.216.34',
  '172.15.255.255',
  '172.32.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '169.253.255.255',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:82f::200e',
  '2001:4860:4860::8888',
  '64:ff9b::1.1.1.1',
  '::ffff:8.8.8.8',
])('%s is on the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::FFFF:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::169.254.169.254',
  '64:ff9b::7f00:1',
  '64:ff9b::',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  '2001:db8::1',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '100::1',
  'localhost',
  '',
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each([
  ['https://hooks.example.org/a?b=c', undefined],
  ['https://hooks.example.org:8443/', undefined],
  ['https://[2606:4700::1]/', undefined],
  ['http://hooks.example.org/', 'not https'],
  ['https://hooks.example.org:22/', 'port'],
  ['https://user@hooks.example.org/', 'user name'],
  ['https://:secret@hooks.example.org/', 'user name'],
  ['ftp://hooks.example.org/', 'no https address'],
  ['file:///etc/passwd', 'no https address'],
  ['hooks.example.org', 'no https address'],
  ['https://127.0.0.1/', 'public internet'],
  ['https://127.1/', 'public internet'],
  ['https://2130706433/', 'public internet'],
  ['https://0x7f.0.0.1/', 'public internet'],
  ['https://0177.0.0.1/', 'public internet'],
  ['https://[::1]/', 'public internet'],
  ['https://[::ffff:7f00:1]/', 'public internet'],
  ['https://169.254.169.254/latest/', 'public internet'],
])('says of %s what is wrong with it', (address, fault) => {
  const found = outboundFault(address, new Set());
  if (fault === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(fault);
});

it('lets an operator list a host, with a port or with any', () => {
  const trusted = new Set(['hooks.internal', '127.0.0.1:9000']);
  const faultOf = (address: string) => outboundFault(address, trusted);
  expect(faultOf('http://hooks.internal:1234/')).toBeUndefined();
  expect(faultOf('http://127.0.0.1:9000/')).toBeUndefined();
  expect(faultOf('http://127.0.0.1:9001/')).toContain('not https');
  expect(faultOf('https://hooks.internal.example.org/')).toBeUndefined();
  expect(faultOf('http://user:pass@hooks.internal/')).toContain('user name');
});
