import { describe, expect, it } from 'vitest';
import {
  demandCounts,
  freeRoutes,
  savedPercent,
  START,
  tierAbove,
  type Replay,
} from './auto-model';

describe('tiers', () => {
  it('fall up to the next one that has models', () => {
    const route = { name: 'code' as const, low: [], medium: [], high: ['a/b'] };
    expect(tierAbove(route, 'low')).toBe('high');
    expect(tierAbove({ ...route, medium: ['a/c'] }, 'low')).toBe('medium');
    expect(tierAbove({ ...route, high: [] }, 'low')).toBeUndefined();
    expect(tierAbove(route, 'high')).toBeUndefined();
  });

  it('are given to each kind once', () => {
    expect(freeRoutes(START.routes)).toEqual(['code', 'extract', 'document', 'chat', 'agent']);
  });
});

describe('a replay', () => {
  it('counts calls of each demand before and after', () => {
    const demands = [
      { before: 'low', after: 'low', calls: 2 },
      { before: 'low', after: 'medium', calls: 3 },
      { before: 'high', after: 'medium', calls: 4 },
    ] satisfies Replay['demands'];
    expect(demandCounts({ demands })).toEqual([
      { demand: 'low', before: 5, after: 2 },
      { demand: 'medium', before: 0, after: 7 },
      { demand: 'high', before: 4, after: 0 },
    ]);
  });

  it.each([
    ['4', '1', 75],
    ['1', '2', -100],
    ['0', '1', null],
  ])('that cost %s and would have cost %s saves %j per cent', (before, after, percent) => {
    const replay = { cost_before: before, cost_after: after } as Replay;
    expect(savedPercent(replay)).toBe(percent);
  });
});
