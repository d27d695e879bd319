import { assert } from '#kernel';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import type { Answer } from '../../support/http.js';
import { json, ReplayServer, type Received, type Replay } from '../../support/replay-server.js';
import { NANO_IN, NANO_OUT, PRICE } from '../../support/settings.js';

/** What calls cost that took more than one request, and were not answered by all of them. */
const provider = await ReplayServer.start();
const other = await ReplayServer.start();
const models = [{ id: 'm', price: PRICE }];
const gateway = await startGateway({
  providers: [
    { name: 'first', family: 'groq', base_url: `${provider.url}/v1`, models },
    { name: 'second', family: 'groq', base_url: `${other.url}/v1`, models },
  ],
  aliases: [{ name: 'gw/both', targets: [{ model: 'first/m' }], fallbacks: ['second/m'] }],
});
afterAll(async () => {
  await provider.close();
  await other.close();
});
beforeEach(() => gateway.clock.skip(60_000));

const IN = 7;
const OUT = 60_000;
const told = (usage?: object, content = 'a'): Replay =>
  json({
    id: 'c',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    ...(usage && { usage }),
  });
const answered = told({ prompt_tokens: IN, completion_tokens: OUT });
const refused: Replay = { ...json({ error: { message: 'no' } }), status: 400 };

const promptOf = ({ body }: Received) => body.toString('utf8');
const complete = (prompt: readonly string[], model = 'first/m') =>
  gateway.post('/v1/completions', { model, prompt, max_tokens: OUT });

async function paidFor({ headers }: Answer) {
  const id = String(headers['request-id']);
  const { tokens, usage_source: source, attempts } = await gateway.records.entry(id);
  assert(tokens, 'what is paid for is counted');
  const [ledger] = await gateway.records.ledger(id);
  return { tokens, source, attempts, kind: ledger?.kind, nano: Number(ledger?.nano) };
}

describe('a call of several parts', () => {
  it('costs what was answered where one is refused', async () => {
    const prompts = ['1', '2', '3', '4', '5', '6', '7', '8', 'refused'];
    let answers = 0;
    provider.answer = (request) => {
      if (promptOf(request).includes('refused')) return refused;
      answers += 1;
      return answered;
    };
    const answer = await complete(prompts);
    expect(answer.status).toBe(400);
    const paid = await paidFor(answer);
    expect(paid).toMatchObject({ kind: 'settle', source: 'partial' });
    expect(paid.tokens.out).toBeGreaterThanOrEqual(OUT);
    expect(paid.tokens.out % OUT).toBe(0);
    expect(paid.tokens.out).toBeLessThanOrEqual(answers * OUT);
    expect(paid.nano).toBe(paid.tokens.in * NANO_IN + paid.tokens.out * NANO_OUT);
  });

  it('costs what was answered where a connection breaks, and goes nowhere else', async () => {
    provider.answer = (request) =>
      promptOf(request).includes('broken') ? { pieces: [], isCut: true } : answered;
    other.received.length = 0;
    const answer = await complete(['1', 'broken'], 'gw/both');
    expect(answer.status).toBe(502);
    expect(other.received).toEqual([]);
    const { tokens, nano } = await paidFor(answer);
    expect(tokens.out).toBe(OUT);
    expect(tokens.in).toBeGreaterThan(IN);
    expect(nano).toBe(tokens.in * NANO_IN + tokens.out * NANO_OUT);
  });

  it('costs what every part tells, and what came of the one that tells nothing', async () => {
    provider.answer = (request) =>
      promptOf(request).includes('silent') ? told(undefined, 'x'.repeat(400)) : answered;
    const answer = await complete(['1', 'silent', '3']);
    expect(answer.status).toBe(200);
    const { tokens, nano } = await paidFor(answer);
    expect(tokens.out).toBe(2 * OUT + 100);
    expect(tokens.in).toBeGreaterThan(2 * IN);
    expect(nano).toBe(tokens.in * NANO_IN + tokens.out * NANO_OUT);
  });

  it('costs what came of the one that tells its input alone', async () => {
    provider.answer = (request) =>
      promptOf(request).includes('half') ? told({ prompt_tokens: IN }, 'x'.repeat(400)) : answered;
    const paid = await paidFor(await complete(['1', 'half']));
    expect(paid).toMatchObject({ source: 'partial', tokens: { in: 2 * IN, out: OUT + 100 } });
  });
});

describe('a call that went on to another provider', () => {
  const chat = () =>
    gateway.post('/v1/chat/completions', {
      model: 'gw/both',
      messages: [{ role: 'user', content: 'Herons fish at dawn.' }],
    });

  it('costs both, where the first sent what cannot be read', async () => {
    provider.answer = () => json('{"id":');
    other.answer = () => told({ prompt_tokens: IN, completion_tokens: 3 });
    const answer = await chat();
    expect(answer.status).toBe(200);
    const paid = await paidFor(answer);
    expect(paid.attempts).toMatchObject([{ provider: 'first' }, { provider: 'second' }]);
    expect(paid).toMatchObject({ kind: 'settle', source: 'partial', tokens: { out: 3 } });
    expect(paid.tokens.in).toBeGreaterThan(IN);
    expect(paid.nano).toBe(paid.tokens.in * NANO_IN + 3 * NANO_OUT);
  });

  it('costs the first where the second refuses', async () => {
    provider.answer = () => json('{"id":');
    other.answer = () => refused;
    const answer = await chat();
    expect(answer.status).toBe(400);
    const paid = await paidFor(answer);
    expect(paid).toMatchObject({ kind: 'settle', source: 'estimated', tokens: { out: 0 } });
    expect(paid.nano).toBe(paid.tokens.in * NANO_IN);
    expect(paid.nano).toBeGreaterThan(0);
  });
});
