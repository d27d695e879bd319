import { describe, expect, it } from 'vitest';
import { catalogue, type ErrorKey, type ErrorSpec } from '#kernel';
import { codeIn, readDocument, tableRows } from './testing/read-table.js';

const RETRIED = new Set([408, 429, 500, 502, 503, 504]); // What SDKs try again by themselves.

const rows = tableRows(readDocument('errors.md'), '## Every key');
const documented = new Map(rows.map((row) => [codeIn(row[0]), row]));

describe('docs/errors.md', () => {
  it('has each key of the catalogue once, in its order, and no other', () => {
    expect(rows.map((row) => codeIn(row[0]))).toEqual(Object.keys(catalogue));
  });

  it.each(Object.keys(catalogue) as ErrorKey[])('says of %s what callers get', (key) => {
    const spec: ErrorSpec = catalogue[key];
    const [, status, type, code, when, todo, retry] = documented.get(key) ?? [];
    expect([Number(status), codeIn(type), codeIn(code)]).toEqual([
      spec.status,
      spec.type,
      spec.code,
    ]);
    expect(when).toMatch(/\.$/);
    expect(todo).toMatch(/\.$/);
    expect(retry?.startsWith('Yes')).toBe(RETRIED.has(spec.status) && spec.shouldRetry !== false);
    if (spec.shouldRetry !== false && spec.retryAfterSeconds !== undefined) {
      expect(retry).toContain(`after ${spec.retryAfterSeconds} s`);
    }
  });
});
