import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { blocksOf, readStream, streamedOf } from '../../support/events.js';
import { expectError } from '../../support/expect-error.js';
import { aChat, startGateway } from '../../support/gateway.js';
import { begin, readAnswer, type OpenAnswer } from '../../support/http.js';
import { events, ReplayServer } from '../../support/replay-server.js';
import { NANO_IN, NANO_OUT } from '../../support/settings.js';
import { waitFor } from '../../support/wait-for.js';

const ABORT_GRACE_MS = 2_000;
const SOON_MS = 60_000; // Half of what a draining workload would wait for.
const WRITE_STALL_MS = 60_000;
const KEEPALIVE_MS = 15_000;

const provider = await ReplayServer.start();
const gateway = await startGateway({
  providers: [
    { name: 'plain', base_url: `${provider.url}/v1`, models: [{ id: 'm-1', price: 'free' }] },
  ],
  workloads: [{ name: 'default' }, { name: 'draining', on_disconnect: 'drain' }],
});
afterAll(() => provider.close());

beforeEach(async () => {
  await gateway.sandbox.clear();
  gateway.clock.skip(60_000); // Failures of one test say nothing about the provider of the next.
});

const idOf = ({ headers }: Pick<OpenAnswer, 'headers'>): string => String(headers['request-id']);

/** The blocks as they come, to be taken one at a time. */
function blocksIn(answer: OpenAnswer) {
  const blocks = blocksOf(answer.body);
  return async (): Promise<string> => {
    const next = await blocks.next();
    return next.done ? '(end)' : next.value;
  };
}

/** The upstream request ends soon after its caller has gone; time is put forward while it is open. */
async function upstreamIsLeft(): Promise<void> {
  const fromMs = gateway.clock.monotonicMs();
  await waitFor('the upstream request to end', async () => {
    gateway.clock.skip(ABORT_GRACE_MS / 4);
    return (await gateway.sandbox.openCount()) === 0;
  });
  expect(gateway.clock.monotonicMs() - fromMs).toBeLessThan(SOON_MS);
}

describe('a stream', () => {
  it('comes as server-sent events, unbuffered on the way, and ends with [DONE]', async () => {
    const stream = await gateway.stream({ model: 'sandbox/echo' });
    expect(stream.status).toBe(200);
    expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers['cache-control']).toBe('no-cache');
    expect(stream.headers['x-accel-buffering']).toBe('no');
    expect(stream.headers['server-timing']).toMatch(/meter;dur=/);
    expect(stream.text).toBe('Hello');
    expect(stream.finish).toBe('stop');
    expect(stream.blocks.filter((block) => block === 'data: [DONE]')).toHaveLength(1);
    expect(stream.isDone).toBe(true);
    expect(new Set(stream.chunks.map((chunk) => chunk.model))).toEqual(new Set(['sandbox/echo']));
    expect(new Set(stream.chunks.map((chunk) => chunk.id)).size).toBe(1);
  });

  it('lets its first words through before the provider has its last', async () => {
    await gateway.sandbox.script('stall=4');
    const answer = await gateway.open();
    const next = blocksIn(answer);
    expect(streamedOf([await next(), await next(), await next(), await next()]).text).toBe(
      'This is a sa',
    );
    answer.hangUp();
    await upstreamIsLeft();
  });

  it('has a usage frame only when asked, with the numbers that are charged', async () => {
    const silent = await gateway.stream();
    expect(silent.chunks.filter((chunk) => chunk.usage != null)).toEqual([]);
    expect(silent.chunks.filter((chunk) => chunk.choices.length === 0)).toEqual([]);

    const asked = await gateway.stream({ stream_options: { include_usage: true } });
    const usage = asked.usage ?? { prompt_tokens: 0, completion_tokens: 0 };
    expect(asked.chunks.at(-1)).toMatchObject({ choices: [], usage });
    expect(asked.chunks.filter((chunk) => chunk.usage != null)).toHaveLength(1);
    expect(silent.text).toBe(asked.text);

    for (const call of [silent, asked]) {
      const entry = await gateway.records.entry(idOf(call));
      expect(entry).toMatchObject({ stream: true, usage_source: 'provider', ended_by: 'upstream' });
      expect(entry.tokens).toMatchObject({ in: usage.prompt_tokens, out: usage.completion_tokens });
      const nano = BigInt(usage.prompt_tokens * NANO_IN + usage.completion_tokens * NANO_OUT);
      expect(await gateway.records.ledger(idOf(call))).toEqual([{ kind: 'settle', nano }]);
    }
  });

  it('ends properly although the provider forgets [DONE]', async () => {
    await gateway.sandbox.script('no-done');
    const stream = await gateway.stream();
    expect(stream.finish).toBe('stop');
    expect(stream.isDone).toBe(true);
  });

  it('is charged by our own count when the provider reports no usage', async () => {
    await gateway.sandbox.script('no-usage,tokens=100');
    const stream = await gateway.stream({ stream_options: { include_usage: true } });
    expect(stream.isDone).toBe(true);
    const entry = await gateway.records.entry(idOf(stream));
    expect(entry).toMatchObject({ usage_source: 'estimated', tokens: { out: 100 } });
  });
});

