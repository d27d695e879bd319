import { applyEdits, catalogue } from '#kernel';
import { describe, expect, it } from 'vitest';
import type { ReplyEvent, ReplyFrame } from '../reply.js';
import { readChatStream, readSse, saidIn } from '../../../../test/support/wire.js';

const DONE = '[DONE]';
const FINISH = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };

const delta = (delta: object, more: object = {}) => ({
  id: 'chatcmpl-1',
  choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }],
  ...more,
});
const piece = (...calls: object[]) =>
  delta({ tool_calls: calls.map((call) => ({ type: 'function', ...call })) });

async function frames(...payloads: (object | string)[]): Promise<ReplyFrame[]> {
  const text = payloads
    .map((payload) => (typeof payload === 'string' ? payload : JSON.stringify(payload)))
    .map((payload) => `data: ${payload}\n\n`)
    .join('');
  return framesOf(text);
}

async function framesOf(text: string): Promise<ReplyFrame[]> {
  async function* chunks() {
    yield Buffer.from(text);
  }
  const frames: ReplyFrame[] = [];
  for await (const frame of readChatStream(readSse(chunks()))) frames.push(frame);
  return frames;
}

const allEventsOf = (frames: readonly ReplyFrame[]): ReplyEvent[] =>
  frames.flatMap((frame) => frame.events);

const eventsOf = (frames: readonly ReplyFrame[]) => saidIn(allEventsOf(frames));

/** All text of each part, `args` and `text` alike. */
function partsOf(frames: readonly ReplyFrame[]): Record<string, string> {
  const parts: Record<string, string> = {};
  for (const event of eventsOf(frames)) {
    if (event.type === 'text' || event.type === 'args') {
      parts[event.part] = (parts[event.part] ?? '') + event.delta;
    }
  }
  return parts;
}

const editedOf = (frames: readonly ReplyFrame[]): string[] =>
  frames.flatMap(({ document, edits }) => (document ? [applyEdits(document.text, edits)] : []));

describe('what no model sends', () => {
  const MANY = 5_000;
  const choice = (index: number) => ({ index, delta: { content: 'a' } });
  const call = (index: number) => ({ index, id: `t${index}`, function: { name: 'f' } });
  const refusal = expect.objectContaining({ key: 'upstream_failed' });
  const list = <Item>(make: (index: number) => Item) =>
    Array.from({ length: MANY }, (_, at) => make(at));

  it.each([
    ['choices', { choices: list(choice) }],
    ['tool calls', delta({ tool_calls: list(call) })],
    ['parts of a text', delta({ content: list(() => ({ type: 'text', text: 'a' })) })],
  ])('is refused in one event: %s', async (_, payload) => {
    await expect(frames(payload)).rejects.toEqual(refusal);
  });

  it('is refused over all events of an answer', async () => {
    await expect(frames(...list(choice).map((one) => ({ choices: [one] })))).rejects.toEqual(
      refusal,
    );
    await expect(frames(...list((index) => piece(call(index))))).rejects.toEqual(refusal);
  });
});

describe('the texts of a chat stream', () => {
  it('are named by choice and kind, and placed in the payload', async () => {
    const read = await frames(
      delta({ role: 'assistant', content: '' }),
      delta({ reasoning_content: 'think', content: 'say "hi"', refusal: 'no' }),
      { choices: [{ index: 1, delta: { role: 'assistant', content: 'other' } }] },
    );
    expect(partsOf(read)).toEqual({
      '0/reasoning': 'think',
      '0/text': 'say "hi"',
      '0/refusal': 'no',
      '1/text': 'other',
    });
    for (const { document, events } of read) {
      for (const event of events) {
        if (event.type !== 'text') continue;
        expect(document?.text.slice(event.at?.start, event.at?.end)).toBe(
          JSON.stringify(event.delta),
        );
      }
    }
    expect(read.flatMap((frame) => frame.edits)).toEqual([]);
  });

  it('may be null, missing or a list of parts', async () => {
    const thinking = [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }];
    const read = await frames(
      delta({ content: null, reasoning: 'so', tool_calls: null }),
      { id: 'x', choices: [{ index: 0 }] },
      delta({ content: thinking }),
      delta({
        content: [
          { type: 'thinking', thinking: '!' },
          { type: 'text', text: 'yes' },
        ],
      }),
    );
    expect(partsOf(read)).toEqual({ '0/reasoning': 'sohm!', '0/text': 'yes' });
  });

  it('include the arguments of the old function call', async () => {
    const read = await frames(delta({ function_call: { name: 'f', arguments: '{}' } }));
    expect(partsOf(read)).toEqual({ '0/function': '{}' });
  });
});

