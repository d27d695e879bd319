import { expect, it } from 'vitest';
import type { Measurement } from '../measure/measurement.js';
import type { SubjectName } from '../measure/subjects.js';
import { aheadFrom, lengthsOf } from './lengths.js';
import { titlesOf } from './cells.js';
import { writeLengths } from './write-lengths.js';

const measured = (subject: SubjectName, frames: number | null, cpuUsPerCall: number, round = 1) =>
  ({
    subject,
    round,
    turn: 0,
    isStreaming: true,
    connections: 16,
    frames,
    cpuUsPerCall,
  }) as Measurement;

const MEASUREMENTS = [
  measured('ours-translated', null, 1),
  measured('llms', 10, 270),
  measured('llms', 110, 970),
  measured('ours-translated', 10, 350),
  measured('ours-translated', 110, 850),
];

it('parts what a call costs from what its frames do', () => {
  const lines = lengthsOf(MEASUREMENTS).map(({ subject, line }) => [
    subject,
    line?.call.median,
    line?.frame.median,
  ]);
  expect(lines).toEqual([
    ['llms', 200, 7],
    ['ours-translated', 300, 5],
  ]);
});

it('says from how many frames on a stream costs less', () => {
  const [llms, ours] = lengthsOf(MEASUREMENTS);
  if (!llms || !ours) throw new Error('Two subjects were measured.');
  expect(aheadFrom(ours, llms)).toBe(50);
  expect(aheadFrom(llms, ours)).toBeNull();
  const text = writeLengths([llms, ours], titlesOf(null));
  expect(text).toContain('from 50 frames on');
  expect(text).toMatch(/110 frames +970 +850 +0\.88/);
});

it('draws no line through one length', () => {
  expect(lengthsOf([measured('llms', 10, 270)])[0]?.line).toBeNull();
  expect(writeLengths(lengthsOf([measured('llms', null, 270)]), titlesOf(null))).toBe('');
});
