import { describe, expect, it } from 'vitest';
import { readJudgement } from './read-judgement.js';

describe('the answer of a judge', () => {
  it.each([
    ['{"in_scope":true,"confidence":0.9,"reason":"Fits."}', 0.9, 'Fits.'],
    ['{"in_scope":false,"confidence":0.9,"reason":"No."}', 0.1, 'No.'],
    ['```json\n{"in_scope":true,"confidence":1}\n```', 1, ''],
    [' {"reason":"","confidence":0.0,"in_scope":true}\n', 0, ''],
  ])('is read from %s', (answer, p, reason) => {
    const judgement = readJudgement(answer);
    expect(judgement.p).toBeCloseTo(p);
    expect(judgement.reason).toBe(reason);
  });

  it.each([
    '',
    'Yes.',
    '{}',
    '{"in_scope":"yes","confidence":1}',
    '{"in_scope":true,"confidence":-1}',
    '{"in_scope":true}',
    '{'.repeat(9_000),
    'null',
    'Sure: {"in_scope":true,"confidence":1}',
    'Not {"in_scope":true,"confidence":1} but {"in_scope":false,"confidence":1}',
    '{"in_scope":false,"confidence":1} {"in_scope":true,"confidence":1}',
    '{"in_scope":false,"in_scope":true,"confidence":1}',
    '{"in_scope":true,"confidence":0,"confidence":1}',
    '{"in_scope":true,"confidence":5}',
    '{"in_scope":true,"confidence":1.01}',
    '{"in_scope":true,"confidence":1,"reason":5}',
    '{"in_scope":true,"confidence":1,"verdict":"out"}',
    '[{"in_scope":true,"confidence":1}]',
  ])('is none: %s', (answer) => {
    expect(() => readJudgement(answer)).toThrow(
      expect.objectContaining({ key: 'upstream_failed' }),
    );
  });

  it('has a reason of one short line', () => {
    const { reason } = readJudgement(
      JSON.stringify({ in_scope: true, confidence: 1, reason: `a\n${'b'.repeat(900)}` }),
    );
    expect(reason).toMatch(/^a b+$/);
    expect(reason.length).toBeLessThanOrEqual(160);
  });
});