describe('tool calls', () => {
  const call = (index: number | undefined, id: string | undefined, name: string, args: string) => ({
    index,
    id,
    function: { name, arguments: args },
  });
  const more = (index: number, args: string | null) => ({ index, function: { arguments: args } });

  it('grow by index, interleaved too', async () => {
    const read = await frames(
      piece(call(0, 'a', 'f', ''), call(1, 'b', 'g', '')),
      piece(more(0, '{"x"')),
      piece(more(1, '{}'), more(0, ':1}')),
      piece(more(0, null)),
    );
    expect(partsOf(read)).toEqual({ '0/tool/0': '{"x":1}', '0/tool/1': '{}' });
    expect(read.flatMap((frame) => frame.edits)).toEqual([]);
  });

  it('get the index that a provider left out', async () => {
    const read = await frames(
      piece(call(undefined, '', 'f', '{"x":1}')),
      piece(call(undefined, '', 'f', '{"x":2}')),
    );
    expect(partsOf(read)).toEqual({ '0/tool/0': '{"x":1}', '0/tool/1': '{"x":2}' });
    expect(editedOf(read)[1]).toContain('"tool_calls":[{"index":1,"type":"function","id"');
  });

  it('are counted from 0 where a provider counts from 1', async () => {
    const read = await frames(piece(call(1, 'a', 'f', '')), piece(more(1, '{}')));
    expect(partsOf(read)).toEqual({ '0/tool/0': '{}' });
    expect(editedOf(read)[1]).toContain('"tool_calls":[{"index":0,"type":"function","function"');
  });

  it('get the type and the role that a provider left out, once', async () => {
    const bare = (index: number, args: string) => ({
      choices: [
        {
          index: 0,
          delta: { tool_calls: [{ index, id: 'a', function: { name: 'f', arguments: args } }] },
        },
      ],
    });
    const [first, second] = editedOf(await frames(bare(0, '{'), bare(0, '}')));
    expect(first).toContain(
      '"delta":{"role":"assistant","tool_calls":[{"type":"function","index":0',
    );
    expect(second).toContain('"delta":{"tool_calls":[{"index":0');
  });

  it('are told apart by id where an index is used again', async () => {
    const read = await frames(
      piece(call(0, 'a', 'f', '{"x":1}')),
      piece(call(0, 'b', 'f', '{"x"')),
      piece(more(0, ':2}')),
    );
    expect(partsOf(read)).toEqual({ '0/tool/0': '{"x":1}', '0/tool/1': '{"x":2}' });
  });

  it('go on when id and name are repeated, or the id changes without a name', async () => {
    const read = await frames(
      piece(call(0, 'a', 'f', '{"x"')),
      piece(call(0, 'a', 'f', ':1')),
      piece({ index: 0, id: 'rotated', function: { arguments: '}' } }),
    );
    expect(partsOf(read)).toEqual({ '0/tool/0': '{"x":1}' });
  });

  it('without ids are new when the name or the arguments begin anew', async () => {
    const read = await frames(
      piece(call(0, undefined, 'f', '{}')),
      piece(call(0, undefined, 'f', '{}')),
      piece(call(0, undefined, 'g', '{"x"')),
      piece(call(0, undefined, 'g', ':1}')),
      piece(call(0, 'late', 'g', '')),
    );
    expect(partsOf(read)).toEqual({ '0/tool/0': '{}', '0/tool/1': '{}', '0/tool/2': '{"x":1}' });
  });

  it('of a custom tool are plain text', async () => {
    const read = await frames(
      piece({ index: 0, id: 'a', custom: { name: 'sql', input: 'SELECT' } }),
    );
    expect(eventsOf(read)[0]).toMatchObject({ type: 'text', part: '0/tool/0', delta: 'SELECT' });
  });

  it('turn a finish of stop into tool_calls', async () => {
    const read = await frames(piece(call(0, 'a', 'f', '{}')), FINISH, DONE);
    expect(eventsOf(read).at(-2)).toEqual({ type: 'finish', choice: 0, reason: 'tool_calls' });
  });
});

