import { runAtOnce } from '#kernel';
import { describe, expect, it } from 'vitest';
import { findingOf, type Finding, type Grounds, type Kind } from './kinds.js';
import { resolveOverlaps } from './resolve.js';

const GROUNDS: Readonly<Partial<Record<Kind, Grounds>>> = {
  removal_term: { score: 1, evidence: 'term' },
  iban: { score: 0.95, evidence: 'checksum' },
  credit_card: { score: 0.9, evidence: 'checksum' },
  email: { score: 0.95, evidence: 'shape' },
};

const resolve = (...spans: [Kind, number, number][]): [Kind, number, number][] =>
  runAtOnce(
    resolveOverlaps(
      spans.map(([kind, start, end]) => ({
        ...findingOf(kind, start, end, GROUNDS[kind] as Grounds),
        action: 'log',
        fate: 'log',
      })),
    ),
  ).map(({ kind, start, end }: Finding) => [kind, start, end]);

describe('overlapping findings', () => {
  it('stay apart, in order, when they only touch', () => {
    expect(resolve(['iban', 5, 9], ['email', 0, 5])).toEqual([
      ['email', 0, 5],
      ['iban', 5, 9],
    ]);
  });

  it('become the one that holds the others', () => {
    expect(resolve(['removal_term', 2, 4], ['email', 0, 9], ['iban', 5, 9])).toEqual([
      ['email', 0, 9],
    ]);
    expect(resolve(['email', 2, 4], ['removal_term', 0, 9])).toEqual([['removal_term', 0, 9]]);
  });

  it('become one span over both when they cross, named by the stronger evidence', () => {
    expect(resolve(['email', 4, 9], ['removal_term', 0, 6])).toEqual([['removal_term', 0, 9]]);
    expect(resolve(['credit_card', 0, 6], ['iban', 4, 9])).toEqual([['iban', 0, 9]]);
  });

  it('of the same span are named by the stronger evidence', () => {
    expect(resolve(['email', 0, 5], ['removal_term', 0, 5])).toEqual([['removal_term', 0, 5]]);
    expect(resolve(['removal_term', 0, 5], ['email', 0, 5])).toEqual([['removal_term', 0, 5]]);
  });
});
