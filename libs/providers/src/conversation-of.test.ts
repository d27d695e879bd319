import { GatewayError } from '#kernel';
import { describe, expect, it } from 'vitest';
import type { ConversationProtocol } from '#wire';
import { requestFor, type Fields } from './testing/asked.js';

function refusalOf(family: string, id: string, fields: Fields, protocol: ConversationProtocol) {
  try {
    requestFor(family, id, fields, protocol);
    return undefined;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { key: error.key, param: error.details.param };
  }
}

const CLAUDE = 'claude-sonnet-4-5';
const sound = { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } };
const typo = { type: 'imge_url' };
const asked = (part: object) => ({
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }, part] }],
});

describe('a request that is translated', () => {
  it.each([
    ['anthropic', CLAUDE],
    ['bedrock', 'amazon.nova-pro-v1:0'],
    ['cohere', 'command-a-03-2025'],
  ])('is refused where %s has no place for what is shown', (family, id) => {
    expect(refusalOf(family, id, asked(sound), 'chat')).toEqual({
      key: 'field_invalid',
      param: 'messages[0].content[1]',
    });
  });

  it.each(['anthropic', 'bedrock', 'cohere', 'gemini', 'mistral'])(
    'is refused for %s where nobody can read it',
    (family) => {
      expect(refusalOf(family, CLAUDE, asked(typo), 'chat')).toEqual({
        key: 'field_invalid',
        param: 'messages[0].content[1].type',
      });
    },
  );

  it.each<[ConversationProtocol, Fields, string]>([
    ['chat', { messages: [{ role: 'user', content: '' }] }, 'messages'],
    ['gemini', { contents: [{ parts: [{ text: '' }] }] }, 'contents'],
    ['responses', { input: [{ type: 'web_search_call', id: 'w' }] }, 'input'],
  ])('of %s is refused where nothing is left of it', (protocol, fields, param) => {
    const refusal = refusalOf('anthropic', CLAUDE, fields, protocol);
    expect(refusal).toEqual({ key: 'field_invalid', param });
  });

  it('is the business of a provider that speaks the same format', () => {
    const { fields } = requestFor('openai', 'gpt-5', { ...asked(typo), temperature: 'hot' });
    expect(fields).toMatchObject(asked(typo));
  });
});
