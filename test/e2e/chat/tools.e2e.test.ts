import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { events, ReplayServer } from '../../support/replay-server.js';
import { PRICE } from '../../support/settings.js';

const provider = await ReplayServer.start();
const gateway = await startGateway({
  organisation: { protection: { mode: 'tokenize' } },
  providers: [
    { name: 'plain', base_url: `${provider.url}/v1`, models: [{ id: 'm-1', price: PRICE }] },
  ],
});
afterAll(() => provider.close());

beforeEach(() => gateway.sandbox.clear());

const EMAIL = 'ann.canary@example.org';
const TOOLS = [
  {
    type: 'function',
    function: {
      name: 'send_mail',
      parameters: {
        type: 'object',
        properties: { to: { type: 'string' }, urgent: { type: 'boolean' } },
        required: ['to', 'urgent'],
      },
    },
  },
];
const asking = (content: string) => ({ messages: [{ role: 'user', content }], tools: TOOLS });

interface Called {
  readonly choices: readonly {
    readonly finish_reason: string;
    readonly message: {
      readonly content: string | null;
      readonly tool_calls: readonly {
        readonly id: string;
        readonly function: { readonly name: string; readonly arguments: string };
      }[];
    };
  }[];
}

describe('a tool call', () => {
  it('comes back whole, with arguments that are JSON and hold what the caller wrote', async () => {
    const text = `Write "now" to ${EMAIL}\n`;
    const answer = await gateway.chat(asking(text));
    const [choice] = answer.json<Called>().choices;
    expect(choice?.finish_reason).toBe('tool_calls');
    const [call] = choice?.message.tool_calls ?? [];
    expect(call?.function.name).toBe('send_mail');
    expect(JSON.parse(call?.function.arguments ?? '')).toEqual({ to: text, urgent: true });
    const [seen] = await gateway.sandbox.requests();
    expect(seen?.body).not.toContain('canary');
  });

  it('is streamed piece by piece, restored within the pieces', async () => {
    const text = `Write "now" to ${EMAIL}, not to\tbob@example.org`;
    const stream = await gateway.stream(asking(text));
    const calls = stream.chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
    expect(calls[0]).toMatchObject({ index: 0, function: { name: 'send_mail' } });
    expect(calls[0]?.id).toMatch(/^call_/);
    expect(new Set(calls.map((call) => call.index))).toEqual(new Set([0]));
    expect(JSON.parse(stream.args)).toEqual({ to: text, urgent: true });
    expect({ finish: stream.finish, isDone: stream.isDone }).toEqual({
      finish: 'tool_calls',
      isDone: true,
    });
    const [seen] = await gateway.sandbox.requests();
    expect(seen?.body).not.toMatch(/canary|bob@/);
  });

  it('is answered with a result, whose values are protected on the way, too', async () => {
    const { tool_calls: calls } = (await gateway.chat(asking(`Mail ${EMAIL}`))).json<Called>()
      .choices[0]?.message ?? { tool_calls: [] };
    await gateway.sandbox.clear();
    const messages = [
      { role: 'user', content: `Mail ${EMAIL}` },
      { role: 'assistant', content: null, tool_calls: calls },
      { role: 'tool', tool_call_id: calls[0]?.id, content: `{"sent_to":"${EMAIL}"}` },
    ];
    const answer = await gateway.chat({ model: 'sandbox/echo', messages, tools: TOOLS });
    expect(answer.json<Called>().choices[0]?.message.content).toBe(`{"sent_to":"${EMAIL}"}`);
    const [seen] = await gateway.sandbox.requests();
    expect(seen?.body).not.toContain('canary');
    expect(seen?.body).toContain(calls[0]?.id);
  });
});

describe('parallel tool calls', () => {
  const chunk = (delta: object, finish: string | null = null) =>
    Buffer.from(
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm-1', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    );
  const open = (index: number, name: string) =>
    chunk({
      tool_calls: [
        { index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } },
      ],
    });
  const args = (index: number, text: string) =>
    chunk({ tool_calls: [{ index, function: { arguments: text } }] });

  it('keep their own arguments, however their pieces are interleaved and cut', async () => {
    provider.answer = ({ body }) => {
      const codes = body.toString().match(/EMAIL_[0-9A-Z]{6}/g) ?? [];
      const whole = codes.map((code) => `{"to":"${code}"}`);
      const pieces = [chunk({ role: 'assistant', content: null }), open(0, 'a'), open(1, 'b')];
      for (let at = 0; at < (whole[0]?.length ?? 0); at += 3) {
        whole.forEach((text, index) => pieces.push(args(index, text.slice(at, at + 3))));
      }
      pieces.push(chunk({}, 'tool_calls'), Buffer.from('data: [DONE]\n\n'));
      return events(pieces);
    };
    const content = 'Mail ann@example.org and bob@example.org';
    const stream = await gateway.stream({ ...asking(content), model: 'plain/m-1' });
    const calls = stream.chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
    const argsOf = (index: number) =>
      calls
        .filter((call) => call.index === index)
        .map((call) => call.function?.arguments ?? '')
        .join('');
    expect(JSON.parse(argsOf(0))).toEqual({ to: 'ann@example.org' });
    expect(JSON.parse(argsOf(1))).toEqual({ to: 'bob@example.org' });
  });
});
