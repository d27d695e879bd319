import { expect, it } from 'vitest';
import { parseJson } from '#kernel';
import { readChatAnswer } from './chat/read-answer.js';
import { readConverseAnswer } from './converse/read-answer.js';
import { FrameReader } from './gemini/read-frame.js';
import { readMessagesAnswer } from './messages/read-answer.js';
import { readNativeAnswer } from './native/read-answer.js';
import type { ReplyEvent } from './reply.js';
import { readResponsesAnswer } from './responses/read-answer.js';
import { readAskedTier } from './service-tier.js';

const documentOf = (body: unknown) => parseJson(JSON.stringify(body));

it.each([
  [{}, 'auto'],
  [{ service_tier: null }, 'auto'],
  [{ service_tier: 'auto' }, 'auto'],
  [{ service_tier: 'default' }, 'standard'],
  [{ service_tier: 'standard_only' }, 'standard'],
  [{ service_tier: 'on_demand' }, 'standard'],
  [{ serviceTier: 'standard' }, 'standard'],
  [{ service_tier: 'flex' }, 'flex'],
  [{ serviceTier: 'priority' }, 'priority'],
  [{ service_tier: 'scale' }, 'scale'],
  [{ service_tier: 'reserved' }, 'scale'],
  [{ speed: 'fast' }, 'fast'],
  [{ speed: 'fast', service_tier: 'standard_only' }, 'fast'],
  [{ speed: 'standard' }, 'auto'],
  [{ speed: 1.5 }, 'auto'],
  [{ speed: 'fast', service_tier: 'priority' }, undefined],
  [{ service_tier: 'PRIORITY' }, undefined],
  [{ service_tier: ['priority'] }, undefined],
  [{ service_tier: 'constructor' }, undefined],
])('%j asks for %s', (body, tier) => {
  expect(readAskedTier(documentOf(body).root)).toBe(tier);
});

const counts = { input_tokens: 3, output_tokens: 4 };

function readGemini(body: unknown): readonly ReplyEvent[] {
  const events: ReplyEvent[] = [];
  new FrameReader().read(documentOf(body), events);
  return events;
}

const chat = { usage: { prompt_tokens: 3, completion_tokens: 4 } };
const gemini = { promptTokenCount: 3, candidatesTokenCount: 4 };
const converse = { output: {}, usage: { inputTokens: 3, outputTokens: 4 } };

it.each<[string, () => readonly ReplyEvent[], string | undefined]>([
  [
    'chat',
    () => readChatAnswer(documentOf({ ...chat, service_tier: 'priority' })).events,
    'priority',
  ],
  [
    'chat',
    () => readChatAnswer(documentOf({ ...chat, service_tier: 'default' })).events,
    'standard',
  ],
  ['chat', () => readChatAnswer(documentOf({ ...chat, service_tier: 'batch' })).events, undefined],
  ['chat', () => readChatAnswer(documentOf(chat)).events, undefined],
  [
    'responses',
    () => readResponsesAnswer(documentOf({ usage: counts, service_tier: 'flex' })).events,
    'flex',
  ],
  [
    'native',
    () => readNativeAnswer(documentOf({ usage: counts, service_tier: 'flex' })).events,
    'flex',
  ],
  [
    'an event of responses',
    () =>
      readNativeAnswer(documentOf({ response: { usage: counts, service_tier: 'flex' } })).events,
    'flex',
  ],
  [
    'messages',
    () => readMessagesAnswer(documentOf({ usage: { ...counts, service_tier: 'priority' } })).events,
    'priority',
  ],
  [
    'fast messages',
    () =>
      readMessagesAnswer(
        documentOf({ usage: { ...counts, service_tier: 'standard', speed: 'fast' } }),
      ).events,
    'fast',
  ],
  [
    'gemini',
    () => readGemini({ usageMetadata: { ...gemini, serviceTier: 'PRIORITY' } }),
    'priority',
  ],
  [
    'vertex',
    () => readGemini({ usageMetadata: { ...gemini, trafficType: 'ON_DEMAND_FLEX' } }),
    'flex',
  ],
  [
    'vertex',
    () => readGemini({ usageMetadata: { ...gemini, trafficType: 'ON_DEMAND' } }),
    'standard',
  ],
  [
    'converse',
    () => readConverseAnswer(documentOf({ ...converse, serviceTier: { type: 'flex' } })).events,
    'flex',
  ],
])('an answer of %s says the tier that it was served at', (_format, read, tier) => {
  const usage = read().find((event) => event.type === 'usage');
  expect(usage).toBeDefined();
  expect(usage?.tier).toBe(tier);
});
