import { parseJson } from '#kernel';
import { describe, expect, it } from 'vitest';
import { readBatch, ResultSum } from './read-batch.js';

const read = (batch: object) => readBatch(parseJson(JSON.stringify(batch)));

describe('a batch as its provider tells it', () => {
  it.each([
    ['validating', 'open'],
    ['in_progress', 'open'],
    ['finalizing', 'open'],
    ['cancelling', 'open'],
    ['completed', 'completed'],
    ['failed', 'failed'],
    ['expired', 'expired'],
    ['cancelled', 'cancelled'],
    ['done', null],
    [7, null],
  ])('%s is %s', (word, status) => {
    expect(read({ status: word }).status).toBe(status);
  });

  it.each([
    [{ input_tokens: 1, output_tokens: 2 }, true],
    [{ input_tokens: 1 }, false], // The answers may tell the rest.
    [{ input_tokens: 0, output_tokens: 0, total_tokens: 0 }, false],
    [null, false],
  ])('whose usage is %o has told it: %s', (usage, isTold) => {
    expect(read({ status: 'completed', usage }).told !== undefined).toBe(isTold);
  });

  it('is empty when no request was answered', () => {
    const counts = (completed: number) => ({ total: 2, completed, failed: 2 - completed });
    expect(read({ status: 'cancelled', request_counts: counts(0) }).isEmpty).toBe(true);
    expect(read({ status: 'cancelled', request_counts: counts(1) }).isEmpty).toBe(false);
    expect(read({ status: 'completed' }).isEmpty).toBe(false);
    expect(read({ status: 'failed' }).isEmpty).toBe(true);
  });
});

describe('the answers of a batch together', () => {
  const sumOf = (...results: readonly object[]) => {
    const sum = new ResultSum();
    for (const result of results) sum.add(parseJson(JSON.stringify(result)));
    return sum.told;
  };
  const answer = (body: object, status = 200) => ({ response: { status_code: status, body } });
  const chat = answer({ usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 } });

  it('have used what all of them tell, in any format', () => {
    const response = answer({ usage: { input_tokens: 10, output_tokens: 20 } });
    const vectors = answer({
      data: [{ embedding: [1] }],
      usage: { prompt_tokens: 5, total_tokens: 5 },
    });
    const told = sumOf(chat, response, vectors);
    expect(told).toMatchObject({ usage: { inputTotal: 18, outputTotal: 24 } });
    expect(told.untold).toBeUndefined();
  });

  it('say what one of them leaves out', () => {
    expect(sumOf(chat, answer({ choices: [] })).untold).toEqual({ input: true, output: true });
    const half = answer({ usage: { prompt_tokens: 3 } });
    expect(sumOf(chat, half).untold).toEqual({ input: false, output: true });
  });

  it('count nothing of what failed', () => {
    const failed = [answer({ error: {} }, 400), { response: null, error: { code: 'x' } }];
    expect(sumOf(chat, ...failed)).toEqual(sumOf(chat));
  });
});
