import { afterAll, expect, it } from 'vitest';
import { FORMATS } from '../../support/four-formats.js';
import { startGateway } from '../../support/gateway.js';
import { idOf } from '../../support/http.js';
import { events, json, ReplayServer } from '../../support/replay-server.js';
import { PRICE } from '../../support/settings.js';

const provider = await ReplayServer.start();
afterAll(() => provider.close());

const location = (zone: string, guaranteed: boolean) => ({ location: { zone, guaranteed } });
const anthropic = {
  family: 'anthropic',
  base_url: provider.url,
  models: [{ id: 'small', price: PRICE }],
};
const gateway = await startGateway({
  providers: [
    { ...anthropic, name: 'states', ...location('US', true) },
    { ...anthropic, name: 'usually', ...location('US', false) },
  ],
});

const usage = { input_tokens: 3, output_tokens: 1 };
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'small',
  content: [{ type: 'text', text: 'ok' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
};
const streamOf = (inferenceGeo: string) =>
  [
    {
      type: 'message_start',
      message: {
        ...message,
        content: [],
        stop_reason: null,
        usage: { ...usage, inference_geo: inferenceGeo },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'ok' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ].map((event) => Buffer.from(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`));

const answerFrom = (inferenceGeo: string) => {
  provider.answer = ({ body }) =>
    body.includes('"stream":true')
      ? events(streamOf(inferenceGeo))
      : json({ ...message, usage: { ...usage, inference_geo: inferenceGeo } });
};

it.each([
  ['states', 'us', []],
  ['states', 'not_available', []],
  ['states', 'global', ['processed_elsewhere']],
  ['usually', 'global', []],
])('an answer of %s that says %s is marked %j, in each format', async (name, told, marks) => {
  answerFrom(told);
  const model = `${name}/small`;
  for (const format of FORMATS) {
    const answer = await gateway.post(format.pathOf(model), format.bodyOf(model, 'Hi'), {
      headers: { 'x-goog-api-key': gateway.key() },
    });
    expect([format.name, answer.status]).toEqual([format.name, 200]);
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({ marks });
  }
  const streamed = await gateway.chat({ model, stream: true });
  expect(await gateway.records.entry(idOf(streamed))).toMatchObject({ marks });
});

it('the operator is told how many there were', async () => {
  expect((await gateway.send('/metrics')).text).toContain(
    'gw_processed_elsewhere_total{provider="states"} 5\n',
  );
});