describe('the end of a chat stream', () => {
  const text = delta({ content: 'x' });
  const lastOf = async (...payloads: (object | string)[]) =>
    eventsOf(await frames(...payloads)).at(-1);
  const cut = expect.objectContaining({ type: 'error', code: 'upstream_error' });

  it('is done at its marker, and nothing after it counts', async () => {
    const read = await frames(text, FINISH, ' [DONE] ', delta({ content: 'late' }));
    expect(eventsOf(read).map((event) => event.type)).toEqual(['text', 'finish', 'done']);
  });

  it('lets go of its source', async () => {
    let isClosed = false;
    async function* chunks() {
      try {
        yield Buffer.from('data: [DONE]\n\n');
        yield Buffer.from('data: {}\n\n');
      } finally {
        isClosed = true;
      }
    }
    for await (const frame of readChatStream(readSse(chunks()))) expect(frame.document).toBeNull();
    expect(isClosed).toBe(true);
  });

  it('reports a repeated finish once', async () => {
    const read = await frames(FINISH, FINISH, DONE);
    expect(eventsOf(read).map((event) => event.type)).toEqual(['finish', 'done']);
  });

  it('is done without a marker when every choice had finished', async () => {
    expect(await lastOf(text, FINISH)).toEqual({ type: 'done' });
    const second = { choices: [{ index: 1, delta: { content: 'y' } }] };
    expect(await lastOf(text, FINISH, second)).toEqual(cut);
  });

  it('is an error without marker and finish, never a made-up finish', async () => {
    expect(await lastOf(text)).toEqual(cut);
    expect(await lastOf()).toEqual(cut);
  });

  it('reads a last event that lacks only its blank line', async () => {
    const usage = { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } };
    const read = await framesOf(
      `data: ${JSON.stringify(FINISH)}\n\ndata: ${JSON.stringify(usage)}`,
    );
    expect(eventsOf(read).map((event) => event.type)).toEqual(['finish', 'usage', 'done']);
    expect(eventsOf(await framesOf('data: [DONE]')).at(-1)).toEqual({ type: 'done' });
    expect(eventsOf(await framesOf('data: {"choices":[')).at(-1)).toEqual(cut);
  });

  it('is an error at a frame that is no JSON object', async () => {
    expect(await lastOf(text, '{oops')).toEqual(cut);
    expect(await lastOf(text, '12')).toEqual(cut);
  });

  it('ignores empty events', async () => {
    expect(await lastOf('', text, FINISH, DONE)).toEqual({ type: 'done' });
  });

  it.each([
    [{ error: { message: 'bad', type: 't', code: 'tool_use_failed' } }, 'bad', 'tool_use_failed'],
    [{ error: { message: 'slow', type: 'overloaded', code: 529 } }, 'slow', 'overloaded'],
    [{ error: { message: 'slow', code: 529 }, choices: [] }, 'slow', 'upstream_error'],
    [{ error: 'plain', code: 'invalid-argument' }, 'plain', 'invalid-argument'],
    [[{ error: { message: 'in a list', status: 'INTERNAL' } }], 'in a list', 'INTERNAL'],
    [{ object: 'error', message: 'gone', type: 'server_error', code: 500 }, 'gone', 'server_error'],
    [{ detail: [{ loc: ['body'], msg: 'missing' }] }, 'missing', 'upstream_error'],
    [{ error: {} }, catalogue.upstream_failed.message, 'upstream_error'],
  ])('is an error at the frame %j', async (payload, message, code) => {
    expect(await lastOf(text, payload, text, DONE)).toEqual({ type: 'error', message, code });
  });

  it('is an error at an event of that name, whatever it holds', async () => {
    const read = await framesOf('event: error\ndata: {"message":"lost"}\n\n');
    expect(eventsOf(read)).toEqual([{ type: 'error', message: 'lost', code: 'upstream_error' }]);
  });

  it('is an error at a finish of error, since no client knows that reason', async () => {
    const finish = { choices: [{ index: 0, delta: {}, finish_reason: 'error' }] };
    expect(await lastOf(text, finish, DONE)).toEqual(cut);
  });

  it('keeps the usage that came with the error', async () => {
    const usage = { prompt_tokens: 43, completion_tokens: 10 };
    const read = await frames({ error: { message: 'x' }, choices: [{}], usage });
    expect(eventsOf(read).map((event) => event.type)).toEqual(['usage', 'error']);
  });
});

describe('usage in a chat stream', () => {
  const usage = { prompt_tokens: 5, completion_tokens: 0 };

  it('is a whole frame when nothing else is in it', async () => {
    const read = await frames(
      { choices: [], usage },
      { usage },
      delta({}, { usage }),
      delta({}, { x_groq: { usage } }),
      delta({}, { usage: null }),
    );
    const found = eventsOf(read).flatMap((event) => (event.type === 'usage' ? [event] : []));
    expect(found.map((event) => event.isWholeFrame)).toEqual([true, true, false, false]);
    expect(found.every((event) => event.usage.inputTotal === 5)).toBe(true);
  });

  it('is not seen in the first frame of Azure, which has no choices either', async () => {
    const read = await frames({ id: '', model: '', choices: [], prompt_filter_results: [{}] });
    expect(read[0]?.events).toEqual([]);
  });
});

describe('the end of a choice', () => {
  it.each([
    ['eos', 'stop'],
    ['end_turn', 'stop'],
    ['max_tokens', 'length'],
    ['tool_use', 'tool_calls'],
  ])('that a server calls %s is %s', async (native, known) => {
    const read = await frames({ choices: [{ index: 0, delta: {}, finish_reason: native }] }, DONE);
    expect(editedOf(read)[0]).toContain(`"finish_reason":"${known}"`);
  });

  it('is told where a provider only said that the stream is over', async () => {
    const events = eventsOf(await frames(delta({ content: 'Hi' }), DONE));
    expect(events.slice(-2)).toEqual([
      { type: 'finish', choice: 0, reason: 'stop' },
      { type: 'done' },
    ]);
    const called = eventsOf(
      await frames(piece({ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }), DONE),
    );
    expect(called).toContainEqual({ type: 'finish', choice: 0, reason: 'tool_calls' });
  });
});
