import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { expect, it } from 'vitest';
import { CACHING_SETTINGS, stored } from '../../support/cached-answers.js';
import { startGateway } from '../../support/gateway.js';

const gateway = await startGateway(CACHING_SETTINGS);
const openai = new OpenAI({ apiKey: gateway.key(), baseURL: `${gateway.url}/v1`, maxRetries: 0 });
const anthropic = new Anthropic({ apiKey: gateway.key(), baseURL: gateway.url, maxRetries: 0 });
const google = new GoogleGenAI({
  apiKey: gateway.key(),
  httpOptions: { baseUrl: gateway.url },
});

const model = 'sandbox/echo';
const messagesOf = (text: string) => [{ role: 'user' as const, content: text }];

/** What an SDK shows of the usage of an answer, whole and streamed. */
const ASKED: Readonly<
  Record<string, readonly [whole: (text: string) => unknown, streamed: (text: string) => unknown]>
> = {
  chat: [
    async (text) =>
      (await openai.chat.completions.create({ model, messages: messagesOf(text) })).usage,
    async (text) => {
      const stream_options = { include_usage: true };
      const stream = openai.chat.completions.stream({
        model,
        messages: messagesOf(text),
        stream_options,
      });
      return (await stream.finalChatCompletion()).usage;
    },
  ],
  responses: [
    async (text) => (await openai.responses.create({ model, input: text, store: false })).usage,
    async (text) =>
      (await openai.responses.stream({ model, input: text, store: false }).finalResponse()).usage,
  ],
  messages: [
    async (text) =>
      (await anthropic.messages.create({ model, max_tokens: 100, messages: messagesOf(text) }))
        .usage,
    async (text) => {
      const asked = { model, max_tokens: 100, messages: messagesOf(text) };
      const usages: unknown[] = [];
      for await (const event of anthropic.messages.stream(asked)) {
        if (event.type === 'message_delta') usages.push(event.usage);
      }
      return usages.at(-1);
    },
  ],
  gemini: [
    async (text) => (await google.models.generateContent({ model, contents: text })).usageMetadata,
    async (text) => {
      const stream = await google.models.generateContentStream({ model, contents: text });
      const usages: unknown[] = [];
      for await (const { usageMetadata } of stream) if (usageMetadata) usages.push(usageMetadata);
      return usages.at(-1);
    },
  ],
};

const WAYS = Object.entries(ASKED).flatMap(([format, ways]) =>
  ways.map((ask, at) => [format, at === 0 ? 'whole' : 'streamed', ask] as const),
);

/** All counts of it, with those of its details. */
const countsIn = (usage: unknown): readonly number[] =>
  typeof usage === 'number' ? [usage] : Object.values(usage ?? {}).flatMap(countsIn);

it.each(WAYS)(
  'a client of the format %s is told what an answer took when it was made, beside its usage: %s',
  async (format, way, ask) => {
    const text = `What did it take? ${format}, ${way}`;
    const first = (await ask(text)) as Record<string, unknown>;
    await stored(gateway);
    const { gw, ...usage } = (await ask(text)) as Record<string, unknown> & {
      gw: { cached: Record<string, unknown> };
    };
    expect(countsIn(usage).length).toBeGreaterThan(1);
    expect(countsIn(usage).every((count) => count === 0)).toBe(true);
    const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);
    expect(sum(countsIn(gw.cached))).toBeGreaterThan(0);
    expect(first).not.toHaveProperty('gw');
    for (const name of Object.keys(first).filter((one) => typeof first[one] === 'number')) {
      expect([name, gw.cached[name]]).toEqual([name, first[name]]);
    }
  },
);
