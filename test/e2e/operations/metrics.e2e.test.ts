import { afterAll, expect, it } from 'vitest';
import { SEAL_LOCK } from '../../../libs/audit/src/seal/statements.js';
import { startGateway } from '../../support/gateway.js';
import { TestCollector } from '../../support/test-collector.js';

const LOOK_MS = 5_000;
const VERIFY_MS = 10 * 60_000;
const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0,text/plain;q=0.5';

const collector = await TestCollector.start();
afterAll(() => collector.close());
const gateway = await startGateway({}, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });

const read = (accept = 'text/plain') => gateway.send('/metrics', { headers: { accept } });
async function valueOf(sample: string): Promise<number | undefined> {
  const { text } = await read();
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length));
}

it('a call stands for its bucket with its trace, for readers that ask for OpenMetrics', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  await gateway.chat({}, { headers });
  await collector.trace(traceId, 2);
  const { text, headers: told } = await read(OPEN_METRICS);
  expect(told['content-type']).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
  expect(text.endsWith('\n# EOF\n')).toBe(true);
  const exemplar = `# \\{trace_id="${traceId}"\\} [0-9.e-]+ [0-9.]+`;
  for (const labels of [
    'request_duration_seconds_bucket{le="[^"]+",surface="chat"}',
    'time_to_first_token_seconds_bucket{le="[^"]+",provider="sandbox"}',
  ]) {
    const bucket = labels.replace(/[{}]/g, String.raw`\$&`);
    expect(text).toMatch(new RegExp(`^gw_${bucket} \\d+ ${exemplar}$`, 'm'));
  }
});

it('both formats name counters alike, whichever was asked for before', async () => {
  const sample = /^gw_requests_total\{surface="chat",status="200",decision="served"\} \d+/m;
  for (const accept of ['text/plain', OPEN_METRICS, 'text/plain']) {
    expect((await read(accept)).text).toMatch(sample);
  }
  expect((await read(OPEN_METRICS)).text).toContain('# TYPE gw_requests counter\n');
  expect((await read()).text).toContain('# TYPE gw_requests_total counter\n');
});

it('each step of a call is timed', async () => {
  const { text } = await read();
  for (const stage of ['inspect', 'route', 'scope', 'cache', 'seal', 'meter']) {
    expect(text).toMatch(new RegExp(`^gw_stage_seconds_count\\{stage="${stage}"\\} [1-9]`, 'm'));
  }
});

it('names and units are those that Prometheus asks for', async () => {
  const { text } = await read();
  const families = [...text.matchAll(/^# TYPE (gw_\w+) (\w+)$/gm)];
  expect(families.length).toBeGreaterThan(60);
  for (const [, name = '', type] of families) {
    expect.soft(name.endsWith('_total'), name).toBe(type === 'counter');
    expect.soft(name, name).not.toMatch(/_(ms|millis|minutes|kib|mb|percent)(_|$)/);
  }
});

it('says how long rows wait to be sealed', async () => {
  const { owner } = gateway.database;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const locked = owner.transaction(async (tx) => {
    await tx.query({ name: 'hold-seal-lock', text: 'SELECT pg_advisory_xact_lock($1)' }, [
      SEAL_LOCK,
    ]);
    await held;
  });
  await gateway.chat();
  await expect
    .poll(async () => {
      gateway.clock.skip(LOOK_MS);
      return valueOf('gw_seal_lag_seconds');
    })
    .toBeGreaterThan(20);
  release();
  await locked;
  await expect
    .poll(async () => {
      gateway.clock.skip(LOOK_MS);
      return valueOf('gw_seal_lag_seconds');
    })
    .toBe(0);
});

it('says what it stands on', async () => {
  expect(await valueOf('gw_store_up{store="postgres"}')).toBe(1);
  expect(await valueOf('gw_disk_free_bytes{folder="data"}')).toBeGreaterThan(1e6);
  expect(await valueOf('gw_jobs_waiting{queue="documents"}')).toBe(0);
  expect(await valueOf('gw_log_set_back')).toBe(0);
});

it('verifies its logs by itself, and says when a row is not what it was', async () => {
  await gateway.records.settled();
  const look = async (sample: string) => {
    gateway.clock.skip(VERIFY_MS);
    return valueOf(sample);
  };
  const { owner } = gateway.database;
  await expect.poll(() => look('gw_log_verified_timestamp_seconds')).toBeGreaterThan(1e9);
  expect(await valueOf('gw_logs_faulty')).toBe(0);
  const change = (by: number) =>
    owner.dataSource.query(
      `ALTER TABLE audit_row DISABLE TRIGGER append_only; UPDATE audit_row SET tokens_in = tokens_in + ${by} WHERE type = 'call'; ALTER TABLE audit_row ENABLE ALWAYS TRIGGER append_only`,
    );
  await change(1);
  await expect.poll(() => look('gw_logs_faulty')).toBe(1);
  expect(gateway.log.lines.join()).toContain('its column tokens_in');
  await change(-1);
  await expect.poll(() => look('gw_logs_faulty')).toBe(0);
});
