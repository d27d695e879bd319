import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { Cancellation, runAtOnce, runInSlices } from '#kernel';
import { nearest, unitOf, type VectorTable } from '../../libs/knowledge/src/search/nearest.js';
import { splitPassages } from '../../libs/knowledge/src/passages/split-passages.js';
import { describeRecall } from './knowledge-recall.js';
import { quantile } from '../support/quantile.js';
import { seeded } from '../support/seeded.js';
import { addRow } from '../support/table.js';

const MINUTES = 300_000;
const PASSAGES = 20_000;
const ROUNDS = 40;
const NOBODY_LEAVES = new Cancellation();

const random = seeded(20_261_128);
const aVector = (length: number): Float32Array =>
  unitOf(Float32Array.from({ length }, () => random() - 0.5)) ?? new Float32Array(length);

function tableOf(dimensions: number): VectorTable {
  const values = new Float32Array(PASSAGES * dimensions);
  for (let at = 0; at < PASSAGES; at++) values.set(aVector(dimensions), at * dimensions);
  return { dimensions, values };
}

const at = (values: readonly number[], share: number): string => quantile(values, share).toFixed(1);

it.for([256, 1_024, 1_536])(
  'a search among 20,000 passages, of vectors of %i numbers',
  { timeout: MINUTES },
  async (dimensions, { task }) => {
    const table = tableOf(dimensions);
    const asked = { count: 10, scoreMin: -1 };
    const took: number[] = [];
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    for (let round = 0; round < ROUNDS; round++) {
      const wanted = aVector(dimensions);
      const startedMs = performance.now();
      const found = await runInSlices(
        nearest(table, wanted, asked, () => true),
        NOBODY_LEAVES,
      );
      took.push(performance.now() - startedMs);
      expect(found).toHaveLength(asked.count);
    }
    delay.disable();
    const longest = (delay.percentile(99) / 1e6).toFixed(1);
    addRow(task, {
      searched: `20,000 passages of ${dimensions} numbers`,
      'p50, ms': at(took, 0.5),
      'p95, ms': at(took, 0.95),
      'event loop p99, ms': longest,
    });
  },
);

it('a megabyte of text in passages', ({ task }) => {
  const text = 'Value added tax is due on the tenth of each month.\n\n'.repeat(20_000);
  const startedMs = performance.now();
  const passages = runAtOnce(splitPassages(text, { tokensMax: 800, overlapTokens: 400 }));
  const took = performance.now() - startedMs;
  expect(passages.length).toBeGreaterThan(500);
  addRow(task, {
    searched: '1 MB of text, split',
    'p50, ms': took.toFixed(1),
    'p95, ms': '',
    'event loop p99, ms': '',
  });
});

describeRecall();
