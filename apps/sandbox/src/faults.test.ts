import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { SystemClock } from '#kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from './sandbox-server.js';

/** Waits no time, and tells how long it should have waited. */
class RecordingClock extends SystemClock {
  readonly slept: number[] = [];

  override async sleep(ms: number): Promise<void> {
    this.slept.push(ms);
  }
}

const clock = new RecordingClock();
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, clock });
});
beforeEach(() => {
  clock.slept.length = 0;
});
afterAll(() => sandbox.close());

const headers = { authorization: 'Bearer any' };
const chatBody = (script: string, stream: boolean) =>
  JSON.stringify({
    model: `sandbox/fault/${script}`,
    messages: [{ role: 'user', content: 'Hello' }],
    stream,
    ...(stream && { stream_options: { include_usage: true } }),
  });
const ask = (script: string, { stream = false, signal = null as AbortSignal | null } = {}) =>
  fetch(`${sandbox.url}/v1/chat/completions`, {
    method: 'POST',
    headers,
    body: chatBody(script, stream),
    signal,
  });
const control = async (method: string, path: string, body?: object) => {
  const answer = await fetch(sandbox.url + path, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Record<string, unknown>;
};
const framesOf = (body: string) => body.split('\n\n').filter(Boolean);

/** What arrived before the connection broke, and whether it did. */
function askRaw(script: string, stream: boolean): Promise<{ body: string; isBroken: boolean }> {
  return new Promise((resolve, reject) => {
    const call = request(`${sandbox.url}/v1/chat/completions`, { method: 'POST', headers });
    call.once('error', reject);
    call.once('response', (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      answer.once('end', () => resolve({ body, isBroken: false }));
      answer.once('error', () => resolve({ body, isBroken: true }));
    });
    call.end(chatBody(script, stream));
  });
}

describe('an error', () => {
  it.each([
    ['status=429', 429, '1', { type: 'rate_limit_error', code: 'rate_limit_exceeded' }],
    ['status=429,retry-after=7,code=insufficient_quota', 429, '7', { code: 'insufficient_quota' }],
    ['status=503', 503, '1', { type: 'server_error', code: null }],
    ['status=500', 500, null, { type: 'server_error' }],
    ['status=401', 401, null, { code: 'invalid_api_key' }],
  ])('is %s', async (script, status, retryAfter, error) => {
    const answer = await ask(script);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('retry-after')).toBe(retryAfter);
    expect(await answer.json()).toMatchObject({ error });
  });

  it('is no JSON with body=html or body=empty', async () => {
    const html = await ask('status=502,body=html');
    expect(html.headers.get('content-type')).toBe('text/html');
    expect(await html.text()).toContain('<h1>502</h1>');
    expect(await (await ask('status=502,body=empty')).text()).toBe('');
  });

  it('comes after its delay', async () => {
    await ask('delay=200,status=503');
    expect(clock.slept).toEqual([200]);
  });
});

describe('a broken stream', () => {
  it('is slow between events', async () => {
    const body = await (await ask('slow=20', { stream: true })).text();
    expect(clock.slept).toEqual(framesOf(body).map(() => 20));
  });

  it.each([true, false])(
    'stalls after its events until the client leaves (stream: %s)',
    async (stream) => {
      const gone = new AbortController();
      const answer = await ask('stall=2', { stream, signal: gone.signal });
      const reader = answer.body?.getReader();
      let body = '';
      const isComplete = () => (stream ? framesOf(body).length === 2 : body.length === 128);
      while (!isComplete()) body += Buffer.from((await reader?.read())?.value ?? []).toString();
      expect(await control('GET', '/_open')).toEqual({ open: 1 });
      gone.abort();
      await expect.poll(() => control('GET', '/_open')).toEqual({ open: 0 });
    },
  );

  it('hangs before its headers until the client leaves', async () => {
    const gone = new AbortController();
    const answer = ask('hang', { signal: gone.signal });
    await expect.poll(() => control('GET', '/_open')).toEqual({ open: 1 });
    gone.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => control('GET', '/_open')).toEqual({ open: 0 });
  });

  it('is cut after its events', async () => {
    const { body, isBroken } = await askRaw('cut=3', true);
    expect(isBroken).toBe(true);
    expect(framesOf(body)).toHaveLength(3);
    expect(body.endsWith('\n\n')).toBe(true);
  });

  it('is cut within a frame after its bytes', async () => {
    expect(await askRaw('cut-bytes=100', true)).toMatchObject({
      body: expect.stringMatching(/^data: .{94}$/),
      isBroken: true,
    });
  });

  it('is cut behind its last event when the count lies beyond', async () => {
    const { body, isBroken } = await askRaw('cut=999', true);
    expect(isBroken).toBe(true);
    expect(body.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  it('ends cleanly but early', async () => {
    expect(framesOf(await (await ask('end=2', { stream: true })).text())).toHaveLength(2);
  });

  it('lacks [DONE]', async () => {
    const body = await (await ask('no-done', { stream: true })).text();
    expect(body).not.toContain('[DONE]');
    expect(body).toContain('"finish_reason":"stop"');
  });

  it('lacks usage', async () => {
    expect(await (await ask('no-usage', { stream: true })).text()).not.toContain('"usage"');
    expect(await (await ask('no-usage')).json()).not.toHaveProperty('usage');
  });

  it('holds a malformed frame', async () => {
    const frames = framesOf(await (await ask('malformed=1', { stream: true })).text());
    const isJson = (frame: string) => {
      try {
        return Boolean(JSON.parse(frame.slice('data: '.length)));
      } catch {
        return frame === 'data: [DONE]';
      }
    };
    expect(frames.map(isJson).indexOf(false)).toBe(1);
    expect(frames.filter((frame) => !isJson(frame))).toHaveLength(1);
  });

  it('ends with an error frame', async () => {
    const answer = await ask('error-frame=2', { stream: true });
    const frames = framesOf(await answer.text());
    expect(answer.status).toBe(200);
    expect(frames).toHaveLength(3);
    expect(frames[2]).toContain('data: {"error":{"message":"Scripted sandbox fault');
  });

  it('has the wrong content type', async () => {
    const answer = await ask('content-type=text/html', { stream: true });
    expect(answer.headers.get('content-type')).toBe('text/html');
  });
});

describe('a broken buffered answer', () => {
  it('is cut within its body', async () => {
    const { body, isBroken } = await askRaw('cut=1', false);
    expect(isBroken).toBe(true);
    expect(body).toHaveLength(64);
  });

  it('is no JSON', async () => {
    await expect((await ask('malformed=0')).json()).rejects.toThrow();
  });

  it('is an error body with status 200', async () => {
    const answer = await ask('error-frame=0');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ error: { type: 'server_error' } });
  });
});

