import { afterAll, expect, it } from 'vitest';
import { startGateway } from '../support/gateway.js';
import { json, ReplayServer } from '../support/replay-server.js';
import { CARD, IBAN, isIn, MAIL, TERM } from './canaries.js';
import { BASE64, IMAGE, placesOf, withAt } from './maximal-chat.js';
import { Tally } from './tally.js';

/** Every position of Gemini's format, to a provider that speaks it and by way of translations. */
const provider = await ReplayServer.start();
const MODES = ['mask', 'tokenize', 'block'] as const;
const FAMILIES = ['gemini', 'custom', 'anthropic'] as const;
const gateway = await startGateway({
  providers: FAMILIES.map((family) => ({
    name: family,
    family,
    base_url: `${provider.url}/v1`,
    models: [{ id: 'm-1', price: 'free' }],
  })),
  workloads: MODES.map((mode) => ({ name: mode, protection: { mode } })),
});
afterAll(() => provider.close());

const maximalFor = (family: (typeof FAMILIES)[number]) => ({
  systemInstruction: { role: 'user', parts: [{ text: 'b' }] },
  contents: [
    {
      role: 'user',
      parts: [
        { text: 'b' },
        { inlineData: { mimeType: 'image/png', data: IMAGE, displayName: 'd' } },
        ...(family === 'gemini'
          ? [
              {
                fileData: { mimeType: 'image/png', fileUri: 'https://a.example/b.png' },
                videoMetadata: { startOffset: '1s', fps: 1 },
              },
              { ofTomorrow: { a: 'x' } },
            ]
          : []),
      ],
    },
    {
      role: 'model',
      parts: [
        { text: 'b', thought: true },
        {
          functionCall: { id: 'c1', name: 'f', args: { a: 'b', n: 1, deep: [{ k: 'v' }] } },
          thoughtSignature: BASE64,
        },
        ...(family === 'gemini'
          ? [
              { executableCode: { language: 'PYTHON', code: 'x', id: 'i' } },
              { codeExecutionResult: { outcome: 'OUTCOME_OK', output: 'x', id: 'i' } },
            ]
          : []),
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { id: 'c1', name: 'f', response: { a: 'b', n: 2, list: ['c'] } } },
      ],
    },
    { role: 'user', parts: [{ text: 'b' }] },
  ],
  tools: [
    {
      functionDeclarations: [
        {
          name: 'f',
          description: 'd',
          parameters: {
            type: 'object',
            properties: { a: { type: 'string', description: 'd', enum: ['e'] } },
            required: ['a'],
          },
        },
      ],
    },
    ...(family === 'gemini'
      ? [{ googleSearch: { excludeDomains: ['a.b'], timeRangeFilter: { startTime: 'x' } } }]
      : []),
  ],
  toolConfig: {
    functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] },
    ...(family === 'gemini'
      ? { retrievalConfig: { latLng: { latitude: 1, longitude: 2 }, languageCode: 'de' } }
      : {}),
  },
  generationConfig: {
    responseMimeType: 'application/json',
    responseSchema: { type: 'object', title: 't', properties: { b: { type: 'string' } } },
    temperature: 1,
    stopSequences: ['s'],
    maxOutputTokens: 20,
    ...(family === 'gemini'
      ? {
          speechConfig: {
            voiceConfig: { prebuiltVoiceConfig: { voiceName: 'v' } },
            languageCode: 'de',
          },
        }
      : {}),
    thinkingConfig: { includeThoughts: true, thinkingBudget: 100 },
  },
  ...(family === 'gemini'
    ? {
        safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
        labels: { k: 'v' },
        x_unknown: { deep: ['y'], n: 1 },
      }
    : {}),
});

const ANSWERS = {
  gemini: {
    candidates: [{ content: { role: 'model', parts: [{ text: 'ok' }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  },
  custom: {
    id: 'c',
    object: 'chat.completion',
    model: 'm-1',
    choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  },
  anthropic: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm-1',
    content: [{ type: 'text', text: 'ok' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 1 },
  },
};

const NUMBER = '471147';
const compact = (value: string) => value.replaceAll(' ', '');
const WRITTEN = [MAIL, IBAN, CARD, TERM, compact(CARD)];

const send = (family: string, body: object, workload: string) =>
  gateway.post(`/v1beta/models/${family}/m-1:generateContent`, body, { workload });

it.each(FAMILIES)('the body without a canary passes to %s', async (family) => {
  provider.answer = () => json(ANSWERS[family]);
  for (const mode of MODES) {
    const { status, text } = await send(family, maximalFor(family), mode);
    expect([status, text.slice(0, 200)]).toEqual([200, expect.any(String)]);
  }
});

for (const family of FAMILIES) {
  it(`a canary in every position of a body, to ${family}`, async ({ task }) => {
    provider.answer = () => json(ANSWERS[family]);
    const whole = maximalFor(family);
    const tally = new Tally();
    for (const place of placesOf(whole)) {
      const values = place.slot === 'number' ? [compact(CARD), NUMBER] : WRITTEN;
      for (const [value, mode] of values.flatMap((one) =>
        MODES.map((way) => [one, way] as const),
      )) {
        provider.received.length = 0;
        const body = { ...withAt([[place, value]], whole), gw: { remove: [TERM, NUMBER] } };
        const { status } = await send(family, body, mode);
        const sent = provider.received
          .map((request) => `${request.path} ${request.body.toString()}`)
          .join('\n');
        const fate = status >= 400 ? 'refused' : 'replaced';
        const isThrough = isIn(sent, value) || (status >= 400 && sent !== '');
        const name = `${mode}: ${value.slice(0, 4)} in ${place.slot} ${place.path.join('.')}`;
        tally.count(name, isThrough ? 'through' : fate);
      }
    }
    tally.expectNoneThrough(task);
  });
}
