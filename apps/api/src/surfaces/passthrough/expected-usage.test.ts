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
    expect(outputOf('completions', body)).toMatchObject({ tokensMax: null, choices });
    expect(outputOf('other', body)).toMatchObject({ tokensMax: null, choices });
  });
});

describe('the bound of an answer', () => {
  const both = { max_tokens: 100, max_output_tokens: 1, max_completion_tokens: 7 };

  it.each<[Surface, object, number | null]>([
    ['completions', both, 100],
    ['completions', { max_output_tokens: 1 }, null],
    ['responses', both, 1],
    ['responses', { max_tokens: 1 }, null],
    ['responses', { max_output_tokens: 0 }, null],
    ['completions', { max_tokens: 0 }, null],
    ['other', { max_tokens: 0, max_output_tokens: 5 }, null],
    ['other', both, 100],
    ['other', {}, null],
  ])('of %s is the one that the path knows: %j', (surface, body, tokensMax) => {
    expect(outputOf(surface, body)).toMatchObject({ tokensMax, choices: 1 });
  });
});

describe('how long an upload lasts', () => {
  const upload = (bytes: number, seconds: number | null) => ({
    kind: 'file' as const,
    name: 'file',
    filename: 'x',
    contentType: null,
    path: '/x',
    bytes,
    seconds,
  });
  const expectedOfFiles = (surface: Surface, ...parts: ReturnType<typeof upload>[]) => {
    const form = { parts, dispose: () => Promise.resolve() };
    return runAtOnce(expectedOf(surface, { kind: 'form', form }));
  };

  it('is told by samples, and else by its bytes', () => {
    const both = expectedOfFiles('audio', upload(320_000, 10), upload(8_000, null));
    expect(both).toMatchObject({ seconds: 12, secondsMost: 26, audioTokens: 120 });
    expect(expectedOfFiles('files', upload(320_000, 10))).toMatchObject({ secondsMost: 0 });
  });
});
