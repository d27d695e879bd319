import { expect, it } from 'vitest';
import { COSTS } from './costs.js';
import { storageOf } from './storage.js';
import { aSetting } from './testing/a-setting.js';

const BYTES = { rowBytes: 1_000, ledgerBytes: 300, logBytes: 200, checkpointBytes: 100 };

it('counts what a month is made of, and signs a log once a second at most', () => {
  const at = (callsPerSecond: number, organisations: number) =>
    storageOf(aSetting({ callsPerSecond, organisations, monthsKept: 2 }), { ...COSTS, ...BYTES });
  const { rowsPerMonth, partitionGib, stayingGib, keptGib } = at(100, 10);
  expect(rowsPerMonth).toBeCloseTo(262_656_000);
  expect(partitionGib).toBeCloseTo(262_656_000_000 / 2 ** 30);
  const checkpoints = 10 * 2_626_560;
  expect(stayingGib).toBeCloseTo((262_656_000 * 500 + checkpoints * 100) / 2 ** 30);
  expect(keptGib).toBeCloseTo(2 * (partitionGib + stayingGib));
  expect(at(1, 1_000).stayingGib).toBeCloseTo((2_626_560 * 600) / 2 ** 30);
});
