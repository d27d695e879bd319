import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '#kernel';
import { CODE_OR_POEM, startTypedGateway } from '../../support/typed-gateway.js';

const TYPED = 'gw/typed';
const ROUTER = 'gw/typed/router';
const PATH = '/v1/systemone';
const NANO_A_TOKEN = 10; // A hundredth of a euro for a million.

const { gateway, folder } = await startTypedGateway({
  organisation: {
    protection: { allow_weaker_overrides: true },
    // Of a deployment that no provider may serve: what stays at home is no matter of it.
    residency: { mode: 'enforce', allow_zones: ['EU'], deny_countries: ['DE'] },
  },
  aliases: [{ name: 'decider', targets: [{ model: TYPED }] }],
  workloads: [
    { name: 'default' },
    { name: 'tokenize', protection: { mode: 'tokenize' } },
    { name: 'mask', protection: { mode: 'mask' } },
    { name: 'listed', allowed_models: [ROUTER] },
    {
      name: 'aliased',
      aliases: [{ name: TYPED, targets: [{ model: ROUTER }] }],
    },
  ],
});
beforeEach(() => gateway.sandbox.clear());

interface Decision {
  readonly model: string;
  readonly answers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly revision: string;
  readonly decision?: unknown;
  readonly usage: unknown;
}

async function decide(body: object, workload = 'default') {
  const answer = await gateway.post(PATH, body, { workload });
  expect(answer.status, answer.text).toBe(200);
  const entry = await gateway.records.entry(String(answer.headers['request-id']));
  return { answer, decision: answer.json<Decision>(), entry };
}

const asks = (state: unknown, questions: unknown = { kind: CODE_OR_POEM }) => ({
  model: TYPED,
  state,
  questions,
});

/** As `sha256sum` and `sort` say it. */
function revisionOf(graph: string): string {
  const line = (name: string) =>
    `${sha256(readFileSync(join(folder, name))).toString('hex')}  ${name}\n`;
  return sha256([line(graph), line('words.bin')].toSorted().join('')).toString('hex');
}

describe('the typed model', () => {
  it('answers every question of a map under its name, with what it knows of its own answer', async () => {
    const { decision, answer, entry } = await decide(
      asks('code', {
        kind: CODE_OR_POEM,
        level: { type: 'score', instructions: 'is it ?', levels: ['poem', 'code', 'hello'] },
        so: { type: 'noul', instructions: 'is it code ?' },
      }),
    );
    expect(Object.keys(decision.answers)).toEqual(['kind', 'level', 'so']);
    expect(decision.answers['kind']).toMatchObject({ type: 'choice', choice: 'code' });
    expect(decision.answers['kind']?.['answer_confidence']).toBeCloseTo(0.9, 1);
    expect(decision.answers['level']).toMatchObject({
      type: 'score',
      legend: { 0: 'poem', 1: 'code', 2: 'hello' },
    });
    expect(decision.answers['so']?.['noul']).toBeGreaterThan(0.9);
    expect(decision.answers['so']).not.toHaveProperty('answer_confidence');
    expect(decision).not.toHaveProperty('decision');
    expect(decision).toMatchObject({ model: TYPED, revision: revisionOf('typed.onnx') });
    const shown = ['code', 'is it ?', 'code', 'poem', 'is it ?', 'poem', 'code', 'hello'];
    const tokens = Math.ceil([...shown, 'is it code ?'].join('').length / 4);
    expect(decision.usage).toEqual({ input_tokens: tokens, output_tokens: 0 });
    expect(answer.headers).toMatchObject({ 'x-gw-provider': 'gw', 'x-gw-model': 'typed' });
    expect(entry).toMatchObject({
      type: 'call',
      surface: 'systemone',
      wire: 'systemone',
      model_requested: TYPED,
      model_routed: TYPED,
      provider: 'gw',
      jurisdiction: 'LOCAL',
      credential: 'local',
      residency: null,
      outcome: 'ok',
      tokens: { in: tokens, out: 0 },
      usage_source: 'provider',
      price: { nano: `${tokens * NANO_A_TOKEN}`, currency: 'EUR', basis: 'usage' },
    });
    expect(await gateway.sandbox.requests()).toEqual([]);
  });

  it('answers a list as a list, whose items say again what they were called', async () => {
    const { decision } = await decide(asks({ it: 'code' }, [{ ...CODE_OR_POEM, id: 7 }]));
    expect(decision.answers).toMatchObject([{ id: 7, type: 'choice', choice: 'code' }]);
  });

  it('says an option as its caller wrote it, whatever was shown', async () => {
    const { decision } = await decide(
      asks('code', { kind: { ...CODE_OR_POEM, options: ['[code]', 'poem'] } }),
    );
    expect(decision.answers['kind']).toMatchObject({
      choice: '[code]',
      probabilities: { '[code]': expect.any(Number), poem: expect.any(Number) },
    });
  });

  it('is asked by an alias, under whose name it answers', async () => {
    const { decision, entry } = await decide({ ...asks('code'), model: 'decider' });
    expect(decision.model).toBe('decider');
    expect(entry).toMatchObject({ alias: 'decider', model_routed: TYPED });
  });

  it('gives way to an alias of its own name', async () => {
    const { decision } = await decide({ model: TYPED, state: 'hello' }, 'aliased');
    expect(Object.keys(decision.answers)).toEqual(['reasoning', 'complexity', 'task']);
  });
});

