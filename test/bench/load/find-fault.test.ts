import { describe, expect, it } from 'vitest';
import { findFault } from './find-fault.js';

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json';

describe('findFault of a whole answer', () => {
  const plan = { format: 'chat', isStreaming: false, expected: 'Hello you' } as const;

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
  const plan = { format: 'chat', isStreaming: true, expected: 'Hello you' } as const;
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

describe('findFault of a stream in the messages format', () => {
  const plan = { format: 'messages', isStreaming: true, expected: 'Hello you' } as const;
  const delta = (text: string) =>
    `event: x\ndata: {"delta":{"type":"text_delta","text":"${text}"}}\n\n`;

  it('joins the text of its frames and waits for the stop', () => {
    const frames = ['', 'Hel', 'lo you'].map(delta).join('');
    expect(findFault(OK, Buffer.from(`${frames}data: {"type":"message_stop"}\n\n`), plan)).toBe(
      undefined,
    );
    expect(findFault(OK, Buffer.from(frames), plan)).toContain('without its end');
  });
});
