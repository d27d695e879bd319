import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Telemetry } from '#operations';
import { Settling } from '#pipeline';
import { ROOT } from '../support/build.js';
import { freePort } from '../support/free-port.js';
import { startGateway } from '../support/gateway.js';
import { waitFor } from '../support/wait-for.js';

const PROGRAM = join(ROOT, 'node_modules', '.cache', 'collector', 'collector');
const CANARY = 'ann.miller@example.org';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

/** As the collector writes OTLP: JSON, a line for each batch. */
interface WrittenSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}
interface Batch {
  readonly resourceSpans?: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly WrittenSpan[] }[];
  }[];
}

const folder = await mkdtemp(join(tmpdir(), 'gw-collector-'));
const written = join(folder, 'told.json');
const port = await freePort();
await writeFile(
  join(folder, 'collector.yaml'),
  JSON.stringify({
    receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}` } } } },
    exporters: { file: { path: written, flush_interval: '100ms' } },
    service: {
      telemetry: { metrics: { level: 'none' } },
      pipelines: {
        traces: { receivers: ['otlp'], exporters: ['file'] },
        metrics: { receivers: ['otlp'], exporters: ['file'] },
      },
    },
  }),
);
const collector = spawn(PROGRAM, ['--config', `file:${join(folder, 'collector.yaml')}`]);
let said = '';
collector.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
const ended = once(collector, 'exit');
afterAll(async () => {
  collector.kill('SIGTERM');
  await ended;
  await rm(folder, { recursive: true });
});
await Promise.race([
  waitFor('the collector', () => said.includes('Everything is ready')),
  ended.then(() => Promise.reject(new Error(`the collector ended: ${said}`))),
]);
const gateway = await startGateway(
  {},
  { env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` } },
);

it('a streamed call with one failed attempt is a trace in the output of a collector, without content', async () => {
  await gateway.sandbox.script('status=503');
  const messages = [{ role: 'user', content: `Write to ${CANARY}` }];
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };
  const answer = await gateway.stream({ messages }, { headers });
  expect(answer.status).toBe(200);
  await gateway.app.get(Settling).drained();
  await gateway.app.get(Telemetry).stop();
  const spansIn = (text: string) =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Batch)
      .flatMap(({ resourceSpans = [] }) => resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap(({ spans }) => spans);
  const text = await waitFor('the output', async () => {
    const now = await readFile(written, 'utf8');
    return now.endsWith('\n') && spansIn(now).length >= 3 && now.includes('gen_ai.client') && now;
  });
  const spans = spansIn(text).toSorted((one, other) =>
    one.startTimeUnixNano < other.startTimeUnixNano ? -1 : 1,
  );
  const server = spans.find(({ kind }) => kind === 2);
  const below = server?.spanId;
  expect(spans.map(({ traceId }) => traceId)).toEqual([TRACE, TRACE, TRACE]);
  expect(server).toMatchObject({ name: 'POST /v1/chat/completions', parentSpanId: CALLER });
  expect(spans.filter(({ kind }) => kind === 3)).toMatchObject([
    { name: 'chat small', parentSpanId: below, status: { code: 2 } },
    { name: 'chat small', parentSpanId: below },
  ]);
  const keys = spans.flatMap(({ attributes }) => attributes.map(({ key }) => key));
  for (const key of [
    'gen_ai.operation.name',
    'gen_ai.usage.input_tokens',
    'gw.cost_nano',
    'error.type',
  ]) {
    expect(keys).toContain(key);
  }
  expect(text).toContain('gen_ai.client.token.usage');
  for (const word of [CANARY, 'miller', 'Write to', gateway.key()])
    expect(text).not.toContain(word);
  process.stdout.write(
    `${spans.map(({ name, kind, parentSpanId, spanId, status }) => `kind ${kind} ${spanId} below ${parentSpanId} status ${status.code ?? 0} ${name}`).join('\n')}\n`,
  );
});
