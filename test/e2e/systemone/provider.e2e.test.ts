import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../support/expect-error.js';
import { CODE_OR_POEM, startTypedGateway } from '../../support/typed-gateway.js';

const PATH = '/v1/systemone';
const seen: { readonly key: string | undefined; readonly body: string }[] = [];

/** A server of typed decisions, as the public format has it. */
const server: Server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
  request.on('end', () => {
    seen.push({ key: request.headers.authorization, body });
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        model: 'one',
        answers: {
          kind: {
            type: 'choice',
            choice: 'code',
            confidence: 0.9,
            probabilities: { code: 0.95, poem: 0.05 },
          },
        },
        usage: { input_tokens: 12, output_tokens: 0 },
      }),
    );
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => server.close());
beforeEach(() => void seen.splice(0));
const { port } = server.address() as AddressInfo;

const typed = (name: string, more: object = {}) => ({
  name,
  family: 'systemone',
  base_url: `http://127.0.0.1:${port}/v1`,
  location: { zone: 'US', guaranteed: true },
  models: [{ id: 'one', price: { currency: 'EUR', input: '1.00', output: '0' } }],
  ...more,
});

const { gateway } = await startTypedGateway({
  organisation: { residency: { mode: 'enforce', allow_zones: ['US'] } },
  providers: [
    typed('decider'),
    typed('shared', { credential: 'managed', base_url: `http://127.0.0.1:${port}/shared/v1` }),
    typed('unpriced', { models: [{ id: 'one', price: { currency: 'EUR', output: '1.00' } }] }),
    typed('free', { models: [{ id: 'one', price: 'free' }] }),
    typed('abroad', { location: { zone: 'CN', guaranteed: true } }),
  ],
  aliases: [
    { name: 'gw/decider', targets: [{ model: 'decider/one' }] },
    { name: 'judge', targets: [{ model: 'decider/one' }] },
  ],
});

const ask = (model: string) =>
  gateway.post(PATH, {
    model,
    state: 'code',
    questions: { kind: { ...CODE_OR_POEM, options: ['(code)', 'poem'] } },
  });

describe('a typed model of a provider', () => {
  it('is asked by its own name with the key of its organisation, in the public format', async () => {
    const answer = await ask('decider/one');
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json()).toMatchObject({
      answers: { kind: { choice: '(code)', probabilities: { '(code)': 0.95, poem: 0.05 } } },
    });
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({
      model: 'one',
      state: 'code',
      questions: { kind: { type: 'choice', criteria: { code: null, poem: null } } },
    });
    const entry = await gateway.records.entry(String(answer.headers['request-id']));
    expect(entry).toMatchObject({
      provider: 'decider',
      jurisdiction: 'US',
      credential: 'byok',
      tokens: { in: 12 },
      residency: { verdict: 'allowed' },
    });
  });

  it.each(['gw/decider', 'judge'])('is reached by no alias, as %s', async (alias) => {
    await expectRefusal(gateway, await ask(alias), 'own_key_required', {
      param: 'model',
      message: /No alias leads to it/,
    });
    expect(seen).toEqual([]);
  });

  it('is not asked with a key that organisations share', async () => {
    await expectRefusal(gateway, await ask('shared/one'), 'own_key_required', {
      param: 'model',
      message: /a key of your own/,
    });
  });

  it('is not asked where nothing says what its input costs', async () => {
    await expectRefusal(gateway, await ask('unpriced/one'), 'price_unavailable', {
      param: 'model',
      message: /has no price for input tokens/,
    });
    expect(seen).toEqual([]);
    expect((await ask('free/one')).status).toBe(200);
  });

  it('passes the residency gate as any call does', async () => {
    const answer = await ask('abroad/one');
    await expectRefusal(gateway, answer, 'residency_blocked', {
      param: 'model',
      message: /abroad/,
    });
    expect(seen).toEqual([]);
  });
});
