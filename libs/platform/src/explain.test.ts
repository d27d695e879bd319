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
  [{ code: 'EADDRNOTAVAIL', address: '10.9.9.9', port: 8080 }, /^10\.9\.9\.9 is no .*GW_HOST/],
  [
    { code: 'EEXIST', syscall: 'mkdir', path: '/etc/hostname' },
    /^\/etc\/hostname cannot be a folder.*GW_DATA_DIR/,
  ],
  [
    { code: 'ENOTDIR', syscall: 'mkdir', path: '/etc/hostname/a' },
    /^\/etc\/hostname\/a cannot be a folder.*GW_DATA_DIR/,
  ],
  [{ code: 'EROFS', path: '/opt/gw/.gateway' }, /cannot be written .*GW_DATA_DIR/],
  [{ message: 'role "gw_app" does not exist', code: '22023' }, /empty.* npm run migrate/],
  [{ message: 'permission denied to set role "gw_app"' }, /GRANT gw_app/],
  [{ message: 'permission denied to set role "gw_seal"' }, /GRANT gw_seal/],
  [{ code: '3D000' }, /no such database .*DATABASE_URL/],
  [{ code: '28P01' }, /user and password in DATABASE_URL/],
  [{ code: '42501' }, /CREATEROLE/],
  [{ code: 'ENOSPC' }, /^The disk is full\.$/],
  [{ code: 'ENOENT', path: '/etc/settings.yaml' }, /^\/etc\/settings\.yaml is not there\.$/],
  [{ code: 'ECONNREFUSED' }, /^The database cannot be reached .*DATABASE_URL/],
])('says of %j what to do', (members, words) => {
  expect(explain(fault(members))).toMatch(words);
});
