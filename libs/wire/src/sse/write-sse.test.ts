import { expect, it } from 'vitest';
import { SSE_DONE, SSE_KEEPALIVE, writeSse } from './write-sse.js';

it('writes one event as one block', () => {
  expect(writeSse('{"a":1}')).toBe('data: {"a":1}\n\n');
  expect(writeSse('{"a":1}', 'delta')).toBe('event: delta\ndata: {"a":1}\n\n');
});

it('gives each line of the data its own field', () => {
  expect(writeSse('{\n}')).toBe('data: {\ndata: }\n\n');
});

it('writes the marks as blocks of their own', () => {
  expect(SSE_KEEPALIVE).toBe(': keepalive\n\n');
  expect(SSE_DONE).toBe('data: [DONE]\n\n');
});
