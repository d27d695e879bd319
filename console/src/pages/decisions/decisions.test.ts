import { describe, expect, it } from 'vitest';
import { likeliestOf, readDecision, verdictOf, type Answer } from './answers';
import { decisionRequest, NO_DRAFT, NO_QUESTION, NO_REQUEST, ROUTER, sharedNames } from './draft';
import { draftOf, EXAMPLES } from './examples';
import { keptOf, SHELF } from './presets';

const options = [
  { name: 'a', description: 'first' },
  { name: 'b', description: '' },
];

describe('a request', () => {
  it('has each question in the form of its type, and by a name', () => {
    const questions = [
      { ...NO_QUESTION, name: ' kind ', instructions: 'which?', options },
      { ...NO_QUESTION, type: 'score' as const, instructions: 'how?', options },
      { ...NO_QUESTION, type: 'noul' as const, instructions: 'is it?', options },
      { ...NO_QUESTION, type: 'noul' as const, instructions: 'is it?', yes: 'y', no: 'n' },
    ];
    expect(decisionRequest('gw/typed', { ...NO_DRAFT, state: '{"a":1}', questions })).toEqual({
      model: 'gw/typed',
      state: { a: 1 },
      questions: {
        kind: {
          type: 'choice',
          instructions: 'which?',
          options: [{ name: 'a', description: 'first' }, 'b'],
        },
        q2: { type: 'score', instructions: 'how?', levels: ['a', 'b'] },
        q3: { type: 'noul', instructions: 'is it?' },
        q4: { type: 'noul', instructions: 'is it?', criteria: { true: 'y', false: 'n' } },
      },
    });
  });

  it.each(['7', '"x"', 'null', '{', 'a text'])('takes %j for a text', (state) => {
    expect(decisionRequest('m', { ...NO_DRAFT, state })).toMatchObject({ state });
  });

  it('to the router has the parts that are filled, and no questions', () => {
    const request = { ...NO_REQUEST, request: 'shorter', attachments: 'a.pdf\n\nb.csv\n' };
    expect(decisionRequest(ROUTER, { ...NO_DRAFT, request })).toEqual({
      model: ROUTER,
      state: { request: 'shorter', attachments: ['a.pdf', 'b.csv'] },
    });
  });

  it('cannot have two questions of one name, given or made', () => {
    const shared = sharedNames([{ ...NO_QUESTION, name: 'q2' }, NO_QUESTION, NO_QUESTION]);
    expect([...shared]).toEqual(['q2']);
  });
});

describe('an answer', () => {
  const body = {
    answers: {
      10: { type: 'choice', choice: 'x', confidence: 0.4, probabilities: { 1: 0.3, x: 0.7 } },
      kind: { type: 'noul', noul: 0.2, confidence: 0.6, answer_confidence: 0.8 },
      level: {
        type: 'score',
        score: 1.1,
        confidence: 0,
        probabilities: { 0: 0.2, 1: 0.5, 10: 0.3 },
        legend: { 0: 'low', 1: 'middle' },
      },
      odd: { type: 'guess' },
    },
    revision: 'abc',
  };

  it('stands in the order of its questions, and says which were not answered', () => {
    const { answers, missing, revision, decision } = readDecision(body, [
      'level',
      'kind',
      '10',
      'odd',
    ]);
    expect(answers.map(({ name }) => name)).toEqual(['level', 'kind', '10']);
    expect(missing).toEqual(['odd']);
    expect([revision, decision]).toEqual(['abc', undefined]);
    const [level, kind, choice] = answers;
    expect(level?.shares.map(({ label }) => label)).toEqual(['low', 'middle', '10']);
    expect(level && likeliestOf(level)?.label).toBe('middle');
    expect(kind).toMatchObject({ value: 0.2, worth: 0.8 });
    expect(choice).toMatchObject({ choice: 'x', shares: [{ label: 'x' }, { label: '1' }] });
  });

  it('of a router leads somewhere, or leaves it open', () => {
    const decided = { answers: {}, decision: { route: 'code', demand: 'high' } };
    expect(readDecision(decided, []).decision).toEqual({ route: 'code', demand: 'high' });
    expect(readDecision({ answers: {}, decision: null }, []).decision).toBeNull();
  });

  it.each([undefined, null, 'x', [], { answers: [] }, { answers: { a: 1 } }])(
    'is none where a body is odd: %j',
    (odd) => {
      expect(readDecision(odd, ['a'])).toMatchObject({ answers: [], missing: ['a'] });
    },
  );

  it('is held back below the bound, and called a guess where it is worth no more than chance', () => {
    const shares = ['a', 'b', 'c', 'd'].map((label) => ({ label, probability: 0.25 }));
    const verdict = (worth: number | null) =>
      verdictOf({ worth, shares } as unknown as Answer, 0.8);
    expect([null, 0.28, 0.5, 0.79, 0.8, 1].map(verdict)).toEqual([
      'unmeasured',
      'guess',
      'unsure',
      'unsure',
      'sure',
      'sure',
    ]);
  });
});

it('examples are whole requests', () => {
  for (const example of EXAMPLES) {
    const draft = draftOf(example);
    const asked = decisionRequest(example.model ?? 'gw/typed', draft) as { state: unknown };
    expect(asked.state).toBeTruthy();
    expect(sharedNames(draft.questions).size).toBe(0);
  }
});

it('presets are read whatever a browser has kept under their name', () => {
  const storage = new Map<string, string>();
  const kept = {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
  } as Storage;
  const draft = { ...NO_DRAFT, state: 'a secret', questions: [{ ...NO_QUESTION, options }] };
  const preset = { name: 'a', model: 'm', draft: keptOf(draft, false) };
  expect(SHELF.write(kept, [preset])).toBe(true);
  expect([...storage.values()].join()).not.toContain('secret');
  expect(SHELF.read(kept)).toEqual([preset]);
  for (const odd of [
    '{',
    '[1,{"name":2}]',
    '[{"name":"b","draft":{"questions":[7,{"options":[1]}]}}]',
  ]) {
    storage.set('gw-decision-presets', odd);
    for (const { draft: read } of SHELF.read(kept)) {
      expect(read.questions.every((one) => one.options.length >= 2)).toBe(true);
    }
  }
});
