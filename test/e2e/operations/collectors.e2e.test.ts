import { afterAll, describe, expect, it } from 'vitest';
import { Telemetry } from '#operations';
import { Settling } from '#pipeline';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { TestCollector } from '../../support/test-collector.js';

const tokens = 'gen_ai.client.token.usage';

/** What the gateway counts of its spans. */
async function spansOf(gateway: TestGateway): Promise<Record<string, number>> {
  const { text } = await gateway.send('/metrics');
  return Object.fromEntries(
    [...text.matchAll(/^gw_spans_(\w+)_total (\d+)$/gm)].map(([, what, count]) => [
      what,
      Number(count),
    ]),
  );
}

describe('a collector that takes what it is told', async () => {
  const collector = await TestCollector.start();
  afterAll(() => collector.close());
  const gateway = await startGateway({}, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  await gateway.stream();
  await gateway.chat({ model: 'sandbox/echo' });
  await gateway.app.get(Settling).drained();
  await gateway.app.get(Telemetry).stop();
  const pointsOf = (metric: string) => collector.points.filter((one) => one.metric === metric);

  it('is told the tokens of calls, by the names and buckets of the conventions', () => {
    const small = pointsOf(tokens).filter(
      ({ attributes }) => attributes['gen_ai.request.model'] === 'small',
    );
    expect(small).toMatchObject(
      ['input', 'output'].map((type) => ({
        count: 1,
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': 'custom',
          'gen_ai.token.type': type,
          'server.address': '127.0.0.1',
        },
      })),
    );
    expect(small[0]?.sum).toBeGreaterThan(0);
    expect([small[0]?.bounds.at(0), small[0]?.bounds.at(-1)]).toEqual([1, 67_108_864]);
  });

  it('is told how long they took, and those that were streamed until their first frame', () => {
    const durations = pointsOf('gen_ai.client.operation.duration');
    expect(durations.map(({ count }) => count)).toEqual([1, 1]);
    expect(durations[0]?.bounds).toHaveLength(14);
    const first = pointsOf('gen_ai.client.operation.time_to_first_chunk');
    expect(first).toMatchObject([{ count: 1, attributes: { 'gen_ai.request.model': 'small' } }]);
  });

  it('has all spans at the end, as the gateway counts', async () => {
    expect(collector.spans).toHaveLength(4);
    expect(await spansOf(gateway)).toEqual({ exported: 4, failed: 0, dropped: 0 });
  });
});

describe.each([
  ['hangs', () => TestCollector.start('hangs')],
  ['is gone', async () => ({ url: 'http://127.0.0.1:1', close: (): void => undefined })],
])('a collector that %s', async (_how, start) => {
  const collector = await start();
  afterAll(() => collector.close());
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_METRICS_EXPORTER: 'none' };
  const gateway = await startGateway({}, { env });

  it('is no matter of the calls, and what it was not told is counted', async () => {
    const calls = await Promise.all(Array.from({ length: 64 }, () => gateway.chat()));
    expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 200));
    await expect.poll(async () => (await spansOf(gateway))['failed']).toBeGreaterThan(0);
    expect((await gateway.chat()).status).toBe(200);
  });

  it('does not hold up the end', async () => {
    const startedMs = performance.now();
    const stopped = gateway.app.get(Telemetry).stop();
    gateway.clock.skip(3_000);
    await stopped;
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });
});

describe('where no collector is named', async () => {
  const gateway = await startGateway();

  it('nothing of a trace goes to providers, whatever the caller says', async () => {
    const traceparent = `00-${'a'.repeat(32)}-b7ad6b7169203331-01`;
    await gateway.chat({}, { headers: { traceparent } });
    const [asked] = await gateway.sandbox.requests();
    expect(asked?.headers).not.toHaveProperty('traceparent');
    expect(await spansOf(gateway)).toEqual({});
  });
});
