import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SpanDraft } from './span-draft.js';
import { SpanSink, WAITING_MAX } from './span-sink.js';

/** Takes what it is told and never says so. */
let collector: Server;
beforeAll(async () => {
  collector = createServer();
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  collector.closeAllConnections();
  collector.close();
});

const DRAFT: SpanDraft = {
  name: 'chat small',
  kind: 'client',
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  parentSpanId: null,
  startMs: 1,
  endMs: 2,
  attributes: {},
  hasFailed: false,
};

it('holds so many spans for a collector that hangs, and counts those that it drops', () => {
  const { port } = collector.address() as AddressInfo;
  const sink = new SpanSink(`http://127.0.0.1:${port}/v1/traces`, resourceFromAttributes({}));
  for (let one = 0; one < WAITING_MAX + 100; one++) sink.add([DRAFT]);
  expect(sink.counters).toEqual({ exported: 0, failed: 0, dropped: 100 });
});
