import { expect, it } from 'vitest';
import { openApi } from '../../../apps/api/src/docs/openapi.js';
import { mismatches } from '../../../apps/api/src/docs/testing/match-schema.js';
import type { Answer } from '../../support/http.js';
import { startGateway } from '../../support/gateway.js';

const gateway = await startGateway();

/** What of the answer does not fit the schema of that name. */
const faults = (name: string, value: unknown) =>
  mismatches(openApi, { $ref: `#/components/schemas/${name}` }, value);

it.each<[schema: string, status: number, ask: () => Promise<Answer>]>([
  ['ModelList', 200, () => gateway.get('/v1/models')],
  ['Model', 200, () => gateway.get('/v1/models/sandbox/small')],
  ['ChatAnswer', 200, () => gateway.chat()],
  ['Error', 404, () => gateway.chat({ model: 'sandbox/absent' })],
  ['Error', 401, () => gateway.send('/v1/models')],
  ['Readiness', 200, () => gateway.send('/readyz')],
])('the document describes %s as it is answered with %i', async (schema, expected, ask) => {
  const answer = await ask();
  expect([answer.status, faults(schema, answer.json())]).toEqual([expected, []]);
});

it('the document describes each frame of a stream', async () => {
  const { chunks } = await gateway.stream({ stream_options: { include_usage: true } });
  expect(chunks.length).toBeGreaterThan(1);
  expect(chunks.flatMap((chunk) => faults('ChatAnswer', chunk))).toEqual([]);
});
