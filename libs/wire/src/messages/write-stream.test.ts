import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '#kernel';
import { PLAIN } from '../../../../test/support/wire.js';
import type { Part, ReplyEvent } from '../reply.js';
import { NO_USAGE } from '../usage.js';
import { MessagesStreamWriter } from './write-stream.js';

const text: Part = { choice: 0, kind: 'text', index: 0 };
const thinking: Part = { choice: 0, kind: 'thinking', index: 0 };
const call0: Part = { choice: 0, kind: 'tool_call', index: 0 };
const call1: Part = { choice: 0, kind: 'tool_call', index: 1 };
const tool = (name: string, isCustom = false) => ({ id: `id_${name}`, name, isCustom });

interface Payload {
  readonly type: string;
  readonly index?: number;
  readonly content_block?: { readonly type: string; readonly name?: string };
  readonly delta?: Readonly<Record<string, unknown>>;
  readonly usage?: object;
  readonly error?: object;
  readonly message?: { readonly usage: object };
}

function written(events: readonly ReplyEvent[], options: Partial<typeof PLAIN> = {}): Payload[] {
  const writer = new MessagesStreamWriter({ ...PLAIN, ...options, source: 'chat' });
  return events
    .map((event) => writer.write({ document: null, edits: [], events: [event] }))
    .join('')
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const [head = '', data = ''] = block.split('\n');
      const payload = JSON.parse(data.slice('data: '.length)) as Payload;
      expect(head).toBe(`event: ${payload.type}`);
      return payload;
    });
}

const START: ReplyEvent = { type: 'start', id: 'chatcmpl-1' };
const FINISH: ReplyEvent = { type: 'finish', choice: 0, reason: 'tool_calls' };
const DONE: ReplyEvent = { type: 'done' };

/** Every block as its type and what its deltas add up to, in the order of the stream. */
function blocksIn(payloads: readonly Payload[]): string[] {
  const blocks: string[] = [];
  let open = -1;
  for (const { type, index, content_block: block, delta } of payloads) {
    if (type === 'content_block_start') {
      expect([open, index]).toEqual([-1, blocks.length]);
      open = blocks.length;
      blocks.push(`${block?.name ?? block?.type}:`);
    } else if (type === 'content_block_delta') {
      expect(index).toBe(open);
      blocks[open] += String(delta?.['text'] ?? delta?.['partial_json'] ?? delta?.['thinking']);
    } else if (type === 'content_block_stop') {
      expect(index).toBe(open);
      open = -1;
    }
  }
  expect(open).toBe(-1);
  return blocks;
}

