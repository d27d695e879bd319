import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectError, expectRefusal } from '../../support/expect-error.js';
import { aForm, type Part } from '../../support/form.js';
import { startGateway } from '../../support/gateway.js';
import { begin } from '../../support/http.js';
import { json, ReplayServer } from '../../support/replay-server.js';
import { waitFor } from '../../support/wait-for.js';

const MIB = 1_048_576;
const PATH = '/v1/audio/transcriptions';

const folder = await mkdtemp(join(tmpdir(), 'gw-spool-'));
vi.stubEnv('TMPDIR', folder);
const provider = await ReplayServer.start();
// Runs last, when the gateway has ended.
afterAll(async () => {
  vi.unstubAllEnvs();
  await provider.close();
  await rm(folder, { recursive: true });
});
const gateway = await startGateway({
  providers: [
    { name: 'plain', base_url: `${provider.url}/v1`, models: [{ id: 'm-1', price: 'free' }] },
  ],
  workloads: [
    { name: 'default' },
    { name: 'few', allowed_models: ['plain/*'] },
    { name: 'budgeted', forward: ['/v1/**'], budget: { amount: '1.00', period: 'total' } },
    { name: 'protected', protection: { mode: 'tokenize' } },
  ],
});

beforeEach(async () => {
  await gateway.sandbox.clear();
  provider.received.length = 0;
  provider.keepsBodies = true;
  provider.answer = () => json({ text: 'ok' });
});

const spooled = async () => (await readdir(folder)).filter((name) => name.startsWith('gw-form-'));
const nothingSpooled = () =>
  waitFor('the spool to be empty', async () => (await spooled()).length === 0);

function upload(parts: readonly Part[], workload = 'default', path = PATH) {
  const { headers, body } = aForm(parts);
  return gateway.send(path, { headers: { ...gateway.headers({ workload }), ...headers }, body });
}

it('that no price covers is refused, and leaves nothing on the disk', async () => {
  const file = { name: 'file', filename: 'a.wav', value: 'RIFF' };
  for (const [path, param, key] of [
    ['/v1/batches', null, 'path_unpriced'],
    [PATH, 'web_search_options', 'option_unpriced'],
  ] as const) {
    const parts = [
      { name: 'model', value: 'plain/m-1' },
      { name: param ?? 'purpose', value: 'x' },
      file,
    ];
    await expectRefusal(gateway, await upload(parts, 'budgeted', path), key, {
      ...(param && { param, message: /Leave out web_search_options\.$/ }),
    });
    await nothingSpooled();
  }
});

const file = (bytes: number): Part => ({ name: 'file', filename: 'a.mp3', bytes });
const model = (value: string): Part => ({ name: 'model', value });

