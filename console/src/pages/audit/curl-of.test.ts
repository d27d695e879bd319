import { expect, it } from 'vitest';
import { curlOf } from './curl-of';

const call = {
  path: '/v1/chat/completions',
  wire: 'chat',
  model: "acme/it's",
  isStreaming: true,
};
const BASE = 'https://gw.example';

it('sends the same kind of request, and nothing that was said', () => {
  expect(curlOf(BASE, call)).toBe(String.raw`curl -N 'https://gw.example/v1/chat/completions' \
  -H "Authorization: Bearer $GW_KEY" -H "Content-Type: application/json" \
  -d '{"model":"acme/it'\''s","stream":true,"messages":[{"role":"user","content":"Hello"}]}'`);
});

it('names the model where its format does', () => {
  const gemini = { ...call, path: '/v1beta/models/{id}', wire: 'gemini', model: 'acme/small' };
  expect(curlOf(BASE, gemini)).toContain(
    `-N 'https://gw.example/v1beta/models/acme/small:streamGenerateContent?alt=sse'`,
  );
  expect(curlOf(BASE, { ...gemini, isStreaming: false })).toContain(
    `-d '{"contents":[{"role":"user","parts":[{"text":"Hello"}]}]}'`,
  );
});

it('is not there where the log does not tell what was asked', () => {
  expect(curlOf(BASE, { ...call, model: null })).toBeNull();
  expect(curlOf(BASE, { ...call, wire: 'native', path: '/v1/files/{id}' })).toBeNull();
  expect(curlOf(BASE, { ...call, path: null })).toBeNull();
});
