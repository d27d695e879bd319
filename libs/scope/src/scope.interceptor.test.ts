import { Logger } from '@nestjs/common';
import { beforeAll, describe, expect, it } from 'vitest';
import { CallerGone, type ScopePolicy } from '#call';
import { failed, refuse, SystemEntropy } from '#kernel';
import {
  aDocument,
  aKey,
  aRoutedCall,
  anOrganisation,
  aWorkload,
} from '../../../test/support/a-call.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { ScopeJudge, type Judgement } from './judge.js';
import { ScopeInterceptor } from './scope.interceptor.js';

beforeAll(() => Logger.overrideLogger(false));

const POLICY: ScopePolicy = {
  mode: 'block',
  statement: 'Questions about parcels and refunds.',
  examplesIn: [],
  examplesOut: [],
  judge: 'acme/judge',
  uncertain: 'allow',
  unread: 'refuse',
  trustsSystem: false,
  exceptions: [],
  version: '1',
};

/** Says what it was told to, and counts how often it was asked. */
class ToldJudge extends ScopeJudge {
  asked = 0;
  answer: () => Judgement = () => ({ p: 0.9, reason: '' });

  judge(): Promise<Judgement> {
    this.asked++;
    return Promise.resolve().then(this.answer);
  }
}

const organisation = anOrganisation();
const picture = (bytes: string) => ({
  type: 'image_url',
  image_url: { url: `data:image/png;base64,${bytes}` },
});
const PICTURE = picture('iVBORw0KGgo=');
const words = (text: string) => ({ type: 'text', text });

function aScene(change: Partial<ScopePolicy> = {}) {
  const clock = new FakeClock();
  const judge = new ToldJudge();
  const guard = new ScopeInterceptor(judge, clock, new SystemEntropy());
  const workload = aWorkload({ scope: { ...POLICY, ...change } });
  const askFor = async (body: object, more: object = {}) => {
    const call = aRoutedCall({
      organisation,
      workload,
      body: { kind: 'json', document: aDocument(body) },
    });
    return (await guard.enter({ ...call, ...more })).call.scope;
  };
  const ask = (content: unknown = 'Where is my parcel?', more: object = {}) =>
    askFor({ messages: [{ role: 'user', content }] }, more);
  return { clock, judge, ask, askFor, workload };
}
const refused = (key: string, scope: object) =>
  expect.objectContaining({ key, facts: { scope: expect.objectContaining(scope) as object } });

