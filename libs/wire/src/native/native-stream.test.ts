import { describe, expect, it } from 'vitest';
import { readNativeStream, readSse, writeNativeStream } from '../../../../test/support/wire.js';
import type { ReplyEvent } from '../reply.js';

async function* chunks(text: string) {
  yield Buffer.from(text);
}
const decode = (text: string) => readNativeStream(readSse(chunks(text)));

async function forward(text: string, model: string | null = null): Promise<string> {
  let written = '';
  for await (const part of writeNativeStream(decode(text), { model })) written += part;
  return written;
}

async function eventsOf(text: string): Promise<ReplyEvent[]> {
  const events: ReplyEvent[] = [];
  for await (const frame of decode(text)) events.push(...frame.events);
  return events;
}

describe('a native stream', () => {
  it('goes out as it came in, names, odd payloads and end marker included', async () => {
    const text =
      'event: response.created\ndata: { "type":"response.created" }\n\n' +
      'data: not json\ndata: in two lines\n\n' +
      'event: ping\ndata: \n\n' +
      'data: [DONE]\n\n';
    expect(await forward(text)).toBe(text);
  });

  it('needs no marker at its end, and gets none', async () => {
    const text = 'event: a\ndata: {}\n\n';
    expect(await forward(text)).toBe(text);
    expect(await eventsOf(text)).toEqual([{ type: 'done' }]);
    expect(await eventsOf('')).toEqual([{ type: 'done' }]);
  });

  it('tells its usage', async () => {
    const usage = { input_tokens: 1, output_tokens: 2 };
    const payload = JSON.stringify({ type: 'response.completed', response: { usage } });
    expect(await eventsOf(`data: ${payload}\n\n`)).toMatchObject([
      { type: 'usage', usage: { inputTotal: 1, outputTotal: 2 } },
      { type: 'done' },
    ]);
  });

  it('is an error when it is cut within an event', async () => {
    const cut = { type: 'error', code: 'upstream_error' };
    expect((await eventsOf('data: {}\n\ndata: {"a')).at(-1)).toMatchObject(cut);
    expect((await eventsOf('data: {}\n\neve')).at(-1)).toMatchObject(cut);
    expect(await forward('data: {"a')).toContain('data: {"error":{"message":');
  });

  it('accepts a last event that lacks only its blank line', async () => {
    expect(await forward('data: {}\n\ndata: [DONE]')).toBe('data: {}\n\ndata: [DONE]\n\n');
  });

  it('gives back the model that was asked for', async () => {
    const text = 'data: {"model":"x","response":{"model":"x"}}\n\n';
    expect(await forward(text, 'openai/x')).toBe(text.replaceAll('"x"', '"openai/x"'));
  });
});
