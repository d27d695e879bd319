import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { STREAM, WHOLE, type Said } from '../../../libs/dlp/src/testing/restore/answers.js';
import { expectError } from '../../support/expect-error.js';
import { errorIn, FORMATS, type Format } from '../../support/four-formats.js';
import { startGateway } from '../../support/gateway.js';
import { events, json, ReplayServer } from '../../support/replay-server.js';
import { NANO_IN, NANO_OUT, PRICE } from '../../support/settings.js';

const provider = await ReplayServer.start();
const gateway = await startGateway({
  organisation: { protection: { mode: 'tokenize', answers: 'mask' } },
  providers: [
    {
      name: 'plain',
      base_url: `${provider.url}/v1`,
      models: [{ id: 'm-1', price: PRICE }],
      serves_responses: true,
    },
    {
      name: 'chatty',
      base_url: `${provider.url}/v1`,
      models: [{ id: 'm-1', price: PRICE }],
      serves_responses: false,
    },
  ],
  workloads: [{ name: 'mask' }, { name: 'block', protection: { answers: 'block' } }],
});
afterAll(() => provider.close());

const MAIL = 'canary.bird@example.org';
const OWN = 'ann@example.org';
const TOLD: Said = {
  text: `Write to ${MAIL}. And that is it.`,
  thinking: `Let me see: ${MAIL} it is.`,
  args: JSON.stringify({ to: MAIL, iban: 'DE89370400440532013000' }),
  note: `by ${MAIL}`,
  more: '',
};
const USAGE = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 };

const sse = (payloads: readonly object[]): Buffer[] => [
  ...payloads.map((payload) => Buffer.from(`data: ${JSON.stringify(payload)}\n\n`)),
  Buffer.from('data: [DONE]\n\n'),
];
const inPieces = (text: string): string[] => text.match(/.{1,3}/gs) ?? [];

beforeEach(() => {
  provider.received.length = 0;
  provider.answer = ({ body }) =>
    JSON.parse(body.toString()).stream
      ? events(
          sse([
            ...STREAM.chat(TOLD, inPieces),
            { id: 'c1', object: 'chat.completion.chunk', choices: [], usage: USAGE },
          ]),
        )
      : json({ ...WHOLE.chat(TOLD), usage: USAGE });
});

const ask = (format: Format, workload: string, isStreaming: boolean) => {
  const model = 'chatty/m-1';
  const body = format.bodyOf(model, `I am ${OWN}`);
  const path = format.pathOf(model);
  if (!isStreaming) return gateway.post(path, body, { workload });
  return format.name === 'gemini'
    ? gateway.post(`${path.replace('generateContent', 'streamGenerateContent')}?alt=sse`, body, {
        workload,
      })
    : gateway.post(path, { ...body, stream: true }, { workload });
};

describe.each(FORMATS.map((format) => ({ format, name: format.name })))(
  'an answer in the format $name',
  ({ format }) => {
    it.each([false, true])(
      'comes without what the model made up, streamed: %s',
      async (isStreaming) => {
        const answer = await ask(format, 'mask', isStreaming);
        expect(answer.status).toBe(200);
        expect(answer.text).toContain('«EMAIL»');
        expect(answer.text).toContain('«IBAN»');
        expect(answer.text).not.toMatch(/canary|DE893704/);
        const entry = await gateway.records.entry(String(answer.headers['request-id']));
        expect(entry).toMatchObject({ outcome: 'ok', tokens: { in: 10, out: 20 } });
        expect(entry.dlp).toMatchObject({ action: 'masked', findings: { email: 2, iban: 1 } });
        expect(entry.dlp?.found).toContainEqual({
          action: 'mask',
          count: 1,
          kind: 'iban',
          place: 'answer.tool',
        });
        expect(JSON.stringify(entry)).not.toMatch(/canary|DE893704/);
      },
    );

    it('is refused as a whole where the policy says so, and paid for', async () => {
      const answer = await ask(format, 'block', false);
      const { message } = errorIn(format, answer, {
        status: 422,
        type: 'invalid_request_error',
        code: 'answer_blocked',
      });
      expect(message).toMatch(/email at answer\.\w+/);
      expect(answer.text).not.toMatch(/canary|DE893704/);
      const entry = await gateway.records.entry(String(answer.headers['request-id']));
      expect(entry).toMatchObject({
        type: 'call',
        http_status: 422,
        outcome: 'error',
        ended_by: 'error',
        refusal: { code: 'answer_blocked' },
        tokens: { in: 10, out: 20 },
        price: { nano: String(10 * NANO_IN + 20 * NANO_OUT) },
        dlp: { action: 'blocked' },
      });
      expect(JSON.stringify(entry)).not.toMatch(/canary|DE893704/);
    });

    it('ends with an error of the format where it is streamed', async () => {
      const answer = await ask(format, 'block', true);
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('Data protection refused the answer');
      expect(answer.text).not.toMatch(/canary|DE893704|\[DONE\]|message_stop|response\.completed/);
      const entry = await gateway.records.entry(String(answer.headers['request-id']));
      expect(entry).toMatchObject({ outcome: 'error', refusal: { code: 'answer_blocked' } });
      expect(BigInt(entry.price?.nano ?? 0)).toBeGreaterThan(0n);
      expect(entry.dlp?.found).toContainEqual(
        expect.objectContaining({ action: 'block', kind: 'email' }),
      );
    });
  },
);

it('a refusal names kinds and places', async () => {
  const [chat] = FORMATS;
  const answer = await ask(chat as Format, 'block', false);
  expectError(answer, 'answer_blocked', {
    message:
      /^Data protection refused the answer: it holds (?:\w+ at answer\.\w+(?:, |\. ))+Ask for/,
  });
});

it('what the caller said itself comes back, by its pseudonym or not', async () => {
  provider.answer = ({ body }) => {
    const [word = ''] = /EMAIL_\w{6}/.exec(body.toString()) ?? [];
    return json({
      ...WHOLE.chat({ ...TOLD, text: `You are ${word}, that is ${OWN}.` }),
      usage: USAGE,
    });
  };
  const [chat] = FORMATS;
  const answer = await ask(chat as Format, 'mask', false);
  expect(answer.text).toContain(`You are ${OWN}, that is ${OWN}.`);
});

it('an answer that is fetched later goes the same way', async () => {
  const stored = { ...WHOLE.responses({ ...TOLD, text: 'Fine.' }), id: 'resp_later0001' };
  provider.answer = () => json(stored);
  const made = await gateway.post(
    '/v1/responses',
    { model: 'plain/m-1', input: 'Hello' },
    { workload: 'mask' },
  );
  expect(made.status).toBe(200);
  provider.answer = () => json({ ...WHOLE.responses(TOLD), id: 'resp_later0001' });
  const later = await gateway.send('/v1/responses/resp_later0001', {
    headers: { ...gateway.headers({ workload: 'mask' }), 'x-gw-provider': 'plain' },
  });
  expect(later.status).toBe(200);
  expect(later.text).toContain('«EMAIL»');
  expect(later.text).not.toMatch(/canary|DE893704/);
});

it('bytes that nobody can look into are marked', async () => {
  const answer = await gateway.post(
    '/v1/audio/speech',
    { model: 'sandbox/speech', input: 'Hello', voice: 'alloy' },
    { workload: 'mask' },
  );
  expect(answer.status).toBe(200);
  const entry = await gateway.records.entry(String(answer.headers['request-id']));
  expect(entry.marks).toContain('unscanned');
});
