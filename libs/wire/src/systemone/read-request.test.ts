import fc from 'fast-check';
import { applyEdits, parseJson } from '#kernel';
import { describe, expect, it } from 'vitest';
import type { DecisionKind, DecisionRequest, TypedQuestion } from './decision-request.js';
import { checkDecision, readDecision } from './read-request.js';
import { comparedText, shownText } from './shown-text.js';

const NOUL = { type: 'noul', instructions: 'Is it urgent?' };
const choiceOf = (...options: readonly unknown[]) => ({
  type: 'choice',
  instructions: 'Which?',
  options,
});

const check = (body: object, kind: DecisionKind = 'questions'): DecisionRequest =>
  checkDecision(parseJson(JSON.stringify({ model: 'gw/typed', ...body })), kind).decision;

/** The body as data protection sees it. */
function shownBody(body: object): { readonly state: unknown; readonly questions: unknown } {
  const document = parseJson(JSON.stringify(body));
  const { edits } = checkDecision(document, 'questions');
  return JSON.parse(applyEdits(document.text, edits)) as ReturnType<typeof shownBody>;
}

const asked = (body: object) => {
  const read = check(body);
  if (read.kind !== 'questions') throw new Error('read as for a router');
  return read;
};

const route = (state: unknown) => {
  const read = check({ state }, 'router');
  if (read.kind !== 'router') throw new Error('read as for another model');
  return read;
};

const first = (question: unknown): TypedQuestion | undefined =>
  asked({ state: 'x', questions: { q: question } }).questions[0];

const words = (count: number, word = 'wort') => Array.from({ length: count }, () => word).join(' ');

describe('the state', () => {
  it('is a text, or a structure as lines in the order of its keys', () => {
    const state = { b: 'two', a: { deep: [1, true, null, { x: 'y' }] }, empty: {} };
    expect(asked({ state, questions: { q: NOUL } }).state).toBe(
      'b: two\na:\ndeep:\n1. 1\n2. true\n3. null\n4.\nx: y\nempty:',
    );
    expect(asked({ state: ['a', 'b'], questions: { q: NOUL } }).state).toBe('1. a\n2. b');
    expect(asked({ state: ' [as it is] ', questions: { q: NOUL } }).state).toBe('[as it is]');
  });

  it.each([
    ['missing', undefined],
    ['null', null],
    ['a number', 7],
    ['a flag', true],
    ['an empty text', ' \n'],
    ['a text that nobody sees', '\0\u200b'],
    ['an empty object', {}],
    ['an empty list', []],
  ])('is refused when it is %s', (_name, state) => {
    const refused = expect.objectContaining({
      key: 'state_invalid',
      details: expect.objectContaining({ param: 'state' }) as object,
    });
    expect(() => check({ state, questions: { q: NOUL } })).toThrow(refused);
  });

  it('may have 131072 bytes as JSON, in UTF-8', () => {
    const body = (state: string) => ({ state, questions: { q: NOUL } });
    expect(() => check(body('a'.repeat(131_070)))).not.toThrow();
    expect(() => check(body('é'.repeat(65_535)))).not.toThrow();
    for (const state of ['a'.repeat(131_071), 'é'.repeat(65_536)]) {
      expect(() => check(body(state))).toThrow(expect.objectContaining({ key: 'state_too_large' }));
      expect(() => check({ state }, 'router')).toThrow(
        expect.objectContaining({ key: 'state_too_large' }),
      );
    }
  });

  it('is read up to its 384th word', () => {
    const questions = { q: NOUL };
    expect(asked({ state: words(500), questions }).state).toBe(words(384));
    expect(asked({ state: words(100).split(' '), questions }).state.split(/\s+/)).toHaveLength(200);
    expect(asked({ state: words(400).split(' '), questions }).state.split(/\s+/)).toHaveLength(384);
    // Two characters are a word where no spaces are written.
    expect(asked({ state: '漢'.repeat(2_000), questions }).state).toBe('漢'.repeat(768));
  });
});

