import fc from 'fast-check';
import { parseJson } from '#kernel';
import { describe, expect, it } from 'vitest';
import { readDecision } from './read-request.js';
import { writeDecision, type Judged } from './write-decision.js';

const requestOf = (questions: unknown) =>
  readDecision(parseJson(JSON.stringify({ state: 'x', questions })), 'questions');

const choice = (options: readonly string[]) => ({
  type: 'choice',
  instructions: 'Which?',
  options,
});

const decided = (questions: unknown, judged: readonly Judged[]): string =>
  writeDecision(requestOf(questions), { judged, revision: 'ab12' }, 'gw/typed');

describe('a decision', () => {
  it('says what was asked, in the order and the words of its caller', () => {
    const questions = {
      '2': { type: 'noul', instructions: 'So?' },
      '1': choice(['(b)', '10', '9']),
      __proto__x: { type: 'score', instructions: 'How?', levels: ['low', 'mid', 'high'] },
    };
    // An object literal would sort the first two.
    const body = `{"state":"x","questions":{"2":${JSON.stringify(questions[2])},"1":${JSON.stringify(questions[1])},"__proto__x":${JSON.stringify(questions.__proto__x)}}}`;
    const text = writeDecision(
      readDecision(parseJson(body), 'questions'),
      {
        judged: [
          { probabilities: [0.83], answerConfidence: 0.77777 },
          { probabilities: [0.2, 0.7, 0.1] },
          { probabilities: [0.1, 0.2, 0.7], answerConfidence: 0.6 },
        ],
        revision: 'ab12',
      },
      'gw/typed',
    );
    expect(text).toBe(
      '{"model":"gw/typed","answers":{' +
        '"2":{"type":"noul","noul":0.83,"confidence":0.66,"answer_confidence":0.7778},' +
        '"1":{"type":"choice","choice":"10","confidence":0.55,"probabilities":{"(b)":0.2,"10":0.7,"9":0.1}},' +
        '"__proto__x":{"type":"score","score":1.6,"confidence":0.55,"probabilities":{"0":0.1,"1":0.2,"2":0.7},"legend":{"0":"low","1":"mid","2":"high"},"answer_confidence":0.6}},' +
        '"revision":"ab12","usage":{"input_tokens":7,"output_tokens":0}}',
    );
  });

  it('answers a list with a list', () => {
    const questions = [
      { type: 'noul', instructions: 'So?', name: 'a', id: 7 },
      { type: 'noul', instructions: 'So?' },
    ];
    const text = decided(questions, [{ probabilities: [1] }, { probabilities: [0.5] }]);
    expect((JSON.parse(text) as { answers: unknown }).answers).toEqual([
      { name: 'a', id: 7, type: 'noul', noul: 1, confidence: 1 },
      { type: 'noul', noul: 0.5, confidence: 0 },
    ]);
  });

  it('of a router has its own questions, and what follows from the answers', () => {
    const request = readDecision(parseJson('{"state":"hello"}'), 'router');
    const judged = [
      { probabilities: [0.1] },
      { probabilities: [0.9, 0.1, 0, 0] },
      { probabilities: [0, 0, 0, 0, 0, 0, 1, 0] },
    ];
    const told = (decision: { route: string; demand: string } | null) =>
      JSON.parse(
        writeDecision(request, { judged, revision: 'ab', decision }, 'gw/typed/router'),
      ) as { answers: Record<string, Record<string, unknown>>; decision: unknown };
    const { answers, decision } = told({ route: 'chat', demand: 'low' });
    expect(Object.keys(answers)).toEqual(['reasoning', 'complexity', 'task']);
    expect(answers['task']?.['choice']).toBe('smalltalk');
    expect(answers['complexity']?.['legend']).toEqual({
      0: 'trivial',
      1: 'simple',
      2: 'moderate',
      3: 'hard',
    });
    expect(decision).toEqual({ route: 'chat', demand: 'low' });
    expect(told(null).decision).toBeNull();
  });

  const weights = fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), {
    minLength: 2,
    maxLength: 20,
  });

  it('has probabilities of four decimals that add up to 1, the likeliest one ahead', () => {
    fc.assert(
      fc.property(weights, (raw) => {
        const sum = raw.reduce((total, weight) => total + weight, 0);
        const probabilities = raw.map((weight) => weight / sum);
        const options = raw.map((_, at) => `o${at}`);
        const text = decided({ q: choice(options) }, [{ probabilities }]);
        const { q } = (
          JSON.parse(text) as {
            answers: Record<
              string,
              { choice: string; confidence: number; probabilities: Record<string, number> }
            >;
          }
        ).answers;
        const shares = Object.values(q?.probabilities ?? {});
        const parts = shares.map((share) => Math.round(share * 10_000));
        expect(parts.map((part) => part / 10_000)).toEqual(shares);
        expect(parts.reduce((total, part) => total + part, 0)).toBe(10_000);
        expect(q?.choice).toBe(`o${probabilities.indexOf(Math.max(...probabilities))}`);
        expect(q?.probabilities[q.choice]).toBe(Math.max(...shares));
        shares.forEach((share, at) => {
          expect(Math.abs(share - (probabilities[at] ?? 0))).toBeLessThan(0.0021);
        });
        expect(q?.confidence).toBeGreaterThanOrEqual(0);
        expect(q?.confidence).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('puts no other option before the likeliest one by rounding', () => {
    const text = decided({ q: choice(['a', 'b', 'c']) }, [
      { probabilities: [0.33336, 0.33335, 0.33329] },
    ]);
    expect((JSON.parse(text) as { answers: { q: { probabilities: object } } }).answers.q).toEqual(
      expect.objectContaining({ choice: 'a', probabilities: { a: 0.3335, b: 0.3333, c: 0.3332 } }),
    );
  });
});
