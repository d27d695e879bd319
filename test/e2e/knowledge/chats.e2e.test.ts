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
const { ask } = chatClients(gateway);

const MODELS = [
  'sandbox/echo',
  'claude/echo',
  'google/echo',
  'mistral/mistral-small-latest-echo',
  'cohere/command-a-echo',
  'aws/anthropic.claude-sonnet-4-5-echo',
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
