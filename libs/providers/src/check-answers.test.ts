import { describe, expect, it } from 'vitest';
import { parseJson } from '#kernel';
import { checkAnswers } from './check-answers.js';

const check = (...[said, protocol, family, body]: readonly [...Asked, object]) =>
  checkAnswers(said, protocol, family, parseJson(JSON.stringify(body)));
type Asked = [
  said: Parameters<typeof checkAnswers>[0],
  protocol: Parameters<typeof checkAnswers>[1],
  family: string,
];

describe('how many answers a caller asks for', () => {
  it.each([
    ['chat', 'messages', 'anthropic', { n: 2 }, 'n'],
    ['chat', 'messages', 'vertex-claude', { n: 128 }, 'n'],
    ['chat', 'converse', 'bedrock', { n: 2 }, 'n'],
    ['chat', 'cohere', 'cohere', { n: 2 }, 'n'],
    ['chat', 'chat', 'groq', { n: 2 }, 'n'],
    ['completions', 'messages', 'anthropic', { n: 2 }, 'n'],
    ['completions', 'chat', 'groq', { n: 2 }, 'n'],
    [
      'gemini',
      'messages',
      'anthropic',
      { generationConfig: { candidateCount: 2 } },
      'generationConfig.candidateCount',
    ],
  ] as const)('in %s, of %s at %s: %j is refused', (said, protocol, family, body, param) => {
    const refusal = expect.objectContaining({
      key: 'field_invalid',
      details: expect.objectContaining({ param }) as unknown,
    }) as Error;
    expect(() => check(said, protocol, family, body)).toThrow(refusal);
  });

  it.each([
    ['chat', 'messages', 'anthropic', { n: 1 }],
    ['chat', 'messages', 'anthropic', { n: null }],
    ['chat', 'messages', 'anthropic', {}],
    ['chat', 'chat', 'openai', { n: 128 }],
    ['chat', 'mistral', 'mistral', { n: 2 }],
    ['chat', 'gemini', 'gemini', { n: 2 }],
    ['gemini', 'chat', 'openai', { generationConfig: { candidateCount: 2 } }],
    ['messages', 'messages', 'anthropic', { n: 2 }],
  ] as const)('in %s, of %s at %s: %j goes on', (said, protocol, family, body) => {
    expect(() => check(said, protocol, family, body)).not.toThrow();
  });
});