describe('a silence', () => {
  it('is bridged by the comment `: keepalive` after 15 seconds, between events', async () => {
    await gateway.sandbox.script('stall=2');
    const answer = await gateway.open();
    const next = blocksIn(answer);
    expect(await next()).toMatch(/^data: \{/);
    expect(await next()).toMatch(/^data: \{/);
    for (let silence = 0; silence < 2; silence++) {
      gateway.clock.skip(KEEPALIVE_MS);
      expect(await next()).toBe(': keepalive');
    }
    answer.hangUp();
    await upstreamIsLeft();
  });

  it('is bridged by the event `ping` for clients of the messages format', async () => {
    await gateway.sandbox.script('stall=2');
    const answer = await begin(`${gateway.url}/v1/messages`, {
      headers: { 'content-type': 'application/json', ...gateway.headers() },
      body: JSON.stringify(aChat({ stream: true, max_tokens: 100 })),
    });
    const next = blocksIn(answer);
    let block = await next();
    while (!block.startsWith('event: content_block_delta')) block = await next();
    for (let silence = 0; silence < 2; silence++) {
      gateway.clock.skip(KEEPALIVE_MS);
      expect(await next()).toBe('event: ping\ndata: {"type":"ping"}');
    }
    answer.hangUp();
    await upstreamIsLeft();
  });

  it('of less than 15 seconds is left alone', async () => {
    await gateway.sandbox.script('slow=5');
    const answer = await gateway.open();
    const next = blocksIn(answer);
    const blocks: string[] = [];
    for (let block = await next(); block !== '(end)'; block = await next()) {
      blocks.push(block);
      // Once, and by half: what a loaded machine adds must not make up the rest.
      if (blocks.length === 1) gateway.clock.skip(KEEPALIVE_MS / 2);
    }
    expect(blocks).not.toContain(': keepalive');
    expect(streamedOf(blocks).isDone).toBe(true);
  });

  it('longer than the workload’s timeout ends the stream with an error event', async () => {
    await gateway.sandbox.script('stall=3');
    const answer = await gateway.open();
    const next = blocksIn(answer);
    const blocks = [await next(), await next(), await next()];
    gateway.clock.skip(300_000);
    for (let block = await next(); block !== '(end)'; block = await next()) blocks.push(block);
    const { error, isDone } = streamedOf(blocks);
    expect(error).toMatchObject({ type: 'api_error', code: 'upstream_timeout' });
    expect(isDone).toBe(false);
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({
      outcome: 'timeout',
      ended_by: 'error',
    });
  });
});

describe('a client that leaves', () => {
  it('takes the upstream request with it, and what came is charged and sealed', async () => {
    await gateway.sandbox.script('slow=2,tokens=5000');
    const answer = await gateway.open();
    const next = blocksIn(answer);
    for (let count = 0; count < 20; count++) await next();
    answer.hangUp();
    await upstreamIsLeft();
    const entry = await gateway.records.entry(idOf(answer));
    expect(entry).toMatchObject({
      ended_by: 'client',
      client_gone: true,
      usage_source: 'estimated',
      price: { basis: 'progress' },
    });
    const out = entry.tokens?.out ?? 0;
    expect(out).toBeGreaterThanOrEqual(19);
    expect(out).toBeLessThan(5_000);
    const [settled] = await gateway.records.ledger(idOf(answer));
    expect(settled).toEqual({ kind: 'settle', nano: BigInt(entry.price?.nano ?? -1) });
    expect(settled?.nano).toBe(BigInt((entry.tokens?.in ?? 0) * NANO_IN + out * NANO_OUT));
  });

  it('before the answer began is charged for the request that may have been billed', async () => {
    await gateway.sandbox.script('hang');
    const leaving = new AbortController();
    const call = fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { ...gateway.headers(), 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sandbox/small', messages: [{ role: 'user', content: 'x' }] }),
      signal: leaving.signal,
    });
    const rejected = expect(call).rejects.toThrow('aborted');
    await waitFor('the provider to have it', async () => (await gateway.sandbox.openCount()) === 1);
    leaving.abort();
    await rejected;
    await upstreamIsLeft();
    const entry = (await gateway.records.entries()).at(-1);
    expect(entry).toMatchObject({
      http_status: 499,
      ended_by: 'client',
      client_gone: true,
      price: { basis: 'input_estimate' },
    });
  });

  it('is read on for when the workload drains, and charged by the provider’s count', async () => {
    await gateway.sandbox.script('slow=1,tokens=200');
    const answer = await gateway.open({}, { workload: 'draining' });
    await blocksIn(answer)();
    answer.hangUp();
    const entry = await gateway.records.entry(idOf(answer));
    expect(entry).toMatchObject({
      ended_by: 'upstream',
      client_gone: true,
      usage_source: 'provider',
      tokens: { out: 200 },
    });
  });
});

describe('a provider that breaks off', () => {
  it.each([
    ['cuts the connection', 'cut=5'],
    ['cuts it within a frame', 'cut-bytes=700'],
    ['ends without a finish reason', 'end=5'],
    ['sends what is no JSON', 'malformed=5'],
    ['sends an error frame', 'error-frame=5'],
  ])(
    'and %s leaves an error event, no [DONE], and no finish that was made up',
    async (_what, fault) => {
      await gateway.sandbox.script(fault);
      const stream = await gateway.stream({ stream_options: { include_usage: true } });
      expect(stream.status).toBe(200);
      expect(stream.error).toMatchObject({
        type: expect.stringMatching(/./) as string,
        param: null,
      });
      expect(stream.blocks.at(-1)).toMatch(/^data: \{"error":/);
      expect(stream.isDone).toBe(false);
      expect(stream.finish).toBeNull();
      expect('This is a sandbox answer; no model was asked.').toContain(stream.text.slice(0, 40));
      expect(await gateway.sandbox.requests()).toHaveLength(1);
      const entry = await gateway.records.entry(idOf(stream));
      expect(entry).toMatchObject({ outcome: 'error', ended_by: 'error', client_gone: false });
      expect((await gateway.records.ledger(idOf(stream))).map(({ kind }) => kind)).toEqual([
        'settle',
      ]);
    },
  );

  it('is told as such: the gateway’s code for a lost connection, the provider’s own words else', async () => {
    await gateway.sandbox.script('cut=5', 'error-frame=5');
    expect((await gateway.stream()).error).toMatchObject({
      message: 'The provider ended its answer before it was complete. Send the request again.',
      type: 'api_error',
      code: 'upstream_error',
    });
    expect((await gateway.stream()).error?.message).toBe('Scripted sandbox fault (500).');
  });

  it('before its first frame is an ordinary error, with a status', async () => {
    await gateway.sandbox.script('error-frame=0', 'error-frame=0'); // The first is tried once more.
    const answer = await readAnswer(await gateway.open());
    expectError(answer, 'upstream_failed', { message: 'Scripted sandbox fault (500).' });
  });
});

describe('a client that reads slowly', () => {
  const FRAME = `data: ${JSON.stringify({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm-1',
    choices: [{ index: 0, delta: { content: 'x'.repeat(4_000) }, finish_reason: null }],
  })}\n\n`;
  const FINISH = FRAME.replace(
    /"delta":\{.*?\},"finish_reason":null/,
    '"delta":{},"finish_reason":"stop"',
  );
  const COUNT = 12_000; // Some 50 MB: far more than all buffers on the way.

  function* frames(count: number): Generator<Buffer> {
    const frame = Buffer.from(FRAME);
    for (let index = 0; index < count; index++) yield frame;
    yield Buffer.from(`${FINISH}data: [DONE]\n\n`);
  }

  /** Resolves when the provider has not been able to write for a while. */
  async function providerStandsStill(): Promise<void> {
    let seen = -1;
    let since = performance.now();
    await waitFor('the provider to stand still', () => {
      if (provider.writtenBytes !== seen) since = performance.now();
      seen = provider.writtenBytes;
      return seen > 0 && performance.now() - since > 300;
    });
  }

  it('slows the provider down instead of filling the gateway, and misses nothing', async () => {
    provider.writtenBytes = 0;
    provider.answer = () => events(frames(COUNT));
    const answer = await gateway.open({ model: 'plain/m-1' });
    await providerStandsStill();
    expect(provider.writtenBytes).toBeLessThan(16 * 1_048_576);
    const { text, isDone } = await readStream(blocksOf(answer.body));
    expect(text.length).toBe(COUNT * 4_000);
    expect(isDone).toBe(true);
  });

  it('is taken for gone when it takes nothing for a minute', async () => {
    provider.writtenBytes = 0;
    provider.answer = () => events(frames(10 * COUNT));
    const answer = await gateway.open({ model: 'plain/m-1' });
    await providerStandsStill();
    gateway.clock.skip(WRITE_STALL_MS);
    await waitFor('the provider to be left', () => {
      gateway.clock.skip(ABORT_GRACE_MS / 4);
      return provider.openCount === 0;
    });
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({
      ended_by: 'client',
      client_gone: true,
    });
    answer.hangUp();
  });
});
