import { describe, expect, it } from 'vitest';
import type { ConversationProtocol } from '#wire';
import { requestFor, type Fields } from '../testing/asked.js';

const toMistral = (id: string, fields: Fields, protocol?: ConversationProtocol) =>
  requestFor('mistral', id, fields, protocol).fields;

describe('a request to Mistral', () => {
  const THINKER = 'mistral-small-latest';

  it('lies below the address of the settings', () => {
    const { path } = requestFor('mistral', THINKER, {});
    expect(path).toBe('/x/v1/chat/completions');
  });

  it.each([
    [THINKER, 'low', 'high'],
    [THINKER, 'none', 'none'],
    ['magistral-medium-latest', 'low', undefined],
    ['mistral-large-2512', 'high', undefined],
    ['a-model-of-tomorrow', 'high', undefined],
  ])('tells %s at effort %s: %s', (id, reasoning_effort, told) => {
    expect(toMistral(id, { reasoning_effort })['reasoning_effort']).toBe(told);
  });

  it('asks to think where a caller of the messages format does', () => {
    const thinking = { type: 'enabled', budget_tokens: 3_000 };
    expect(toMistral(THINKER, { thinking }, 'messages')['reasoning_effort']).toBe('high');
  });

  it('tells thoughts of a history to models that think', () => {
    const said = { role: 'assistant', reasoning_content: 'Hm.', content: 'Hi' };
    const messages = [{ role: 'user', content: 'Hi' }, said, { role: 'user', content: 'So?' }];
    const textOf = (id: string) => JSON.stringify(toMistral(id, { messages }));
    expect(textOf(THINKER)).toContain('Hm.');
    expect(textOf('magistral-small-2509')).toContain('Hm.');
    expect(textOf('mistral-large-2512')).not.toContain('Hm.');
  });

  it('says what only this provider knows for callers of its own format alone', () => {
    expect(toMistral(THINKER, { safe_prompt: true, random_seed: 5, seed: 7 })).toMatchObject({
      safe_prompt: true,
      random_seed: 5,
    });
    expect(toMistral(THINKER, { safe_prompt: true }, 'messages')).not.toHaveProperty('safe_prompt');
  });
});
