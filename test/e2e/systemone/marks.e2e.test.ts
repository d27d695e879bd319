import { beforeEach, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../support/expect-error.js';
import { startTypedGateway } from '../../support/typed-gateway.js';

const PATH = '/v1/systemone';
const REWRITING = ['tokenize', 'mask'] as const;

const { gateway } = await startTypedGateway({
  organisation: { protection: { allow_weaker_overrides: true } },
  providers: [{ name: 'decider', family: 'systemone', models: [{ id: 'typed', price: 'free' }] }],
  workloads: [...REWRITING, 'block'].map((mode) => ({ name: mode, protection: { mode } })),
});
beforeEach(() => gateway.sandbox.clear());

const MODEL = 'decider/typed';
const IBAN = 'DE89370400440532013000';
const MARKED_IBAN = 'DE89[3704]0044(0532)013000';
const MAIL = 'eleanor.whitcombe@example.org';
const MARKED_MAIL = 'eleanor.whit()combe@exam[]ple`.org';

const noul = (instructions: unknown, more: object = {}) => ({
  type: 'noul',
  instructions,
  ...more,
});
const choice = (more: object) => ({ type: 'choice', instructions: 'Whose?', ...more });

/** Wherever marks are taken out of a question, and texts are put together; and where the value is found. */
const PLACES: readonly (readonly [string, string, object])[] = [
  ['instructions', 'instructions', noul(`Is ${MARKED_IBAN} his account?`)],
  ['instructions of a structure', 'instructions', noul({ account: [MARKED_IBAN] })],
  ['a key of a structure', 'instructions', noul({ [MARKED_MAIL]: 'his?' })],
  ['lines of one text', 'instructions', noul({ ask: 'DE89 3704 0044\n\n\n0532 [] 0130 00' })],
  ['a criterion', 'criteria.true', noul('So?', { criteria: { true: MARKED_MAIL, false: 'no' } })],
  [
    'a criterion of a structure',
    'criteria.true',
    noul('So?', { criteria: { true: [MARKED_IBAN], false: 'no' } }),
  ],
  ['an option', 'options[0]', choice({ options: [MARKED_MAIL, 'nobody'] })],
  [
    'the name of an option',
    'options[0].name',
    choice({ options: [{ name: MARKED_IBAN }, 'nobody'] }),
  ],
  [
    'an option as a key',
    'criteria[0]',
    choice({ criteria: { [MARKED_MAIL]: null, nobody: null } }),
  ],
  [
    'a description',
    'options[0].description',
    choice({ options: [{ name: 'his', description: MARKED_MAIL }, 'nobody'] }),
  ],
  [
    'a description under its option',
    'criteria[0].description',
    choice({ criteria: { his: MARKED_IBAN, nobody: null } }),
  ],
  [
    'a description of a structure',
    'criteria[0].description',
    choice({ criteria: { his: { of: [MARKED_MAIL] }, no: null } }),
  ],
  [
    'a level',
    'levels[1]',
    { type: 'score', instructions: 'How far?', levels: ['not', MARKED_IBAN] },
  ],
  [
    'a level as a criterion',
    'criteria[1]',
    { type: 'score', instructions: 'How?', criteria: ['no', MARKED_MAIL] },
  ],
];

const ask = (model: string, question: object, workload: string, more: object = {}) =>
  gateway.post(PATH, { model, state: 'x', questions: { q: question }, ...more }, { workload });

async function sent(): Promise<string> {
  const requests = await gateway.sandbox.requests();
  expect(requests).toHaveLength(1);
  return (requests[0]?.body ?? '').replaceAll(/[\s[\]()`]/g, '');
}

interface Decision {
  readonly answers: { readonly q: Readonly<Record<string, unknown>> };
}

describe.each(PLACES)('%s with marks in a value', (_place, param, question) => {
  it.each(REWRITING)('shows a provider nothing of it in %s', async (mode) => {
    const answer = await ask(MODEL, question, mode);
    expect(answer.status, answer.text).toBe(200);
    const body = await sent();
    expect(body).not.toContain(IBAN);
    expect(body).not.toContain(MAIL);
    const { dlp } = await gateway.records.entry(String(answer.headers['request-id']));
    expect(dlp).toMatchObject({ action: mode === 'mask' ? 'masked' : 'tokenized' });
  });

  it.each([MODEL, 'gw/typed'])('is refused in block, of %s', async (model) => {
    const answer = await ask(model, question, 'block');
    await expectRefusal(gateway, answer, 'protection_blocked', {
      param: `questions.q.${param}`,
      message: /^Data protection refused the request: (iban|email) at questions\.q\./,
    });
  });
});

describe('options with marks', () => {
  const names = [MARKED_MAIL, '[nobody]'];

  it.each([
    ['a provider', MODEL],
    ['the model of this machine', 'gw/typed'],
  ])('are said as their caller wrote them, by %s', async (_who, model) => {
    for (const mode of REWRITING) {
      for (const question of [
        choice({ options: names }),
        choice({ criteria: Object.fromEntries(names.map((name) => [name, null])) }),
      ]) {
        const answer = await ask(model, question, mode);
        expect(answer.status, answer.text).toBe(200);
        const { q } = answer.json<Decision>().answers;
        expect(Object.keys(q['probabilities'] as object)).toEqual(names);
        expect(names).toContain(q['choice']);
      }
      const levels = await ask(model, { type: 'score', instructions: 'How?', levels: names }, mode);
      expect(levels.json<Decision>().answers.q['legend']).toEqual({ 0: names[0], 1: names[1] });
    }
  });

  it('are no way around the terms that a request takes out', async () => {
    const question = choice({ criteria: { 'Ele[]anor Whit()combe': null, nobody: null } });
    const more = { gw: { remove: ['Eleanor Whitcombe'] } };
    const answer = await ask(MODEL, question, 'tokenize', more);
    expect(answer.status, answer.text).toBe(200);
    expect(await sent()).not.toContain('EleanorWhitcombe');
    expect(Object.keys(answer.json<Decision>().answers.q['probabilities'] as object)).toEqual([
      'Ele[]anor Whit()combe',
      'nobody',
    ]);
  });
});

describe('what nobody sees', () => {
  it('tells no options apart', async () => {
    for (const options of [
      ['a', 'a\u200b'],
      ['a', '\uff08a\uff09'],
    ]) {
      const answer = await ask(MODEL, choice({ options }), 'tokenize');
      await expectRefusal(gateway, answer, 'options_collide', {
        param: 'questions.q.options',
        message: /what nobody sees/,
      });
    }
  });

  it('is no state', async () => {
    const answer = await ask(MODEL, noul('So?'), 'tokenize', { state: '\0\u200b' });
    await expectRefusal(gateway, answer, 'state_invalid', {
      param: 'state',
      message: /must not be empty/,
    });
  });
});
