import { beforeAll, describe, expect, it } from 'vitest';
import { Cell } from '#documents';
import type { ErrorKey } from '#kernel';
import { aPdf } from '../../../libs/documents/src/testing/a-pdf.js';
import { expectError, expectRefusal, type ExpectedError } from '../../support/expect-error.js';
import { CODE_OR_POEM, startTypedGateway } from '../../support/typed-gateway.js';

const TYPED = 'gw/typed';
const ROUTER = 'gw/typed/router';
const OCR = 'gw/ocr';
const PATH = '/v1/systemone';
const STATE_BYTES_MAX = 131_072;
const QUESTIONS_BYTES_MAX = 65_536;

const { gateway } = await startTypedGateway({
  organisation: { protection: { allow_weaker_overrides: true } },
  workloads: [
    { name: 'default' },
    { name: 'block', protection: { mode: 'block' } },
    { name: 'mask', protection: { mode: 'mask' } },
    { name: 'listed', allowed_models: [ROUTER] },
    { name: 'poor', budget: { amount: '0.000000001', period: 'total' } },
    { name: 'slow', rpm: 1 },
  ],
  aliases: [
    { name: 'reader', targets: [{ model: TYPED }], fallbacks: [ROUTER] },
    { name: 'decider', targets: [{ model: OCR }] },
    { name: 'several', targets: [{ model: TYPED }], fallbacks: [OCR] },
  ],
});
const cell = gateway.app.get(Cell);
beforeAll(() => cell.whenKnown());

const asks = (questions: unknown, state: unknown = 'code') => ({ model: TYPED, state, questions });
const choice = (options: unknown) => asks({ a: { ...CODE_OR_POEM, options } });
const names = (count: number) => Array.from({ length: count }, (_, at) => `option ${at}`);
const NOUL = { type: 'noul', instructions: 'is it ?' };

/** The validation table of the specification, and what it leaves open. */
const TABLE: readonly (readonly [string, object, ErrorKey, ExpectedError])[] = [
  [
    'a router with questions of null',
    { model: ROUTER, state: 'code', questions: null },
    'questions_forbidden',
    { param: 'questions' },
  ],
  [
    'a router with no questions in their place',
    { model: ROUTER, state: 'code', questions: {} },
    'questions_forbidden',
    { param: 'questions' },
  ],
  ['no state', { model: ROUTER }, 'state_invalid', { param: 'state' }],
  [
    'a router whose state has no request',
    { model: ROUTER, state: { previous: 'code' } },
    'state_invalid',
    { param: 'state.request', message: /state\.request must be a text/ },
  ],
  [
    'a router whose state is a list',
    { model: ROUTER, state: ['code'] },
    'state_invalid',
    { param: 'state', message: /must be an object or a text/ },
  ],
  ['a state of null', asks({ a: NOUL }, null), 'state_invalid', { param: 'state' }],
  [
    'a state that is a number',
    asks({ a: NOUL }, 7),
    'state_invalid',
    { param: 'state', message: /a text, an object or a list/ },
  ],
  [
    'a state that is too large',
    asks({ a: NOUL }, 'x'.repeat(STATE_BYTES_MAX - 1)),
    'state_too_large',
    { param: 'state' },
  ],
  ['no questions', asks(undefined), 'questions_missing', { param: 'questions' }],
  [
    'an empty set of questions',
    asks({}),
    'questions_invalid',
    { param: 'questions', message: /at least one/ },
  ],
  [
    'more than sixteen questions',
    asks(Array.from({ length: 17 }, () => NOUL)),
    'questions_invalid',
    { param: 'questions', message: /17 questions, and may hold 16/ },
  ],
  [
    'a question of no type',
    asks({ a: { instructions: 'is it ?' } }),
    'questions_invalid',
    { param: 'questions.a.type', message: /noul, choice or score/ },
  ],
  [
    'a question without instructions',
    asks({ a: { type: 'noul' } }),
    'questions_invalid',
    { param: 'questions.a.instructions', message: /is missing/ },
  ],
  [
    'a choice of one',
    choice(['code']),
    'questions_invalid',
    { param: 'questions.a.options', message: /2 to 20/ },
  ],
  [
    'a choice of twenty-one',
    choice(names(21)),
    'questions_invalid',
    { param: 'questions.a.options', message: /2 to 20/ },
  ],
  [
    'an option of which nothing is left',
    choice(['[]', 'poem']),
    'questions_invalid',
    { param: 'questions.a.options[0]', message: /nothing is left/ },
  ],
  [
    'options that differ in brackets alone',
    choice(['code', '[code]']),
    'options_collide',
    { param: 'questions.a.options', message: /are the same once brackets/ },
  ],
  [
    'questions of more than a thousand tokens',
    asks({ a: { ...NOUL, instructions: 'word '.repeat(1_000) } }),
    'questions_too_long',
    { param: 'questions', message: /has about 1250 tokens/ },
  ],
  [
    'questions of more than 64 KiB',
    asks({ a: { ...NOUL, instructions: 'x'.repeat(QUESTIONS_BYTES_MAX) } }),
    'questions_too_large',
    { param: 'questions' },
  ],
  ['no model', { state: 'code', questions: { a: NOUL } }, 'model_missing', { param: 'model' }],
];

