import { describe, expect, it } from 'vitest';
import { parseJson } from '#kernel';
import { readPredictAnswer } from './read-answer.js';
import { writePredict } from './write-request.js';

const read = (answer: object) => readPredictAnswer(parseJson(JSON.stringify(answer)));
const prediction = (values: unknown, token_count?: unknown) => ({
  embeddings: { values, statistics: { truncated: false, token_count } },
});

describe('answers of predictions', () => {
  it('are vectors in their order, and the sum of what each was counted', () => {
    const { vectors, events } = read({
      predictions: [prediction([0.5, -1], 4), prediction([1, 2], 3)],
      metadata: { billableCharacterCount: 11 },
    });
    expect(vectors?.map(({ json }) => json)).toEqual(['[0.5,-1]', '[1,2]']);
    expect(events).toMatchObject([{ type: 'usage', usage: { inputTotal: 7 } }, { type: 'done' }]);
  });

  it.each([undefined, -1, '4', null])('count nothing where one says %s', (count) => {
    const { events } = read({ predictions: [prediction([1], 4), prediction([1], count)] });
    expect(events).toEqual([{ type: 'done' }]);
  });

  it.each([
    {},
    { predictions: [] },
    { predictions: [prediction([])] },
    { predictions: [prediction([1], 1), prediction('a', 1)] },
    { error: { code: 400, message: 'no', status: 'INVALID_ARGUMENT' } },
  ])('are none in %j', (answer) => {
    expect(read(answer).events.at(-1)?.type).toBe('error');
  });
});

it.each([
  [undefined, 'RETRIEVAL_DOCUMENT'],
  ['search_query', 'RETRIEVAL_QUERY'],
  ['similarity', 'SEMANTIC_SIMILARITY'],
] as const)('a text for %s is asked for as %s, and never cut', (task, word) => {
  expect(JSON.parse(writePredict({ texts: ['a'], ...(task && { task }) }))).toEqual({
    instances: [{ content: 'a', task_type: word }],
    parameters: { autoTruncate: false },
  });
});