describe('the router', () => {
  it('answers its own questions, and what follows from them', async () => {
    const { decision, entry } = await decide({
      model: ROUTER,
      state: { request: 'code', previous: 'proof', attachments: ['a.pdf (application/pdf)'] },
    });
    expect(Object.keys(decision.answers)).toEqual(['reasoning', 'complexity', 'task']);
    expect(decision.answers).toMatchObject({
      reasoning: { type: 'noul' },
      complexity: {
        type: 'score',
        legend: { 0: 'trivial', 1: 'simple', 2: 'moderate', 3: 'hard' },
      },
      task: { type: 'choice', choice: 'code' },
    });
    expect(decision.revision).toBe(revisionOf('router.onnx'));
    expect(decision.decision).toEqual({ route: 'code', demand: 'high' });
    expect(entry).toMatchObject({ model_routed: ROUTER, outcome: 'ok' });
  });

  it('takes a text for the request, and leaves open what it cannot tell', async () => {
    const { decision } = await decide({ model: ROUTER, state: 'is it' });
    expect(decision.decision).toBeNull();
  });
});

describe('data protection', () => {
  const IBAN = 'DE89370400440532013000';
  const questions = {
    kind: { type: 'choice', instructions: `is it ${IBAN} ?`, options: [IBAN, 'poem'] },
  };

  it('shows the model pseudonyms, and its caller its own words again', async () => {
    const { decision, entry, answer } = await decide(asks(`code ${IBAN}`, questions), 'tokenize');
    expect(entry.dlp).toMatchObject({ action: 'tokenized' });
    expect(Object.keys(decision.answers['kind']?.['probabilities'] ?? {})).toEqual([IBAN, 'poem']);
    expect(answer.text).not.toContain('IBAN_');
    expect(JSON.stringify(entry)).not.toContain(IBAN);
  });

  it('shows it masks where the policy masks', async () => {
    const { entry } = await decide(asks(`code ${IBAN}`), 'mask');
    expect(entry.dlp).toMatchObject({ action: 'masked', findings: { iban: 1 } });
  });

  it('takes out what the request names', async () => {
    const { entry } = await decide({ ...asks('code Zorblax'), gw: { remove: ['Zorblax'] } });
    expect(entry.dlp).toMatchObject({ remove_terms: 1 });
  });
});

describe('the list of models', () => {
  const idsOf = async (workload?: string) => {
    const list = await gateway.get('/v1/models', workload ? { workload } : {});
    return list.json<{ data: { id: string }[] }>().data.map(({ id }) => id);
  };

  it('has both while they answer, as far as the allow-list goes', async () => {
    expect(await idsOf()).toEqual(expect.arrayContaining(['decider', TYPED, ROUTER]));
    const listed = await idsOf('listed');
    expect(listed).toContain(ROUTER);
    expect(listed).not.toContain(TYPED);
    const one = await gateway.get(`/v1/models/${ROUTER}`);
    expect(one.json()).toMatchObject({ id: ROUTER, object: 'model', owned_by: 'gw' });
  });
});
