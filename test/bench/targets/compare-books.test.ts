import { expect, it } from 'vitest';
import { compareBooks } from './compare-books.js';

const GOOD = {
  calls: 5,
  auditRows: 5,
  otherRows: 0,
  ledgerEntries: 5,
  openIntents: 0,
  pending: 0,
  leaves: 5,
  heldNano: '0',
};

it('is content when every call is on record, paid and sealed', () => {
  expect(compareBooks(GOOD)).toEqual([]);
});

it('names each number that disagrees with what the generator saw', () => {
  const faults = compareBooks({ ...GOOD, ledgerEntries: 4, openIntents: 1, heldNano: '12' });
  expect(faults).toEqual([
    'ledger entries: 4, should be 5',
    'open intents: 1, should be 0',
    'nano-units still held: 12, should be 0',
  ]);
});
