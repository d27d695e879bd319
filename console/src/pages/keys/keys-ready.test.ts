import { expect, it } from 'vitest';
import { tableOf } from './keys-ready';

it('is a table that spreadsheets read, and do not carry out', () => {
  const keys = [
    { name: 'a, "b"', workload_name: 'default', secret: 'gw_test_1' },
    { name: '=1+1', workload_name: 'other', secret: 'gw_test_2' },
  ];
  expect(tableOf(keys).split('\r\n')).toEqual([
    'name,workload,key',
    '"a, ""b""",default,gw_test_1',
    "'=1+1,other,gw_test_2",
    '',
  ]);
});
