import { parseJson } from '#kernel';
import { describe, expect, it } from 'vitest';
import { aProvider } from '../../../../test/support/a-call.js';
import { protocolFor } from '../family-adapter.js';
import { openaiFamily } from './openai-family.js';
import { withoutForeignSeals } from './responses.js';

describe('the format that is spoken with a provider', () => {
  it.each([
    ['openai', null, null, 'responses'],
    ['sandbox', null, null, 'responses'],
    ['azure', null, null, 'responses'],
    ['azure', 'preview', null, 'responses'],
    ['azure', '2024-10-21', null, 'chat'],
    ['azure', '2024-10-21', true, 'responses'],
    ['openai', null, false, 'chat'],
    ['xai', null, null, 'responses'],
    ['xai', null, false, 'chat'],
    ['groq', null, null, 'chat'],
    ['groq', null, true, 'responses'],
    ['custom', null, null, 'chat'],
    ['custom', null, true, 'responses'],
  ])('of %s, version %s, said %s, is %s', (family, apiVersion, servesResponses, expected) => {
    const provider = aProvider({ family, apiVersion, servesResponses });
    expect(protocolFor(openaiFamily, provider, 'responses')).toBe(expected);
    expect(protocolFor(openaiFamily, provider, 'chat')).toBe('chat');
    expect(protocolFor(openaiFamily, provider, 'messages')).toBe('chat');
  });
});

describe('what is sealed for another maker', () => {
  const without = (text: string): string => withoutForeignSeals(parseJson(text)).text;

  it('is not sent, and everything else stays as it was spelled', () => {
    const seal = (value: string) =>
      `{"type":"reasoning","summary":[],"encrypted_content":"${value}"}`;
    const text = `{"input": [ {"role":"user","content":"H\\u0069"},${seal('gw1_messages_x')}, ${seal('gAAAA')} ,${seal('gw1_redacted_y')}],"n":1.0}`;
    expect(without(text)).toBe(
      `{"input": [{"role":"user","content":"H\\u0069"},${seal('gAAAA')}],"n":1.0}`,
    );
  });

  it.each(['{"input":"gw1_messages_x"}', '{ "input" : [ ] }', '{"messages":[]}'])(
    '%s stays byte for byte',
    (text) => {
      expect(without(text)).toBe(text);
    },
  );
});