describe('an upload', () => {
  it.each([
    ['before', [model('sandbox/transcribe'), file(5 * MIB)]],
    ['behind', [file(5 * MIB), model('sandbox/transcribe')]],
  ])('reaches its provider whole, with the model %s the file', async (_where, parts) => {
    const answer = await upload(parts);
    expect(answer.json<object>()).toMatchObject({
      text: `Sandbox transcript of a.mp3, ${5 * MIB} bytes.`,
    });
    const entry = await gateway.records.entry(String(answer.headers['request-id']));
    expect(entry).toMatchObject({
      surface: 'audio',
      provider: 'sandbox',
      unscanned_document: true,
    });
    await nothingSpooled();
  });

  it('keeps its fields, their order and the file’s own headers', async () => {
    const parts: Part[] = [{ name: 'language', value: 'de' }, file(100), model('plain/m-1')];
    expect((await upload(parts)).status).toBe(200);
    const [seen] = provider.received;
    const body = seen?.body.toString() ?? '';
    const names = [...body.matchAll(/ name="(\w+)"/g)].map(([, name]) => name);
    expect(names).toEqual(['language', 'file', 'model']);
    expect(body).toContain('filename="a.mp3"\r\nContent-Type: audio/mpeg\r\n\r\naaaa');
    expect(body).toContain('\r\n\r\nm-1\r\n');
    expect(Number(seen?.headers['content-length'])).toBe(seen?.body.length);
  });

  it('has its fields protected', async () => {
    const prompt = { name: 'prompt', value: 'Speaker: ann.canary@example.org' };
    await upload([model('plain/m-1'), prompt, file(100)], 'protected');
    const body = provider.received[0]?.body.toString();
    expect(body).toMatch(/Speaker: EMAIL_\w{6}/);
    expect(body).not.toContain('canary');
  });

  it('costs no memory: twenty at a time do not lie in it', async () => {
    provider.keepsBodies = false;
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const memory = () => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const before = memory();
    let most = before;
    let watching: NodeJS.Timeout | undefined;
    // A collection holds up everything else, for longer where other files have filled the heap: so each is
    // followed by ten times as long without one.
    const watch = (): void => {
      const startedMs = performance.now();
      most = Math.max(most, memory());
      watching = setTimeout(watch, 500 + 10 * (performance.now() - startedMs));
    };
    watch();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => upload([file(10 * MIB), model('plain/m-1')])),
    );
    clearTimeout(watching);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    // Two hundred came in; what is left of them are the pieces on their way to the disk.
    expect(most - before).toBeLessThan(100 * MIB);
    await nothingSpooled();
  }, 120_000); // 200 MiB, sent and received by this very process, also where others are at work.

  it('leaves no file behind when it is refused', async () => {
    const answer = await upload([file(MIB), model('sandbox/transcribe')], 'few');
    await expectRefusal(gateway, answer, 'model_not_allowed', { param: 'model', message: /./ });
    await nothingSpooled();
  });

  it('leaves no file behind when its client hangs up half-way', async () => {
    const { headers } = aForm([]);
    const length = { 'content-length': String(10 * MIB) };
    const leaving = new AbortController();
    const call = fetch(gateway.url + PATH, {
      method: 'POST',
      headers: { ...gateway.headers(), ...headers, ...length },
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(
            Buffer.from(
              '--test-boundary-7MA4YWxkTrZu0gW\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
            ),
          );
        },
      }),
      duplex: 'half',
      signal: leaving.signal,
    });
    const rejected = expect(call).rejects.toThrow('aborted');
    await waitFor('the spool', async () => (await spooled()).length === 1);
    leaving.abort();
    await rejected;
    await nothingSpooled();
  });

  it('is streamed back when asked', async () => {
    const { headers, body } = aForm([
      file(1_000),
      model('sandbox/transcribe'),
      { name: 'stream', value: 'true' },
    ]);
    const answer = await begin(gateway.url + PATH, {
      headers: { ...gateway.headers(), ...headers },
      body,
    });
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    let text = '';
    for await (const chunk of answer.body) text += String(chunk);
    expect(text).toContain('transcript.text.done');
  });
});

describe('a form that cannot be read', () => {
  const post = (body: string, type = 'multipart/form-data; boundary=b') =>
    gateway.send(PATH, { headers: { ...gateway.headers(), 'content-type': type }, body });
  const part = '--b\r\nContent-Disposition: form-data; name="model"\r\n\r\nplain/m-1\r\n';

  it.each([
    ['names no boundary', `${part}--b--\r\n`, 'multipart/form-data; charset=utf-8'],
    ['ends too early', part, undefined],
    ['has no parts at all', 'hello', undefined],
    ['has endless headers', `--b\r\nx: ${'x'.repeat(20_000)}\r\n\r\n\r\n--b--\r\n`, undefined],
    ['has endless parts', `${part.repeat(129)}--b--\r\n`, undefined],
  ])('is refused when it %s', async (_what, body, type) => {
    await expectRefusal(gateway, await post(body, type), 'form_malformed', { message: /./ });
    await nothingSpooled();
  });
});

it('for which the disk has no room is told as that, and nothing is sent', async () => {
  vi.stubEnv('TMPDIR', join(folder, 'no-such-folder'));
  const answer = await upload([file(1_000), model('sandbox/transcribe')]);
  vi.stubEnv('TMPDIR', folder);
  const id = expectError(answer, 'upload_storage_unavailable');
  expect(answer.text).not.toMatch(/ENOENT|folder/);
  expect(await gateway.sandbox.requests()).toEqual([]);
  const refusal = { code: 'upload_storage_unavailable' };
  expect(await gateway.records.entry(id)).toMatchObject({ refusal });
  const told = gateway.log.lines.filter((line) => line.startsWith('error') && line.includes(id));
  expect(told).toEqual([expect.stringMatching(/ENOENT.*no-such-folder/)]);
});
