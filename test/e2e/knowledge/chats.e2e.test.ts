import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CHAT_FORMATS, chatClients } from '../../support/any-chat.js';
import {
  QUESTION,
  scripted,
  search,
  startSearchedChats,
  TAX,
} from '../../support/searched-chats.js';
import { PRICE } from '../../support/settings.js';

vi.setConfig({ testTimeout: 180_000 }); // Children are started for the first document.

const idsOf = (maker: string) =>
  ['echo', 'reasoning'].map((own) => ({ id: `${maker}-${own}`, price: PRICE }));
const { gateway, lastOnRecord } = await startSearchedChats(
  {
    workloads: [{ name: 'default', rpm: 100_000 }],
    providers: [
      { name: 'claude', family: 'anthropic', serves_responses: undefined },
      { name: 'google', family: 'gemini', serves_responses: undefined },
      { name: 'mistral', family: 'mistral', models: idsOf('mistral-small-latest') },
      { name: 'cohere', family: 'cohere', models: idsOf('command-a') },
      {
        name: 'aws',
        family: 'bedrock',
        region: 'eu-central-1',
        models: idsOf('anthropic.claude-sonnet-4-5'),
      },
    ],
  },
  ['default'],
);
beforeEach(() => gateway.sandbox.clear());
const { anthropic, ask } = chatClients(gateway);

const MODELS = [
  'sandbox/echo',
  'claude/echo',
  'google/echo',
  'mistral/mistral-small-latest-echo',
  'cohere/command-a-echo',
  'aws/anthropic.claude-sonnet-4-5-echo',
];
const THINKING = [
  'sandbox/reasoning',
  'claude/reasoning',
  'google/reasoning',
  'mistral/mistral-small-latest-reasoning',
  'cohere/command-a-reasoning',
  'aws/anthropic.claude-sonnet-4-5-reasoning',
];
const ENDS = { chat: 'stop', responses: 'completed', messages: 'end_turn', gemini: 'STOP' };
const CALLS = { ...ENDS, chat: 'tool_calls', messages: 'tool_use' };

/** What is paid for is another count than what was used. */
const countsApart = (model: string) => model.startsWith('cohere/');

describe.each(CHAT_FORMATS)('the SDK of the format %s', (format) => {
  describe.each(['whole', 'streamed'])('%s', (kind) => {
    const isStreaming = kind === 'streamed';

    it.each(MODELS)('is answered by %s with what was found', async (model) => {
      const told = await ask[format]({ model, text: QUESTION, isStreaming });
      expect(told.text).toContain(TAX);
      expect(told).toMatchObject({ calls: [], finish: ENDS[format] });
      const { first, rounds, searches, tokens } = await lastOnRecord();
      expect(first).toMatchObject({ type: 'call', outcome: 'ok', surface: format });
      expect([rounds.length, searches.length]).toEqual([2, 1]);
      if (!countsApart(model)) expect(told.usage).toEqual(tokens);
    });

    it.each(MODELS)(
      'is given its own calls alone by %s, whatever else was asked',
      async (model) => {
        const text = scripted([search('tax'), { name: 'send_mail', arguments: { to: 'ann' } }]);
        const told = await ask[format]({ model, text, isStreaming, tool: 'send_mail' });
        expect(told).toMatchObject({ calls: ['send_mail'], finish: CALLS[format] });
        const { rounds, searches, tokens } = await lastOnRecord();
        expect([rounds.length, searches.length]).toEqual([1, 0]);
        if (!countsApart(model)) expect(told.usage).toEqual(tokens);
      },
    );

    it.each(MODELS)('is answered by %s after three searches at most', async (model) => {
      const text = scripted(...['a', 'b', 'c', 'd', 'e'].map((query) => [search(query)]));
      const told = await ask[format]({ model, text, isStreaming });
      expect(told).toMatchObject({ calls: [], finish: ENDS[format] });
      const { rounds, searches, tokens } = await lastOnRecord();
      expect([rounds.length, searches.length]).toEqual([4, 3]);
      if (!countsApart(model)) expect(told.usage).toEqual(tokens);
    });
  });
});

describe('what was thought', () => {
  const bodiesSeen = async () =>
    (await gateway.sandbox.requests())
      .filter(({ path }) => !path.endsWith('/embeddings'))
      .map(({ body }) => JSON.parse(body) as Record<string, object[]>);

  it.each(CHAT_FORMATS)('is no matter to the format %s', async (format) => {
    for (const model of THINKING) {
      for (const isStreaming of [false, true]) {
        const told = await ask[format]({ model, text: QUESTION, isStreaming });
        expect(told.text, model).toContain(TAX);
        expect((await lastOnRecord()).rounds).toHaveLength(2);
      }
    }
  });

  it.each([false, true])('goes back to Claude with its signature, streamed: %s', async (stream) => {
    const asked = {
      model: 'claude/reasoning',
      max_tokens: 4_000,
      thinking: { type: 'enabled' as const, budget_tokens: 2_000 },
      messages: [{ role: 'user' as const, content: QUESTION }],
    };
    const { content } = stream
      ? await anthropic.messages.stream(asked).finalMessage()
      : await anthropic.messages.create(asked);
    expect(content.map(({ type }) => type)).toEqual(['thinking', 'thinking', 'text']);
    const [, second] = await bodiesSeen();
    expect(second?.['messages']?.[1]).toMatchObject({
      role: 'assistant',
      content: [
        { type: 'thinking', signature: expect.stringMatching(/./) },
        { type: 'tool_use', name: 'search_knowledge' },
      ],
    });
  });
});
