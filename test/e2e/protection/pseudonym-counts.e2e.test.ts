import { afterAll, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { idOf } from '../../support/http.js';
import { events, json, ReplayServer } from '../../support/replay-server.js';
import { PRICE } from '../../support/settings.js';

const provider = await ReplayServer.start();
const gateway = await startGateway({
  organisation: { protection: { mode: 'tokenize' } },
  providers: [
    { name: 'plain', base_url: `${provider.url}/v1`, models: [{ id: 'm-1', price: PRICE }] },
  ],
});
afterAll(() => provider.close());

const [JANE, JOHN] = ['jane.doe@example.org', 'john@example.org'];

/** Says the first pseudonym twice, the second altered, and one that nobody sent. */
function answerOf(body: Buffer): string {
  const words = body.toString().match(/EMAIL_[0-9A-Z]{6}/g) ?? [];
  const [first = '', second = ''] = words;
  const altered = `${second.slice(0, -1)}${second.endsWith('2') ? '3' : '2'}`;
  return `${first}, ${first}; ${altered} and ${altered}, EMAIL_222223, EMAIL_HEADER.`;
}

const choice = (change: object) => ({
  object: 'chat.completion',
  model: 'm',
  choices: [{ index: 0, finish_reason: 'stop', ...change }],
});

provider.answer = ({ body }) => {
  const content = answerOf(body);
  if (!body.includes('"stream":true'))
    return json(choice({ message: { role: 'assistant', content } }));
  const frames = content.split('').map((char) => {
    const data = { ...choice({ delta: { content: char }, finish_reason: null }) };
    return `data: ${JSON.stringify({ ...data, object: 'chat.completion.chunk' })}\n\n`;
  });
  return events([Buffer.from(`${frames.join('')}data: [DONE]\n\n`)]);
};

it.each([false, true])('an entry says what became of pseudonyms, streamed: %s', async (stream) => {
  const messages = [{ role: 'user', content: `${JANE} wrote to ${JOHN}.` }];
  const answer = await gateway.chat({ model: 'plain/m-1', messages, stream });
  expect(answer.text).toContain(stream ? JANE : `${JANE}, ${JANE}; EMAIL_`);
  expect(await gateway.records.entry(idOf(answer))).toMatchObject({
    dlp: { pseudonyms: { issued: 2, restored: 1, unresolved: 2 } },
  });
});

it('all of them are counted for the operator', async () => {
  const { text } = await gateway.send('/metrics');
  for (const [what, count] of Object.entries({ issued: 4, restored: 2, unresolved: 4 })) {
    expect(text).toContain(`gw_pseudonyms_total{what="${what}"} ${count}\n`);
  }
});

it('texts that come again are known, and the operator sees how often', async () => {
  const messages = [{ role: 'user', content: `The parcel went to ${JANE}. `.repeat(20) }];
  for (let turn = 0; turn < 3; turn++) await gateway.chat({ model: 'plain/m-1', messages });
  const { text } = await gateway.send('/metrics');
  expect(text).toMatch(/^gw_scans_known_total [2-9]/m);
  expect(text).toMatch(/^gw_scans_new_total [1-9]/m);
  expect(text).toMatch(/^gw_scans_memory_bytes [1-9]\d{2,}/m);
});

it('an entry says which version and which model looked', async () => {
  const answer = await gateway.chat({ model: 'plain/m-1' });
  const { dlp } = await gateway.records.entry(idOf(answer));
  expect(dlp?.engine_rev).toMatch(/^\d+\.\d+\.\d+\+names\.[0-9a-f]{12}$/);
});