it('answers with exactly the tokens asked for', async () => {
  const answer = (await (await ask('tokens=50000')).json()) as {
    choices: [{ message: { content: string } }];
    usage: { completion_tokens: number };
  };
  expect(answer.usage.completion_tokens).toBe(50_000);
  expect(answer.choices[0].message.content).toHaveLength(200_000);
  const streamed = await (await ask('tokens=5000', { stream: true })).text();
  expect(framesOf(streamed).filter((frame) => frame.includes('"content":'))).toHaveLength(5001);
});

it('answers as the model that the script names', async () => {
  const answer = await (await ask('as=reasoning')).text();
  expect(answer).toContain('reasoning_content');
});

it.each(['nonsense', 'delay', 'delay=soon', 'hang=1', 'status=200', 'body=xml', 'tokens=9999999'])(
  'refuses the script %s',
  async (script) => {
    const answer = await ask(script);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_fault_script' } });
  },
);

describe('the control side', () => {
  it('queues faults for the next requests, whatever their model', async () => {
    await control('POST', '/_script', { script: ['status=429', 'ok', 'status=500'] });
    const statuses = [];
    for (let call = 0; call < 4; call++) statuses.push((await ask('ok')).status);
    expect(statuses).toEqual([429, 200, 500, 200]);
  });

  it('drops queued faults and refuses bad ones', async () => {
    await control('POST', '/_script', { script: ['status=429'] });
    expect(await control('DELETE', '/_script')).toEqual({ waiting: 0 });
    expect((await ask('ok')).status).toBe(200);
    expect(await control('POST', '/_script', { script: ['what'] })).toHaveProperty('error');
  });

  it('shows what arrived, without credentials, and forgets it', async () => {
    await control('DELETE', '/_requests');
    await ask('ok');
    const { requests } = await control('GET', '/_requests');
    expect(requests).toEqual([
      {
        method: 'POST',
        path: '/v1/chat/completions',
        headers: expect.not.objectContaining({ authorization: expect.anything() }),
        body_bytes: chatBody('ok', false).length,
        body: chatBody('ok', false),
      },
    ]);
    expect(await control('DELETE', '/_requests')).toEqual({ requests: [] });
  });

  it('keeps a bounded number of requests, and the start of a long body', async () => {
    const long = 'x'.repeat(100_000);
    for (let call = 0; call < 205; call++) {
      await fetch(`${sandbox.url}/v1/none`, { method: 'POST', headers, body: call ? '{}' : long });
    }
    await fetch(`${sandbox.url}/v1/none`, { method: 'POST', headers, body: long });
    const { requests } = (await control('GET', '/_requests')) as {
      requests: { body: string; body_bytes: number }[];
    };
    expect(requests).toHaveLength(200);
    expect(requests.at(-1)).toMatchObject({ body: long.slice(0, 65_536), body_bytes: 100_000 });
  });

  it('is closed when the sandbox runs without it', async () => {
    const closed = await startSandbox({ host: '127.0.0.1', port: 0, hasControl: false });
    expect((await fetch(`${closed.url}/_requests`, { headers })).status).toBe(404);
    await closed.close();
  });
});

it('refuses a body beyond its limit and goes on', async () => {
  const body = Buffer.alloc(33 * 1024 * 1024, 'x');
  const answer = await fetch(`${sandbox.url}/v1/embeddings`, { method: 'POST', headers, body });
  expect(answer.status).toBe(413);
  expect((await ask('ok')).status).toBe(200);
});

it('closes while requests hang', async () => {
  const short = await startSandbox({ host: '127.0.0.1', port: 0 });
  const call = request(`${short.url}/v1/chat/completions`, { method: 'POST', headers });
  const broken = new Promise((resolve) => call.once('error', resolve));
  call.end(chatBody('stall=0', true));
  const answer = await new Promise<NodeJS.ReadableStream>((resolve) =>
    call.once('response', resolve),
  );
  await short.close();
  await expect(Promise.race([text(answer), broken])).rejects.toThrow();
});
