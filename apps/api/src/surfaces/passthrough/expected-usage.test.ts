import { describe, expect, it } from 'vitest';
import type { Surface } from '#call';
import { runAtOnce } from '#kernel';
import { aDocument } from '../../../../../test/support/a-call.js';
import { expectedOf } from './expected-usage.js';

const outputOf = (surface: Surface, body: object) =>
  runAtOnce(expectedOf(surface, { kind: 'json', document: aDocument(body) })).output;

describe('how many answers are paid for', () => {
  it.each([
    ['one prompt', { prompt: 'x' }, 1],
    ['n of it', { prompt: 'x', n: 3 }, 3],
    ['the best of more', { prompt: 'x', n: 1, best_of: 20 }, 20],
    ['the best of fewer', { prompt: 'x', n: 3, best_of: 1 }, 3],
    ['a list of prompts', { prompt: Array<string>(200).fill('x') }, 200],
    ['n for each of a list', { prompt: ['x', 'y'], n: 3 }, 6],
    ['the best of more for each of a list', { prompt: ['x', 'y'], n: 3, best_of: 5 }, 10],
    ['one prompt as tokens', { prompt: [1, 2, 3] }, 1],
    ['a list of prompts as tokens', { prompt: [[1, 2], [3]] }, 2],
    ['prompts and tokens mixed', { prompt: [1, 'x', [2]] }, 3],
    ['an empty list', { prompt: [] }, 1],
    ['no prompt', {}, 1],
  ])('%s', (_what, body, choices) => {
    expect(outputOf('completions', body)).toEqual({ tokensMax: null, choices });
    expect(outputOf('other', body)).toEqual({ tokensMax: null, choices });
  });
});

describe('the bound of an answer', () => {
  const both = { max_tokens: 100, max_output_tokens: 1, max_completion_tokens: 7 };

  it.each<[Surface, object, number | null]>([
    ['completions', both, 100],
    ['completions', { max_output_tokens: 1 }, null],
    ['responses', both, 1],
    ['responses', { max_tokens: 1 }, null],
    ['other', both, 100],
    ['other', {}, null],
  ])('of %s is the one that the path knows: %j', (surface, body, tokensMax) => {
    expect(outputOf(surface, body)).toEqual({ tokensMax, choices: 1 });
  });
});
