import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Cancellation, Secret } from '#kernel';
import { aServiceAccount } from '../../../../test/support/service-account.js';
import { TestClock } from '../../../../test/support/test-clock.js';
import { HttpClient } from '../http/http-client.js';
import { aServer } from '../testing/a-server.js';
import { AccessTokens } from './access-tokens.js';
import { serviceAccounts as exchange } from './service-account.js';
import { AnswerRoom, TokenFailure } from '#platform';

const MINUTE_MS = 60_000;
const secret = new Secret(aServiceAccount().keyFile);

let clock: TestClock;
let client: HttpClient;
let tokens: AccessTokens;
beforeEach(() => {
  clock = new TestClock();
  client = new HttpClient(clock);
  tokens = new AccessTokens(client, new AnswerRoom(clock), clock);
});
afterEach(() => client.onModuleDestroy());

type Answer = (response: ServerResponse, turn: number) => void;
const answer =
  (status: number, body: object): Answer =>
  (response, turn) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(body).replace('TURN', String(turn)));
const granted = answer(200, { access_token: 'token-TURN', expires_in: 3_600 });

/** An endpoint that answers in turn, the last answer for ever. */
async function anEndpoint(...answers: readonly Answer[]) {
  let calls = 0;
  const { origin } = await aServer((request, response) => {
    request.resume().on('end', () => {
      answers[Math.min(calls, answers.length - 1)]?.(response, ++calls);
    });
  });
  const order = { secret, exchange, tokenUrl: `${origin}/token` };
  const ask = async (cancellation = new Cancellation()) => tokens.tokenFor(order, cancellation);
  const said = async () => (await ask()).reveal();
  return { ask, said, calls: () => calls };
}

describe('access tokens', () => {
  it('are fetched once for all who wait, and kept until five minutes before their end', async () => {
    const { said, calls } = await anEndpoint(granted);
    expect(await Promise.all([said(), said(), said()])).toEqual(['token-1', 'token-1', 'token-1']);
    clock.skip(54 * MINUTE_MS);
    expect(await said()).toBe('token-1');
    clock.skip(MINUTE_MS);
    expect(await said()).toBe('token-2');
    expect(calls()).toBe(2);
  });

  it('are used for an hour at most, whatever is said of them', async () => {
    const forever = answer(200, { access_token: 'token-TURN', expires_in: 1e9 });
    const { said } = await anEndpoint(forever);
    await said();
    clock.skip(56 * MINUTE_MS);
    expect(await said()).toBe('token-2');
  });

  it('are fetched anew when one was refused, and only that one is dropped', async () => {
    const { ask, said } = await anEndpoint(granted);
    const first = await ask();
    tokens.drop(secret, new Secret('token-0'));
    expect(await said()).toBe('token-1');
    tokens.drop(secret, first);
    expect(await said()).toBe('token-2');
  });

  it('serve to their end where no new one is to be had', async () => {
    const { said, ask } = await anEndpoint(granted, answer(503, {}));
    await said();
    clock.skip(56 * MINUTE_MS);
    expect(await said()).toBe('token-1');
    clock.skip(5 * MINUTE_MS);
    await expect(ask()).rejects.toMatchObject({ isRefused: false, reason: '503' });
  });

  it.each([
    ['refused', answer(400, { error: 'invalid_grant' }), true, '400 invalid_grant'],
    ['refused in prose', answer(401, { error: 'Bad key: <x>' }), true, '401'],
    ['away', answer(500, {}), false, '500'],
    ['without a token', answer(200, { expires_in: 10 }), false, 'malformed'],
    ['without an end', answer(200, { access_token: 'a' }), false, 'malformed'],
    [
      'for two headers',
      answer(200, { access_token: 'a\r\nb: c', expires_in: 9 }),
      false,
      'malformed',
    ],
  ])(
    'that are %s leave the endpoint alone for a second',
    async (_what, given, isRefused, reason) => {
      const { ask, calls } = await anEndpoint(given);
      await expect(ask()).rejects.toMatchObject({ isRefused, reason });
      await expect(ask()).rejects.toBeInstanceOf(TokenFailure);
      expect(calls()).toBe(1);
      clock.skip(1_001);
      await expect(ask()).rejects.toBeInstanceOf(TokenFailure);
      expect(calls()).toBe(2);
    },
  );

  it('are waited for ten seconds at most', async () => {
    let arrived!: () => void;
    const there = new Promise<void>((resolve) => (arrived = resolve));
    const { ask } = await anEndpoint(() => arrived());
    const asked = ask();
    await there;
    clock.skip(10_000);
    await expect(asked).rejects.toMatchObject({ reason: 'timeout' });
  });

  it('are not lost to others when one who waits leaves', async () => {
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    const { ask, said } = await anEndpoint((response, turn) => {
      void released.then(() => granted(response, turn));
    });
    const leaving = new Cancellation();
    const left = ask(leaving);
    const other = said();
    leaving.cancel(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    release();
    expect(await other).toBe('token-1');
  });
});
