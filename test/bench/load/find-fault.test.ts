import { describe, expect, it } from 'vitest';
import { findFault } from './find-fault.js';

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json';

describe('findFault of a whole answer', () => {
  const plan = { isStreaming: false, expected: 'Hello you' };

  it('is content with the expected text', () => {
    const body = Buffer.from('{"choices":[{"message":{"content":"Hello you"}}]}');
    expect(findFault(OK, body, plan)).toBeUndefined();
  });

  it('names another status and what was said', () => {
    const fault = findFault('HTTP/1.1 429 Too Many Requests', Buffer.from('slow down'), plan);
    expect(fault).toContain('429');
    expect(fault).toContain('slow down');
  });

  it('finds another text', () => {
    expect(findFault(OK, Buffer.from('{"content":"Hello"}'), plan)).toContain('Other text');
  });
});

describe('findFault of a stream', () => {
  const plan = { isStreaming: true, expected: 'Hello you' };
  const frames = (...texts: string[]) =>
    texts.map((text) => `data: {"delta":{"content":"${text}"}}\n\n`).join('');

  it('joins the frames, however they were cut', () => {
    const body = Buffer.from(`${frames('', 'Hel', 'lo y', 'ou')}data: [DONE]\n\n`);
    expect(findFault(OK, body, plan)).toBeUndefined();
  });

  it('finds a missing end', () => {
    expect(findFault(OK, Buffer.from(frames('Hello you')), plan)).toContain('without its end');
  });

  it('finds a missing frame', () => {
    const body = Buffer.from(`${frames('Hel', 'ou')}data: [DONE]\n\n`);
    expect(findFault(OK, body, plan)).toContain('Other text');
  });
});
