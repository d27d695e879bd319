import { describe, expect, it } from 'vitest';
import type { Query } from '#call';
import { Secret } from '#kernel';
import { aModel, anEndpoint, aProvider } from '../../../../test/support/a-call.js';
import { addressOf } from './endpoint.js';

const CHAT = ['v1', 'chat', 'completions'];
const addressFrom = (
  provider: Parameters<typeof aProvider>[0],
  segments = CHAT,
  query: Query = [],
  model: string | null = 'small',
) => {
  const address = addressOf(
    { provider: aProvider(provider), model: model === null ? null : aModel({ id: model }) },
    new Secret('sk-1'),
    segments,
    query,
  );
  return address.origin + address.path;
};

describe('addressOf', () => {
  it.each([
    ['https://api.openai.com/v1', 'https://api.openai.com/v1/chat/completions'],
    ['https://api.openai.com/v1/', 'https://api.openai.com/v1/chat/completions'],
    ['https://api.groq.com/openai/v1', 'https://api.groq.com/openai/v1/chat/completions'],
    ['https://host.example/project/v1//', 'https://host.example/project/v1/chat/completions'],
    ['https://host.example/api/paas/v4', 'https://host.example/api/paas/v4/chat/completions'],
    ['https://host.example', 'https://host.example/v1/chat/completions'],
    ['http://127.0.0.1:8000/v1', 'http://127.0.0.1:8000/v1/chat/completions'],
    ['http://[::1]:8000/v1', 'http://[::1]:8000/v1/chat/completions'],
  ])('goes on from the base URL %s to %s', (baseUrl, address) => {
    expect(addressFrom({ baseUrl })).toBe(address);
  });

  it('writes path and query anew, so that nothing in them parts what was one', () => {
    const baseUrl = 'https://acme.example/v1';
    const query: Query = [
      ['limit', '2'],
      ['include[]', 'a b&c=d#e+f%'],
    ];
    expect(addressFrom({ baseUrl }, ['v1', 'files', 'ft:a b?é+;x@y'], query, null)).toBe(
      'https://acme.example/v1/files/ft:a%20b%3F%C3%A9%2B%3Bx@y?limit=2&include%5B%5D=a%20b%26c%3Dd%23e%2Bf%25',
    );
  });

  it('lets the settings alone say the version of a dated address', () => {
    const provider = {
      family: 'azure' as const,
      baseUrl: 'https://r.example',
      apiVersion: '2024-10-21',
    };
    const query: Query = [['API-Version', '2099-01-01']];
    expect(addressFrom(provider, CHAT, query)).toMatch(/\?api-version=2024-10-21$/);
  });

  it.each([
    'https://res.openai.azure.com',
    'https://res.openai.azure.com/openai',
    'https://res.openai.azure.com/openai/v1',
    'https://res.openai.azure.com/openai/v1/',
  ])('speaks to the v1 surface of Azure at %s, which names the model in the body', (baseUrl) => {
    expect(addressFrom({ family: 'azure', baseUrl })).toBe(
      'https://res.openai.azure.com/openai/v1/chat/completions',
    );
  });

  it.each([
    'https://res.openai.azure.com',
    'https://res.openai.azure.com/openai',
    'https://res.openai.azure.com/openai/v1',
  ])('speaks to a deployment of a dated version of Azure at %s', (baseUrl) => {
    const provider = { family: 'azure' as const, baseUrl, apiVersion: '2024-10-21' };
    expect(addressFrom(provider, CHAT, [['a', 'b']], 'my deployment')).toBe(
      'https://res.openai.azure.com/openai/deployments/my%20deployment/chat/completions?api-version=2024-10-21&a=b',
    );
  });

  it('speaks to the v1 surface of Azure by a version that is a word', () => {
    const provider = {
      family: 'azure' as const,
      baseUrl: 'https://r.example',
      apiVersion: 'preview',
    };
    expect(addressFrom(provider)).toBe(
      'https://r.example/openai/v1/chat/completions?api-version=preview',
    );
  });

  it('speaks to models of other makers at Azure, which have no deployment', () => {
    const baseUrl = 'https://r.services.ai.azure.com/models';
    const provider = { family: 'azure' as const, baseUrl, apiVersion: '2024-05-01-preview' };
    expect(addressFrom(provider)).toBe(
      `${baseUrl}/chat/completions?api-version=2024-05-01-preview`,
    );
  });

  it('ignores a version where the provider is not Azure', () => {
    expect(addressFrom({ apiVersion: '2024-10-21' })).not.toContain('api-version');
  });

  it('opens each family with the credential it knows', () => {
    const headersOf = (
      change: Parameters<typeof aProvider>[0],
      secret: Secret | undefined = new Secret('sk-1'),
    ) => addressOf({ provider: aProvider(change), model: aModel() }, secret, CHAT, []).headers;
    expect(headersOf({ family: 'openai' })).toEqual({ authorization: 'Bearer sk-1' });
    expect(headersOf({ family: 'custom' })).toEqual({ authorization: 'Bearer sk-1' });
    expect(headersOf({ family: 'azure' })).toEqual({ 'api-key': 'sk-1' });
    const token = 'eyJhbGciOiJSUzI1NiJ9.eyJhdWQiOiJ4In0.c2lnbmF0dXJl';
    expect(headersOf({ family: 'azure' }, new Secret(token))).toEqual({
      authorization: `Bearer ${token}`,
    });
    const { headers } = addressOf(anEndpoint(), undefined, CHAT, []);
    expect(headers).toEqual({});
  });
});
