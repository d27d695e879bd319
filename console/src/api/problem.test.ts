import { describe, expect, it } from 'vitest';
import { formErrorsOf, isProblem, readProblem, unreachable } from './problem';

describe('what the admin API refuses', () => {
  const refusal = readProblem(
    422,
    {
      code: 'invalid',
      title: 'Some fields are not as they must be',
      detail: 'Each member of errors names one.',
      request_id: 'call_1',
      errors: [{ path: 'targets[0].model', message: 'targets[0].model must be a text' }],
    },
    'from-header',
  );

  it('is known by its code', () => {
    expect(isProblem(refusal)).toBe(true);
    expect(isProblem(refusal, 'name_taken', 'invalid')).toBe(true);
    expect(isProblem(refusal, 'name_taken')).toBe(false);
    expect(isProblem(new Error('invalid'), 'invalid')).toBe(false);
  });

  it('stands at the fields of the form', () => {
    expect(formErrorsOf(refusal)).toEqual({
      'targets.0.model': 'targets[0].model must be a text',
    });
  });

  it('has the id of its request, by the answer or else by its header', () => {
    expect(refusal.requestId).toBe('call_1');
    expect(readProblem(500, { code: 'failed' }, 'from-header').requestId).toBe('from-header');
  });
});

describe('what is no answer of the admin API', () => {
  it.each([[null], ['<h1>Bad gateway</h1>'], [{ error: 'down' }], [{ code: 7 }], [[]]])(
    'is unreadable: %j',
    (body) => {
      expect(readProblem(502, body, null)).toMatchObject({
        code: 'unreadable',
        status: 502,
        title: 'HTTP 502',
      });
    },
  );

  it('is unreachable where there is none', () => {
    const fault = unreachable(new TypeError('Failed to fetch'));
    expect(fault).toMatchObject({ code: 'unreachable', status: 0, detail: 'Failed to fetch' });
  });
});