describe('the state of a router', () => {
  it('is a text, or an object with what stands around the request', () => {
    expect(route('fix my loop').segments).toEqual({
      request: 'fix my loop',
      attachments: [],
      previous: '',
      system: '',
    });
    const state = {
      request: 'sum it up',
      attachments: ['a.pdf (application/pdf)', 'b.png (image/png)'],
      previous: 'before',
      system: 'be kind',
    };
    expect(route(state).segments).toEqual(state);
    const one = { request: 'r', attachments: 'a.pdf (application/pdf)', previous: null };
    expect(route(one).segments.attachments).toEqual(['a.pdf (application/pdf)']);
  });

  it('keeps the first words of what stands around, the last ones of the turn before, and the rest for the request', () => {
    const { segments, tokens } = route({
      request: words(500, 'ask'),
      attachments: [words(10, 'one'), words(10, 'two'), 'three'],
      previous: `${words(50, 'far')} ${words(47, 'near')} end`,
      system: words(60, 'rule'),
    });
    expect(segments).toEqual({
      request: words(384 - 16 - 48 - 48, 'ask'),
      attachments: [words(10, 'one'), words(6, 'two')],
      previous: `${words(47, 'near')} end`,
      system: words(48, 'rule'),
    });
    const shown = Object.values(segments).flat().join('');
    expect(tokens).toBe(Math.ceil(shown.length / 4));
  });

  it.each([
    ['state', [], 'state'],
    ['state', 7, 'state'],
    ['a text of spaces', ' ', 'state'],
    ['a text that nobody sees', '\u200b\0', 'state'],
    ['no request', { system: 'x' }, 'state.request'],
    ['an empty request', { request: '' }, 'state.request'],
    ['a request of another kind', { request: ['x'] }, 'state.request'],
    ['a turn of another kind', { request: 'x', previous: 7 }, 'state.previous'],
    ['a system of another kind', { request: 'x', system: {} }, 'state.system'],
    ['files of another kind', { request: 'x', attachments: {} }, 'state.attachments'],
    ['a file of another kind', { request: 'x', attachments: ['a', 1] }, 'state.attachments[1]'],
  ])('is refused for %s', (_name, state, param) => {
    expect(() => route(state)).toThrow(
      expect.objectContaining({
        key: 'state_invalid',
        details: expect.objectContaining({ param }) as object,
      }),
    );
  });

  it.each([[null], [{}], [[]], [{ q: NOUL }]])('comes without questions, even %j', (questions) => {
    expect(() => check({ state: 'x', questions }, 'router')).toThrow(
      expect.objectContaining({ key: 'questions_forbidden' }),
    );
  });
});

