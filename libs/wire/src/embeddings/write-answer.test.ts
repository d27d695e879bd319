import { describe, expect, it } from 'vitest';
import { parseJson } from '#kernel';
import { readEmbeddingsAnswer } from './read-answer.js';
import { writeEmbeddingsAnswer } from './write-answer.js';

const OPTIONS = {
  model: 'p/m',
  wantsUsage: true,
  showsThinking: false,
  inputTokens: 7,
  requestId: 'abc',
  customTools: new Set<string>(),
};
const frame = readEmbeddingsAnswer(
  parseJson('{"data":[{"embedding":[1,0.5]}],"usage":{"prompt_tokens":3}}'),
);

describe('an answer of vectors', () => {
  it('has an id, which some SDKs read no answer without', () => {
    expect(JSON.parse(writeEmbeddingsAnswer(frame, { ...OPTIONS, source: 'embeddings' }))).toEqual({
      id: 'embd-abc',
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding: [1, 0.5] }],
      model: 'p/m',
      usage: { prompt_tokens: 3, total_tokens: 3 },
    });
  });
});