describe('the guard', () => {
  it.each([
    [1, 'in'],
    [0.65, 'in'],
    [0.64, 'uncertain'],
    [0.36, 'uncertain'],
    [0.35, 'out'],
    [0, 'out'],
  ])('takes %f for %s', async (p, verdict) => {
    const { ask, judge } = aScene({ mode: 'flag' });
    judge.answer = () => ({ p, reason: '' });
    expect(await ask()).toEqual({
      mode: 'flag',
      verdict,
      p,
      judge: 'acme/judge',
      unread: [],
      isCached: false,
      exception: null,
    });
  });

  it('blocks what is outside, with the reason of its judge or with words of its own', async () => {
    const { ask, judge, workload } = aScene();
    judge.answer = () => ({ p: 0.07, reason: 'This is about poems.' });
    await expect(ask()).rejects.toMatchObject({
      key: 'scope_violation',
      message: `Outside the declared scope of workload '${workload.name}': This is about poems.`,
    });
    judge.answer = () => ({ p: 0.07, reason: '' });
    await expect(ask('A poem, now!')).rejects.toThrow(
      `workload '${workload.name}': confidence 0.93. It is for: Questions about parcels`,
    );
  });

  it.each(['allow', 'block'] as const)(
    'does with what is uncertain as it is told: %s',
    async (uncertain) => {
      const { ask, judge } = aScene({ uncertain });
      judge.answer = () => ({ p: 0.5, reason: '' });
      const passed = await ask().then(
        () => 'allow',
        () => 'block',
      );
      expect(passed).toBe(uncertain);
      const scene = aScene({ uncertain, unread: 'mark' });
      const unread = await scene.ask([PICTURE]).then(
        () => 'allow',
        () => 'block',
      );
      expect([unread, scene.judge.asked]).toEqual([uncertain, 0]);
    },
  );

  it('asks once for ten minutes for what is the same, and again for another scope', async () => {
    const { ask, judge, clock } = aScene();
    expect(await ask()).toMatchObject({ isCached: false });
    expect(await ask()).toMatchObject({ isCached: true, verdict: 'in', p: 0.9 });
    expect(judge.asked).toBe(1);
    await ask('And my refund?');
    expect(judge.asked).toBe(2);
    clock.advance(600_000);
    await ask();
    expect(judge.asked).toBe(3);
  });

  it('judges anew whatever the judge was not shown, too', async () => {
    const { ask, askFor, judge } = aScene({ unread: 'mark' });
    const long = (middle: string) => `${'begin '.repeat(9_000)}${middle}${' end'.repeat(9_000)}`;
    await ask(long('my parcel'));
    await ask(long('a poem'));
    expect(judge.asked).toBe(2);
    await ask([words('What is this?')]);
    await ask([words('What is this?'), picture('AAAA')]);
    await ask([words('What is this?'), picture('BBBB')]);
    expect(judge.asked).toBe(5);
    expect(await ask([words('What is this?'), picture('BBBB')])).toMatchObject({
      isCached: true,
      unread: ['image'],
    });
    const system = (content: string) => ({ role: 'system', content });
    await askFor({ messages: [system(long('x')), { role: 'user', content: 'ok' }] });
    await askFor({ messages: [system(long('y')), { role: 'user', content: 'ok' }] });
    expect(judge.asked).toBe(7);
    // The same words, said by somebody else.
    await askFor({ messages: [system('One'), { role: 'user', content: 'Two' }] });
    await askFor({
      messages: [
        { role: 'user', content: 'Two' },
        { role: 'tool', content: 'One' },
      ],
    });
    expect(judge.asked).toBe(9);
  });

  it.each([
    ['a picture', { messages: [{ role: 'user', content: [words('Hm?'), PICTURE] }] }, /pictures/],
    ['tokens', { prompt: [1, 2, 3] }, /tokens/],
    ['a conversation that is kept', { input: 'Hm?', conversation: 'conv_12345678' }, /keeps/],
    [
      'a long turn',
      { messages: [{ role: 'user', content: 'a b '.repeat(9_000) }] },
      /so long a turn/,
    ],
  ])('refuses %s that nobody can judge, or marks it', async (_what, body, message) => {
    const { askFor, judge } = aScene();
    const at = {
      protocol: 'prompt' in body ? 'completions' : 'conversation' in body ? 'responses' : 'chat',
    };
    await expect(askFor(body, at)).rejects.toMatchObject({ key: 'scope_violation', message });
    expect(judge.asked).toBe(0);
    const unread = expect.arrayContaining([expect.any(String)]) as string[];
    expect(await aScene({ unread: 'mark' }).askFor(body, at)).toMatchObject({ unread });
    expect(await aScene({ mode: 'flag' }).askFor(body, at)).toMatchObject({ unread });
  });

  it('leaves a system prompt out that the operator writes', async () => {
    const trusting = aScene({ trustsSystem: true });
    const body = {
      messages: [
        { role: 'system', content: 'Poems!' },
        { role: 'user', content: 'ok' },
      ],
    };
    expect(await trusting.askFor(body)).toMatchObject({ verdict: 'in', p: null });
    expect(trusting.judge.asked).toBe(0);
    const { askFor, judge } = aScene();
    judge.answer = () => ({ p: 0, reason: '' });
    await expect(askFor(body)).rejects.toMatchObject({ key: 'scope_violation' });
  });

  it('takes a greeting with a picture for what it is: nothing that can be judged', async () => {
    const { ask } = aScene({ unread: 'mark' });
    expect(await ask([words('Hi'), PICTURE])).toMatchObject({ verdict: 'uncertain', p: null });
  });

  it('refuses nothing for the length of what is around a request, and says it', async () => {
    const { askFor } = aScene();
    const results = { role: 'tool', content: 'x'.repeat(9_000) };
    const messages = [{ role: 'user', content: 'Where is it?' }, results];
    expect(await askFor({ messages })).toMatchObject({ verdict: 'in', unread: ['context'] });
  });

  it('says what it does not judge: texts that no model answers', async () => {
    const { ask, judge } = aScene();
    const told = (unread: string) => ({ verdict: 'none', p: null, unread: [unread] });
    expect(await ask('x y', { operation: { kind: 'embed' } })).toMatchObject(told('embedding'));
    expect(await ask('x y', { surface: 'moderations' })).toMatchObject(told('moderation'));
    expect(judge.asked).toBe(0);
  });

  it('judges what is to be drawn or spoken, and refuses forms, which it cannot read', async () => {
    const { askFor, judge } = aScene();
    judge.answer = () => ({ p: 0, reason: '' });
    const outside = { key: 'scope_violation' };
    const draw = { operation: { kind: 'draw' }, protocol: 'images' };
    await expect(askFor({ prompt: 'A cat' }, draw)).rejects.toMatchObject(outside);
    const speak = { operation: { kind: 'forward' }, protocol: 'native' };
    await expect(askFor({ input: 'A poem', voice: 'a' }, speak)).rejects.toMatchObject(outside);
    expect(judge.asked).toBe(2);
    const { inspection } = aRoutedCall();
    const form = { ...inspection, request: { kind: 'form', form: {} } };
    await expect(askFor({}, { inspection: form })).rejects.toMatchObject(outside);
  });

  it('does not pass without a verdict where it blocks, and does where it flags', async () => {
    const failing = () => {
      throw failed('upstream_timeout');
    };
    const blocking = aScene();
    blocking.judge.answer = failing;
    await expect(blocking.ask()).rejects.toEqual(
      refused('scope_guard_unavailable', { verdict: 'none', p: null }),
    );
    const flagging = aScene({ mode: 'flag' });
    flagging.judge.answer = failing;
    expect(await flagging.ask()).toMatchObject({ verdict: 'none', p: null });
  });

  it('leaves a judge alone that fails again and again, and tries it later', async () => {
    const { ask, judge, clock } = aScene({ mode: 'flag' });
    judge.answer = () => {
      throw failed('upstream_timeout');
    };
    for (let at = 0; at < 8; at++) await ask(`Question ${at}?`);
    expect(judge.asked).toBe(5);
    clock.advance(60_000);
    judge.answer = () => ({ p: 1, reason: '' });
    expect(await ask('And now?')).toMatchObject({ verdict: 'in' });
  });

  it.each(['budget_reached', 'rate_limited'] as const)(
    'lets a refusal for money or rate through as it is: %s',
    async (key) => {
      const { ask, judge } = aScene();
      judge.answer = () => {
        throw refuse(key);
      };
      for (let at = 0; at < 8; at++) await expect(ask()).rejects.toMatchObject({ key });
      expect(judge.asked).toBe(8);
    },
  );

  it.each([402, 429])('a judge whose provider refuses with %d has no verdict', async (status) => {
    const { ask, judge } = aScene();
    judge.answer = () => {
      throw failed('upstream_failed', {
        message: 'acme/judge has no quota left',
        upstream: { status, type: 'rate_limit_error', code: 'quota' },
      });
    };
    await expect(ask()).rejects.toMatchObject({
      key: 'scope_guard_unavailable',
      message: expect.not.stringContaining('acme') as string,
      details: {},
    });
    for (let at = 0; at < 8; at++) await ask(`Question ${at}?`).catch(() => null);
    expect(judge.asked).toBe(5);
  });

  it('ends with its caller', async () => {
    const { ask, judge } = aScene();
    judge.answer = () => {
      throw new CallerGone();
    };
    await expect(ask()).rejects.toBeInstanceOf(CallerGone);
  });

  it('lets an exception pass unjudged until its day', async () => {
    const exception = {
      contains: 'release notes',
      reason: 'launch week',
      untilMs: 2_000_000_000_000,
    };
    const { ask, judge } = aScene({ exceptions: [exception] });
    judge.answer = () => ({ p: 0, reason: '' });
    expect(await ask('Draft our RELEASE NOTES')).toMatchObject({
      verdict: 'none',
      exception: { reason: 'launch week' },
    });
    expect(judge.asked).toBe(0);
    const past = aScene({ exceptions: [{ ...exception, untilMs: 0 }] });
    past.judge.answer = judge.answer;
    await expect(past.ask('Draft our release notes')).rejects.toMatchObject({
      key: 'scope_violation',
    });
  });

  it('judges neither greetings nor calls of its own', async () => {
    const { ask, judge, workload } = aScene();
    expect(await ask('Hello!')).toMatchObject({ verdict: 'in', p: null });
    expect(
      await ask('x y', { principal: { ...aKey(organisation, workload), kind: 'internal' } }),
    ).toBe(null);
    expect(judge.asked).toBe(0);
  });
});
