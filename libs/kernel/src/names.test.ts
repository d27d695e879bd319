import { expect, it } from 'vitest';
import { foldName, judgeNames } from './names.js';

it('folds case, hyphens, underscores, and the two letters that Go takes for ASCII', () => {
  for (const name of ['max_tokens', 'Max-Tokens', 'maxTokens', 'max_to\u212aen\u017f']) {
    expect(foldName(name)).toBe('maxtokens');
  }
});

it('judges a name once as long as there is room, and a long one never', () => {
  const judged: string[] = [];
  const judge = judgeNames(
    (name): string | undefined => {
      judged.push(name);
      return name === 'nothing' ? undefined : name.toUpperCase();
    },
    { entriesMax: 2, ofLong: 'long' },
  );
  const asked = ['a', 'nothing', 'b', 'a', 'nothing', 'b', 'x'.repeat(65)];
  expect(asked.map(judge)).toEqual(['A', undefined, 'B', 'A', undefined, 'B', 'long']);
  expect(judged).toEqual(['a', 'nothing', 'b', 'b']);
});
