import { expect, it } from 'vitest';
import { explain } from './explain.js';

const fault = (members: object): Error => Object.assign(new Error('raw'), members);

it.each([
  [{ code: 'EADDRINUSE', port: 8080 }, /^Port 8080 is taken/],
  [{ code: 'EACCES', port: 80 }, /^Port 80 may not be used/],
  [
    { code: 'EACCES', path: '/opt/gw/.gateway' },
    /^\/opt\/gw\/\.gateway cannot be written .*GW_DATA_DIR/,
  ],
  [
    { code: 'ENOENT', syscall: 'mkdir', path: '/opt/gw/.gateway' },
    /cannot be written .*GW_DATA_DIR/,
  ],
  [{ code: 'EROFS', path: '/opt/gw/.gateway' }, /cannot be written .*GW_DATA_DIR/],
  [{ code: 'ENOSPC' }, /^The disk is full\.$/],
  [{ code: 'ENOENT', path: '/etc/settings.yaml' }, /^\/etc\/settings\.yaml is not there\.$/],
  [{ code: 'ECONNREFUSED' }, /^The database cannot be reached .*DATABASE_URL/],
])('says of %j what to do', (members, words) => {
  expect(explain(fault(members))).toMatch(words);
});
