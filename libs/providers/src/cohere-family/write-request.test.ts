import { describe, expect, it } from 'vitest';
import type { ConversationProtocol } from '#wire';
import { requestFor, type Fields } from '../testing/asked.js';

const toCohere = (id: string, fields: Fields, protocol?: ConversationProtocol) =>
  requestFor('cohere', id, fields, protocol).fields;

describe('a request to Cohere', () => {
  const THINKER = 'command-a-reasoning-08-2025';

  it('lies below the address of the settings, and opens with a key', () => {
    const { origin, path, headers } = requestFor('cohere', THINKER, {});
    expect(origin + path).toBe('https://host.example/x/v2/chat');
    expect(headers).toMatchObject({ authorization: 'Bearer sk-1' });
  });

  it.each([
    ['low', { type: 'enabled', token_budget: 2_048 }],
    ['none', { type: 'disabled' }],
    ['odd', undefined],
  ])('asks by effort %s to think as %j', (reasoning_effort, thinking) => {
    expect(toCohere(THINKER, { reasoning_effort })['thinking']).toEqual(thinking);
    expect(toCohere('command-a-03-2025', { reasoning_effort })).not.toHaveProperty('thinking');
  });

  it('takes the budget of a caller who names one, and leaves room for the answer', () => {
    const thinking = { type: 'enabled', budget_tokens: 3_000 };
    expect(toCohere(THINKER, { thinking }, 'messages')['thinking']).toEqual({
      type: 'enabled',
      token_budget: 3_000,
    });
    const small = toCohere(THINKER, { reasoning_effort: 'high', max_tokens: 2_000 });
    expect(small).toMatchObject({ max_tokens: 2_000, thinking: { token_budget: 976 } });
  });

  it('asks for no more than the model can say', () => {
    expect(toCohere('command-r7b-12-2024', { max_tokens: 9_000 })['max_tokens']).toBe(4_000);
  });
});