describe('a stream in the messages format', () => {
  it('begins with our own count of the input, and ends with the true one', () => {
    const usage = { ...NO_USAGE, inputTotal: 30, cacheRead: 10, outputTotal: 5 };
    const payloads = written([START, { type: 'usage', usage, isWholeFrame: false }, FINISH, DONE], {
      inputTokens: 25,
    });
    expect(payloads[0]?.message?.usage).toMatchObject({ input_tokens: 25, output_tokens: 1 });
    expect(payloads.at(-2)).toMatchObject({
      type: 'message_delta',
      usage: { input_tokens: 20, cache_read_input_tokens: 10, output_tokens: 5 },
      delta: { stop_reason: 'tool_use', stop_sequence: null },
    });
    expect(payloads.at(-1)?.type).toBe('message_stop');
  });

  it('writes calls that grow side by side one after the other', () => {
    const payloads = written([
      START,
      { type: 'text', part: text, delta: 'I look.' },
      { type: 'part_start', part: call0, tool: tool('a') },
      { type: 'args', part: call0, delta: '{"x"' },
      { type: 'part_start', part: call1, tool: tool('b') },
      { type: 'args', part: call1, delta: '{"y"' },
      { type: 'args', part: call0, delta: ':1}' },
      { type: 'args', part: call1, delta: ':2}' },
      { type: 'part_end', part: call0 },
      { type: 'part_end', part: call1 },
      FINISH,
      DONE,
    ]);
    expect(blocksIn(payloads)).toEqual(['text:I look.', 'a:{"x":1}', 'b:{"y":2}']);
  });

  it('shows the input of a custom tool as an object', () => {
    const payloads = written([
      START,
      { type: 'part_start', part: call0, tool: tool('run', true) },
      { type: 'text', part: call0, delta: 'echo "' },
      { type: 'text', part: call0, delta: 'hi"' },
      { type: 'part_end', part: call0 },
      DONE,
    ]);
    expect(blocksIn(payloads)).toEqual([`run:${JSON.stringify({ input: 'echo "hi"' })}`]);
  });

  it('shows thinking only to whoever asked for it', () => {
    const events: ReplyEvent[] = [
      START,
      { type: 'part_start', part: thinking },
      { type: 'text', part: thinking, delta: 'Hm' },
      { type: 'part_start', part: text },
      { type: 'text', part: text, delta: 'Hi' },
      DONE,
    ];
    expect(blocksIn(written(events))).toEqual(['thinking:Hm', 'text:Hi']);
    expect(blocksIn(written(events, { showsThinking: false }))).toEqual(['text:Hi']);
  });

  it('passes a signature of its own kind, and of no other', () => {
    const signed = (origin: 'messages' | 'native'): ReplyEvent[] => [
      START,
      { type: 'part_start', part: thinking },
      { type: 'signature', part: thinking, value: { origin, value: 's' } },
      DONE,
    ];
    const deltas = (origin: 'messages' | 'native') =>
      written(signed(origin)).flatMap(({ delta }) => delta?.['signature'] ?? []);
    expect(deltas('messages')).toEqual(['s']);
    expect(deltas('native')).toEqual([]);
  });

  it('begins with a message, also where the provider began without a word', () => {
    const types = written([{ type: 'text', part: text, delta: 'Hi' }, FINISH]).map(
      ({ type }) => type,
    );
    expect(types.slice(0, 3)).toEqual(['message_start', 'ping', 'content_block_start']);
  });

  it('has the name of each event, also where a provider of the format left it to the payload', () => {
    const frame = (payload: string) => ({
      document: parseJson(payload),
      edits: [],
      events: [],
    });
    const writer = new MessagesStreamWriter({ ...PLAIN, source: 'messages' });
    expect(writer.write(frame('{"type":"ping"}'))).toBe('event: ping\ndata: {"type":"ping"}\n\n');
    const odd = '{"type":"a\\nb"}';
    expect(writer.write(frame(odd))).toBe(`data: ${odd}\n\n`);
  });

  it('puts a piece that was held back into the block that its provider began', () => {
    const writer = new MessagesStreamWriter({ ...PLAIN, source: 'messages' });
    const start = {
      type: 'content_block_start',
      index: 3,
      content_block: { type: 'text', text: '' },
    };
    writer.write({
      document: parseJson(JSON.stringify(start)),
      edits: [],
      events: [{ type: 'part_start', part: text }],
    });
    const added = {
      document: null,
      edits: [],
      events: [{ type: 'text' as const, part: text, delta: 'x' }],
    };
    const delta = {
      type: 'content_block_delta',
      index: 3,
      delta: { type: 'text_delta', text: 'x' },
    };
    expect(writer.write(added)).toBe(
      `event: content_block_delta\ndata: ${JSON.stringify(delta)}\n\n`,
    );
  });

  it('ends in an error that names the request', () => {
    const payloads = written([
      START,
      { type: 'error', message: 'Gone.', code: 'overloaded_error' },
    ]);
    expect(payloads.at(-1)).toEqual({
      type: 'error',
      error: { type: 'overloaded_error', message: 'Gone.' },
      request_id: 'r1',
    });
  });

  it('has whole blocks, whatever order the pieces come in', () => {
    const parts = [text, thinking, call0, call1];
    const piece = fc.record({ part: fc.nat(parts.length - 1), ends: fc.boolean() });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const events: ReplyEvent[] = [START];
        const said = new Map<Part, string>();
        const begun = new Set<Part>();
        const over = new Set<Part>();
        pieces.forEach(({ part: place, ends }, at) => {
          const part = parts[place] as Part;
          if (over.has(part)) return;
          const isCall = part.kind === 'tool_call';
          if (!begun.has(part)) {
            begun.add(part);
            events.push(
              isCall
                ? { type: 'part_start', part, tool: tool(`t${part.index}`) }
                : { type: 'part_start', part },
            );
          }
          events.push({ type: isCall ? 'args' : 'text', part, delta: `<${at}>` });
          said.set(part, `${said.get(part) ?? ''}<${at}>`);
          if (!ends) return;
          over.add(part);
          events.push({ type: 'part_end', part });
        });
        const blocks = blocksIn(written([...events, FINISH, DONE]));
        const joined = (head: string) =>
          blocks
            .filter((block) => block.startsWith(head))
            .map((block) => block.slice(head.length))
            .join('');
        expect(joined('text:')).toBe(said.get(text) ?? '');
        expect(joined('thinking:')).toBe(said.get(thinking) ?? '');
        expect(joined('t0:')).toBe(said.get(call0) ?? '');
        expect(joined('t1:')).toBe(said.get(call1) ?? '');
      }),
    );
  });
});
