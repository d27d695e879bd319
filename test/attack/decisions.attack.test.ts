import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer } from '../support/http.js';
import { waitFor } from '../support/wait-for.js';
import { Sweep } from './sweep.js';

const MS_MAX = 5; // Models run in processes of their own: what is left is reading, checking and writing.
/** Of what any call takes: inspecting all of a large body, and two hundred that come in at once. As event-loop.attack. */
const ANY_CALL_MS_MAX = 100;
const CALLERS = 200;
const LATE_MS = 10_000; // Of the specification, for any answer.
const READY_MS_MAX = 60_000; // Both models are verified from the disk first.

const TYPED = 'gw/typed';
const ROUTER = 'gw/typed/router';
/** As many words as are shown. */
const STATE = 'The parcel was sent nine days ago and has not arrived. '.repeat(39);

const sweep = await Sweep.start([], { GW_TYPED: 'on', GW_TYPED_PROCESSES: '1' });
afterAll(() => sweep.stop());

const post = (body: object): Promise<Answer> =>
  sweep.send('/v1/systemone', Buffer.from(JSON.stringify(body)));

const asks = (questions: number, options: number, state: unknown = STATE) => ({
  model: TYPED,
  state,
  questions: Object.fromEntries(
    Array.from({ length: questions }, (_, at) => [
      `q${at}`,
      {
        type: 'choice',
        instructions: `Who reads it, by rule ${at}?`,
        options: Array.from({ length: options }, (_unused, option) => `desk ${option}`),
      },
    ]),
  ),
});
const routes = (request: string) => ({ model: ROUTER, state: { request } });

beforeAll(async () => {
  const isReady = async () =>
    (await post(asks(1, 2, 'hello'))).status === 200 &&
    (await post(routes('hello'))).status === 200;
  await waitFor('both models', isReady, READY_MS_MAX);
}, READY_MS_MAX);

const BODIES: Readonly<Record<string, object>> = {
  'sixteen questions of four options': asks(16, 4),
  'as many options as may be': asks(16, 20, 'The parcel has not arrived.'),
  'a routed request': routes(STATE),
};

for (const [name, body] of Object.entries(BODIES)) {
  it(name, ({ task }) => sweep.judge(task, () => post(body), MS_MAX));
}

/** As many values as the bytes of a state hold: all are inspected, though a model is shown few. */
const STRUCTURE = asks(1, 2, { mails: Array.from({ length: 8_000 }, (_, at) => `${at} ${at}`) });

it('a large structure', ({ task }) => sweep.judge(task, () => post(STRUCTURE), ANY_CALL_MS_MAX));

it('two hundred callers at once', async ({ task }) => {
  const call = async (): Promise<Answer> => {
    const since = performance.now();
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, () => post(routes('Write a function that sorts.'))),
    );
    expect(performance.now() - since).toBeLessThan(LATE_MS);
    for (const { status, headers } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, headers['retry-after']]).toEqual([503, '2']);
    }
    const served = answers.find(({ status }) => status === 200);
    expect(served).toBeDefined();
    return served as Answer;
  };
  await sweep.judge(task, call, ANY_CALL_MS_MAX);
});
