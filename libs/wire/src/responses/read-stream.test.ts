import { describe, expect, it } from 'vitest';
import { readResponsesStream, readSse } from '../../../../test/support/wire.js';
import { readAll, summaryOf } from '../../../../test/support/told.js';

const read = async (...payloads: readonly object[]) => {
  const sse = payloads.map((payload) => `data: ${JSON.stringify(payload)}\n\n`).join('');
  const frames = await readAll(readResponsesStream(readSse([Buffer.from(sse)])));
  const error = frames.flatMap(({ events }) => events).find(({ type }) => type === 'error');
  return { ...summaryOf(frames), error };
};

const created = { type: 'response.created', response: { id: 'resp_1', status: 'in_progress' } };
const completed = {
  type: 'response.completed',
  response: { id: 'resp_1', status: 'completed', output: [] },
};
const CALL = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'f', arguments: '' };

describe('what servers were seen to do', () => {
  it('arguments come at the end of a call alone', async () => {
    const summary = await read(
      created,
      { type: 'response.output_item.added', output_index: 0, item: CALL },
      {
        type: 'response.function_call_arguments.done',
        output_index: 0,
        item_id: 'fc_1',
        arguments: '{"a":1}',
      },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { ...CALL, arguments: '{"a":1}' },
      },
      completed,
    );
    expect(summary).toMatchObject({ args: ['{"a":1}'], tools: ['f'], finish: 'tool_calls' });
  });

  it('ids of items change from event to event', async () => {
    const text = (delta: string, id: string) => ({
      type: 'response.output_text.delta',
      output_index: 0,
      content_index: 0,
      item_id: id,
      delta,
    });
    const item = { type: 'message', id: 'c', content: [{ type: 'output_text', text: 'Hello' }] };
    const summary = await read(
      created,
      text('Hel', 'a'),
      text('lo', 'b'),
      { type: 'response.output_item.done', output_index: 0, item },
      completed,
    );
    expect(summary.said).toBe('Hello');
  });

  it('an item comes whole, or all of them with the last event', async () => {
    const item = { type: 'message', content: [{ type: 'output_text', text: 'Hello' }] };
    const done = { type: 'response.output_item.done', output_index: 0, item };
    expect((await read(created, done, completed)).said).toBe('Hello');
    const response = { id: 'resp_1', status: 'completed', output: [item] };
    expect((await read({ type: 'response.completed', response })).said).toBe('Hello');
  });

  it('an error stands within a member, or is the event itself', async () => {
    const nested = { type: 'error', error: { code: 'insufficient_quota', message: 'No more.' } };
    const flat = { type: 'error', code: 'insufficient_quota', message: 'No more.', param: null };
    for (const error of [nested, flat]) {
      expect((await read(created, error)).error).toEqual({
        type: 'error',
        code: 'insufficient_quota',
        message: 'No more.',
      });
    }
    const failed = { status: 'failed', error: { code: 'server_error', message: 'Broke.' } };
    expect((await read(created, { type: 'response.failed', response: failed })).error).toEqual({
      type: 'error',
      code: 'server_error',
      message: 'Broke.',
    });
  });

  it('the chat format’s marker ends nothing that has no end of its own', async () => {
    const frames = await readAll(
      readResponsesStream(
        readSse([Buffer.from(`data: ${JSON.stringify(created)}\n\ndata: [DONE]\n\n`)]),
      ),
    );
    expect(frames.at(-1)?.events.at(-1)?.type).toBe('error');
  });
});

it.each([
  ['max_output_tokens', 'length'],
  ['content_filter', 'content_filter'],
  ['of_tomorrow', 'of_tomorrow'],
])('an answer that is incomplete by %s ended by %s', async (reason, finish) => {
  const response = { status: 'incomplete', incomplete_details: { reason }, output: [] };
  const summary = await read(created, { type: 'response.incomplete', response });
  expect(summary).toMatchObject({ finish, end: 'done' });
});

it('more items than any model sends are an error of the provider', async () => {
  const items = Array.from({ length: 4_097 }, (_, place) => ({
    type: 'response.output_item.done',
    output_index: place % 4_096,
    item: { ...CALL, call_id: `call_${place}` },
  }));
  const texts = Array.from({ length: 4_097 }, (_, place) => ({
    type: 'response.output_text.delta',
    output_index: 0,
    content_index: place,
    delta: 'a',
  }));
  // Places beyond all measure are one place.
  await expect(read(created, ...texts)).resolves.toMatchObject({ end: 'error' });
  await expect(read(created, ...items, ...texts)).rejects.toThrow(
    expect.objectContaining({ key: 'upstream_failed' }),
  );
});
