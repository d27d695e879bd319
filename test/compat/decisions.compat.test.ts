import {
  AuthenticationError,
  BadRequestError,
  choice,
  InternalServerError,
  noul,
  NotFoundError,
  score,
  TypeSafeClient,
} from '@typesafe-ai/sdk';
import { describe, expect, it } from 'vitest';
import { startTypedGateway } from '../support/typed-gateway.js';

/** The public client of the format, as its makers publish it: only its address, key and model are ours. */
const { gateway } = await startTypedGateway();
const { gateway: off } = await startTypedGateway({}, {}, { GW_TYPED: 'router' });

const clientOf = (url: string, apiKey: string) =>
  new TypeSafeClient({
    baseURL: url,
    apiKey,
    defaultModel: 'gw/typed',
    logLevel: 'off',
    retry: { maxRetries: 0 },
  });
const client = clientOf(gateway.url, gateway.key());

describe('@typesafe-ai/sdk', () => {
  it('asks questions of every type, and reads what each answer says', async () => {
    const { answers, model, usage } = await client.systemOne({
      state: { it: 'code' },
      questions: {
        kind: choice('is it ?', { code: null, poem: 'hello' }),
        level: score('is it ?', ['poem', 'code', 'hello']),
        so: noul('is it code ?'),
        sides: noul('is it ?', { true: 'code', false: 'poem' }),
      },
    });
    expect(model).toBe('gw/typed');
    expect(usage.input_tokens).toBeGreaterThan(0);
    expect(answers.kind.choice).toBe('code');
    expect(answers.kind.probabilities.code + answers.kind.probabilities.poem).toBeCloseTo(1);
    expect(answers.kind.confidence).toBeGreaterThan(0.9);
    expect(answers.level.score).toBeCloseTo(1, 1);
    expect(answers.level.legend['1']).toBe('code');
    expect(answers.so.noul).toBeGreaterThan(0.9);
    expect(answers.sides.noul).toBeGreaterThan(0.9);
  });

  it('tells refusals by their status, with their words', async () => {
    const options = { code: null, '[Code]': null };
    const collide = client.systemOne({
      state: 'code',
      questions: { a: choice('is it ?', options) },
    });
    await expect(collide).rejects.toThrow(BadRequestError);
    await expect(collide).rejects.toThrow(/are the same once brackets/);
    const asks = { state: 'code', questions: { a: noul('is it code ?') } };
    await expect(clientOf(gateway.url, 'no-key').systemOne(asks)).rejects.toThrow(
      AuthenticationError,
    );
    await expect(client.systemOne({ ...asks, model: 'nobody/one' })).rejects.toThrow(NotFoundError);
    await expect(clientOf(off.url, off.key()).systemOne(asks)).rejects.toThrow(InternalServerError);
  });
});
