import { describe, expect, it } from 'vitest';
import { judge, targetsOf } from '../../../../test/injection/judge.js';
import { readSets } from '../../../../test/injection/read-sets.js';
import { isMet } from '../../../../test/support/targets.js';

describe('findInjections on the hand-written test half', () => {
  it('finds what it is to find, and hardly anything else', () => {
    expect(targetsOf(judge(readSets('test'))).filter((target) => !isMet(target))).toEqual([]);
  });
});