describe('a typed decision', () => {
  it.each(TABLE)('is refused for %s', async (_, body, key, expected) => {
    await expectRefusal(gateway, await gateway.post(PATH, body), key, expected);
  });

  it('says by a code of its own what is wrong with it', async () => {
    const post = (body: object) => gateway.post(PATH, body);
    const router = { model: ROUTER, state: 'code', questions: [] };
    const at = (param: string) => ({ param });
    await expectRefusal(gateway, await post(router), 'questions_forbidden', at('questions'));
    await expectRefusal(gateway, await post({ model: ROUTER }), 'state_invalid', at('state'));
    await expectRefusal(gateway, await post(asks(null)), 'questions_missing', at('questions'));
    const long = 'x'.repeat(STATE_BYTES_MAX);
    await expectRefusal(gateway, await post(asks({}, long)), 'state_too_large', at('state'));
    const large = asks({ a: { ...NOUL, instructions: long } });
    await expectRefusal(gateway, await post(large), 'questions_too_large', at('questions'));
    const wordy = asks({ a: { ...NOUL, instructions: 'word '.repeat(900) } });
    await expectRefusal(gateway, await post(wordy), 'questions_too_long', {
      param: 'questions',
      message: /has about 1125 tokens/,
    });
    await expectRefusal(gateway, await post(asks('code')), 'questions_invalid', {
      param: 'questions',
      message: /must be an object of questions/,
    });
  });

  it('counts the bytes of its state as they were sent', async () => {
    const state = 'x'.repeat(STATE_BYTES_MAX - 2);
    expect((await gateway.post(PATH, asks({ a: NOUL }, state))).status).toBe(200);
  });

  it('is refused where data protection blocks what it holds', async () => {
    const answer = await gateway.post(PATH, asks({ a: NOUL }, 'mail ann@example.org'), {
      workload: 'block',
    });
    await expectRefusal(gateway, answer, 'protection_blocked', {
      param: 'state',
      message: /email at state/,
    });
  });

  it('is refused and not charged where data protection makes two options the same', async () => {
    const options = ['ann@example.org', 'bob@example.org'];
    const answer = await gateway.post(PATH, choice(options), { workload: 'mask' });
    const id = expectError(answer, 'options_collide', {
      param: 'questions.a.options',
      message: /are the same/,
    });
    expect((await gateway.records.entry(id)).price?.nano ?? '0').toBe('0');
  });

  it('is refused by an allow-list that does not have its model', async () => {
    const answer = await gateway.post(PATH, asks({ a: NOUL }), { workload: 'listed' });
    await expectRefusal(gateway, answer, 'model_not_allowed', {
      param: 'model',
      message: /gw\/typed is not on the allow-list/,
    });
  });

  it('is held on a budget, and refused where that has no room', async () => {
    const answer = await gateway.post(PATH, asks({ a: NOUL }), { workload: 'poor' });
    await expectRefusal(gateway, answer, 'budget_reached');
  });

  it('counts against the limits by the minute', async () => {
    const ask = () => gateway.post(PATH, asks({ a: NOUL }), { workload: 'slow' });
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });

  it('is no conversation, and a conversation is no typed decision', async () => {
    await expectRefusal(gateway, await gateway.chat({ model: TYPED }), 'wire_unsupported');
    const answer = await gateway.post(PATH, { ...asks({ a: NOUL }), model: 'sandbox/small' });
    await expectRefusal(gateway, answer, 'wire_unsupported');
  });

  it.each([OCR, 'gw/anonymize', 'decider'])(
    'is made by no model that does something else: %s',
    async (model) => {
      const answer = await gateway.post(PATH, { ...asks({ a: NOUL }), model });
      await expectRefusal(gateway, answer, 'wire_unsupported');
    },
  );

  it('of a name that leads nowhere is refused as any call is', async () => {
    const answer = await gateway.post(PATH, { ...asks({ a: NOUL }), model: 'gw/typed/other' });
    await expectRefusal(gateway, answer, 'model_unknown', {
      param: 'model',
      message: /provider gw/,
    });
  });
});

describe('a model of typed decisions', () => {
  const PAGE = aPdf([[{ text: 'A page of a report on rivers.', y: 700 }]]);
  const document = {
    type: 'document_url',
    document_url: `data:application/pdf;base64,${PAGE.toString('base64')}`,
  };
  const read = (model: string, workload = 'default') =>
    gateway.post('/v1/ocr', { model, document }, { workload });

  it.each([TYPED, ROUTER, 'gw/anonymize', 'reader'])('reads no pages, as %s', async (model) => {
    await expectRefusal(gateway, await read(model), 'wire_unsupported');
  });

  it('leads round no allow-list, and is refused before a document is opened', async () => {
    await expectRefusal(gateway, await read(ROUTER, 'listed'), 'wire_unsupported');
    const broken = { ...document, document_url: 'data:application/pdf;base64,AAAA' };
    const answer = await gateway.post('/v1/ocr', { model: TYPED, document: broken });
    await expectRefusal(gateway, answer, 'wire_unsupported');
  });

  it('gives way to one of the same alias that reads them, at the price of that one', async () => {
    const answer = await read('several');
    expect(answer.status, answer.text).toBe(200);
    const entry = await gateway.records.entry(String(answer.headers['request-id']));
    expect(entry).toMatchObject({ model_routed: OCR, price: { nano: '1000000' } });
  });
});
