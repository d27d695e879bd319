import { GoogleGenAI, type Content, type GenerateContentResponse, type Part } from '@google/genai';
import { memberOf, type Ask, type Client, type Heard, type Turn } from '../client.js';

export const google: Client = {
  name: '@google/genai',
  finishes: { stop: 'STOP', calls: 'STOP' },
  statusOf: (fault) => memberOf(fault, 'status'),
  classes: Object.fromEntries(
    [400, 401, 403, 404, 422, 429, 502, 504].map((status) => [status, 'ApiError']),
  ),
  cannot: {
    cache: 'the format names a cache that was made before, which the gateway does not keep',
  },
  async ask({ url, key }, ask) {
    const { models } = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url } });
    const request = { model: ask.model, contents: ask.turns.map(contentOf), config: configOf(ask) };
    if (!ask.isStreaming) return heardIn([await models.generateContent(request)]);
    const answers: GenerateContentResponse[] = [];
    for await (const answer of await models.generateContentStream(request)) {
      answers.push(answer);
      if (answer.text) ask.onText?.();
    }
    return heardIn(answers);
  },
};

const configOf = ({ tools, schema, thinks, signal }: Ask) => ({
  ...(tools && {
    tools: [
      {
        functionDeclarations: tools.map(({ name, parameters }) => ({
          name,
          parametersJsonSchema: parameters,
        })),
      },
    ],
  }),
  ...(schema && { responseMimeType: 'application/json', responseJsonSchema: schema }),
  ...(thinks && { thinkingConfig: { includeThoughts: true, thinkingBudget: 1_024 } }),
  ...(signal && { abortSignal: signal }),
});

function contentOf(turn: Turn): Content {
  switch (turn.role) {
    case 'user':
      return {
        role: 'user',
        parts: [{ text: turn.text }, ...(turn.image === undefined ? [] : [imageOf(turn.image)])],
      };
    case 'assistant':
      return { role: 'model', parts: turn.native as Part[] };
    case 'tools':
      return {
        role: 'user',
        parts: turn.results.map(({ id, name, text, image, isError }) => ({
          functionResponse: {
            ...(id !== '' && { id }),
            name,
            response: isError ? { error: text } : { output: text },
            ...(image !== undefined && { parts: [imageOf(image)] }),
          },
        })),
      };
  }
}

const imageOf = (data: string) => ({ inlineData: { mimeType: 'image/png', data } });

function heardIn(answers: readonly GenerateContentResponse[]): Heard {
  const parts = answers.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
  const last = answers.at(-1);
  const usage = last?.usageMetadata;
  const textOf = (isThought: boolean) =>
    parts
      .map(({ text, thought }) => ((thought ?? false) === isThought ? (text ?? '') : ''))
      .join('');
  return {
    text: textOf(false),
    thought: textOf(true),
    calls: parts.flatMap(({ functionCall: call }) =>
      call ? [{ id: call.id ?? '', name: call.name ?? '', args: call.args }] : [],
    ),
    finish: last?.candidates?.[0]?.finishReason ?? '',
    input: usage?.promptTokenCount ?? 0,
    output: (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0),
    pieces: answers.filter(({ text }) => text).length,
    native: parts,
  };
}