describe('questions', () => {
  it('have three types, and stand in the order of their caller', () => {
    const { questions, isList } = asked({
      state: 'x',
      questions: {
        z: { ...NOUL, criteria: { true: 'within [a] day', false: 'later' } },
        a: {
          type: 'choice',
          instructions: 'Which `team`?',
          criteria: { billing: 'money  (all)', tech: null },
        },
        last: { type: 'score', instructions: { ask: 'How bad?' }, criteria: ['calm', 'angry'] },
      },
    });
    expect(isList).toBe(false);
    expect(questions).toEqual([
      {
        type: 'noul',
        name: 'z',
        id: null,
        instructions: 'Is it urgent?',
        criteria: { true: 'within a day', false: 'later' },
      },
      {
        type: 'choice',
        name: 'a',
        id: null,
        instructions: 'Which team?',
        options: [
          { name: 'billing', shown: 'billing', description: 'money all' },
          { name: 'tech', shown: 'tech', description: null },
        ],
      },
      {
        type: 'score',
        name: 'last',
        id: null,
        instructions: 'ask: How bad?',
        levels: [
          { name: 'calm', shown: 'calm', description: null },
          { name: 'angry', shown: 'angry', description: null },
        ],
      },
    ]);
  });

  it('may come as a list, with names and ids that answers say again', () => {
    const { questions, isList } = asked({
      state: 'x',
      questions: [NOUL, { ...NOUL, name: 'a', id: 7 }, { ...NOUL, name: 'b', id: 'x' }],
    });
    expect(isList).toBe(true);
    expect(questions.map(({ name, id }) => [name, id])).toEqual([
      [null, null],
      ['a', 7],
      ['b', 'x'],
    ]);
  });

  it('name options as their caller wrote them, and show them without marks', () => {
    expect(first(choiceOf(' (a)  b ', { name: '`c`', description: '[d]' }))).toMatchObject({
      options: [
        { name: ' (a)  b ', shown: 'a b', description: null },
        { name: '`c`', shown: 'c', description: 'd' },
      ],
    });
  });

  it('stand in the body as they are shown before data protection sees it', () => {
    const questions = {
      a: { ...NOUL, instructions: 'Is `it`?', criteria: { true: '(so)', false: ['not', 'so'] } },
      b: {
        type: 'choice',
        instructions: { ask: ['W[h]ich?'] },
        criteria: { 'x(1)': null, y: '[y]' },
      },
      c: choiceOf(
        '[c]',
        { name: 'd`', description: { why: 'd' } },
        { name: 'e', description: '()' },
      ),
      d: { type: 'score', instructions: ' How? ', levels: ['(low)', 'high'] },
    };
    const state = { '[kept]': '(as it is)' };
    const shown = shownBody({ state, questions });
    expect(shown).toEqual({
      state,
      questions: {
        a: {
          type: 'noul',
          instructions: 'Is it?',
          criteria: { true: 'so', false: '1. not 2. so' },
        },
        b: {
          type: 'choice',
          instructions: 'ask: 1. Which?',
          criteria: ['x1', { name: 'y', description: 'y' }],
        },
        c: {
          type: 'choice',
          instructions: 'Which?',
          options: ['c', { name: 'd', description: 'why: d' }, { name: 'e', description: null }],
        },
        d: { type: 'score', instructions: 'How?', levels: ['low', 'high'] },
      },
    });
    const names = [[], ['x(1)', 'y'], ['[c]', 'd`', 'e'], ['(low)', 'high']];
    const text = JSON.stringify(shown);
    expect(readDecision(parseJson(text), 'questions', names)).toEqual(asked({ state, questions }));
    expect(shownBody(shown)).toEqual(shown);
  });

  it.each<[string, unknown, string]>([
    ['none', {}, 'questions'],
    ['an empty list', [], 'questions'],
    ['a text', 'x', 'questions'],
    [
      '17',
      Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`q${at}`, NOUL])),
      'questions',
    ],
    [
      'two of one name',
      [
        { ...NOUL, name: 'a' },
        { ...NOUL, name: 'a' },
      ],
      'questions',
    ],
    ['no object', { q: 'x' }, 'questions.q'],
    ['no type', { q: { instructions: 'x' } }, 'questions.q.type'],
    ['another type', { q: { type: 'bool', instructions: 'x' } }, 'questions.q.type'],
    ['no instructions', { q: { type: 'noul' } }, 'questions.q.instructions'],
    ['nothing to show', { q: { type: 'noul', instructions: '[()]`' } }, 'questions.q.instructions'],
    [
      'nothing to see',
      { q: { type: 'noul', instructions: '(\u200b)' } },
      'questions.q.instructions',
    ],
    ['a number to show', { q: { type: 'noul', instructions: 7 } }, 'questions.q.instructions'],
    ['half a criterion', { q: { ...NOUL, criteria: { true: 'x' } } }, 'questions.q.criteria.false'],
    ['no options', { q: { type: 'choice', instructions: 'x' } }, 'questions.q'],
    ['one option', { q: choiceOf('a') }, 'questions.q.options'],
    [
      '21 options',
      { q: choiceOf(...Array.from({ length: 21 }, (_, at) => `o${at}`)) },
      'questions.q.options',
    ],
    ['an option of nothing', { q: choiceOf('a', '()') }, 'questions.q.options[1]'],
    ['an option that nobody sees', { q: choiceOf('a', '\u200b') }, 'questions.q.options[1]'],
    [
      'an option without name',
      { q: choiceOf('a', { description: 'x' }) },
      'questions.q.options[1]',
    ],
    ['a number as option', { q: choiceOf('a', 2) }, 'questions.q.options[1]'],
    [
      'both spellings',
      { q: { ...choiceOf('a', 'b'), criteria: { c: null, d: null } } },
      'questions.q',
    ],
    [
      'levels in no order',
      { q: { type: 'score', instructions: 'x', criteria: { a: null, b: null } } },
      'questions.q.criteria',
    ],
    ['one level', { q: { type: 'score', instructions: 'x', levels: ['a'] } }, 'questions.q.levels'],
    ['a name that may be data', { 'jane@example.com': 'x' }, 'questions.*'],
  ])('are refused: %s', (_name, questions, param) => {
    expect(() => check({ state: 'x', questions })).toThrow(
      expect.objectContaining({
        key: 'questions_invalid',
        details: expect.objectContaining({ param }) as object,
      }),
    );
  });

  it.each([
    ['marks', choiceOf('a (b)', 'a b')],
    ['case', choiceOf('Yes', 'YES')],
    ['width', choiceOf('ｙｅｓ', 'yes')],
    ['wide marks', choiceOf('（a）', 'a')],
    ['a space that nobody sees', choiceOf('a', 'a\u200b')],
    ['a control character', choiceOf('a\0b', 'ab')],
    ['spaces', choiceOf('a  b', 'a b')],
    ['levels', { type: 'score', instructions: 'x', levels: ['[1]', '1'] }],
    ['sides', { ...NOUL, criteria: { true: 'so', false: '(so)' } }],
  ])('are refused where two of them differ in %s alone', (_name, question) => {
    expect(() => first(question)).toThrow(expect.objectContaining({ key: 'options_collide' }));
  });

  it('are missing where they are null', () => {
    for (const questions of [undefined, null]) {
      expect(() => check({ state: 'x', questions })).toThrow(
        expect.objectContaining({ key: 'questions_missing' }),
      );
    }
  });

  it('may have 65536 bytes as JSON, and about 1000 tokens as shown', () => {
    const padded = (size: number) => ({ q: { ...NOUL, hint: 'x'.repeat(size) } });
    const around = JSON.stringify(padded(0)).length;
    expect(() => check({ state: 'x', questions: padded(65_536 - around) })).not.toThrow();
    expect(() => check({ state: 'x', questions: padded(65_537 - around) })).toThrow(
      expect.objectContaining({ key: 'questions_too_large' }),
    );
    const long = (size: number) => ({ q: { ...NOUL, instructions: 'x'.repeat(size) } });
    expect(() => check({ state: 'x', questions: long(4_000) })).not.toThrow();
    expect(() => check({ state: 'x', questions: long(4_001) })).toThrow(
      expect.objectContaining({ key: 'questions_too_long' }),
    );
  });

  it('are as long as data protection makes them, once they are let in', () => {
    const body = { state: 'x', questions: { q: { ...NOUL, instructions: 'x'.repeat(5_000) } } };
    expect(readDecision(parseJson(JSON.stringify(body)), 'questions').tokens).toBe(1_251);
  });

  it('show no marks and no two options that are alike, whatever is asked', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'B', ' ', '(', ')', '[', ']', '`', 'é') });
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 20 }), (names) => {
        const shown = names.map(shownText);
        const isSound =
          !shown.includes('') && new Set(shown.map(comparedText)).size === shown.length;
        if (!isSound) {
          expect(() => first(choiceOf(...names))).toThrow();
          return;
        }
        const read = first(choiceOf(...names));
        if (read?.type !== 'choice') throw new Error('no choice');
        expect(read.options.map(({ name }) => name)).toEqual(names);
        expect(read.options.map((option) => option.shown).join('')).not.toMatch(/[[\]()`]|\s\s/);
      }),
    );
  });
});

it('counts a token for four characters of what is shown', () => {
  const questions = { q: choiceOf('ab', { name: 'cd', description: 'efg' }) };
  // state 5, instructions 6, options 2 + 2 + 3
  expect(asked({ state: 'hello', questions }).tokens).toBe(5);
});
