import OpenAI from 'openai';
import type { Response, ResponseInputItem } from 'openai/resources/responses/responses';
import {
  dataUrl,
  memberOf,
  type Ask,
  type Client,
  type Heard,
  type Result,
  type Turn,
} from '../client.js';
import { OPENAI_CLASSES } from './openai.js';

export const openaiResponses: Client = {
  name: 'openai, responses',
  finishes: { stop: 'completed', calls: 'completed' },
  statusOf: (fault) => memberOf(fault, 'status'),
  classes: OPENAI_CLASSES,
  caches: 'key',
  cannot: { 'error of a tool': 'the format has no flag for errors of tools' },
  async ask({ url, key }, ask) {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });
    const options = ask.signal ? { signal: ask.signal } : {};
    const body = bodyOf(ask);
    if (!ask.isStreaming) return heardIn(await client.responses.create(body, options), 0);
    const stream = client.responses.stream(body, options);
    let pieces = 0;
    stream.on('response.output_text.delta', () => {
      pieces++;
      ask.onText?.();
    });
    return heardIn(await stream.finalResponse(), pieces);
  },
};

const bodyOf = ({ model, turns, tools, schema, thinks, caches }: Ask) => ({
  model,
  store: false,
  input: turns.flatMap(itemsOf),
  ...(tools && {
    tools: tools.map(({ name, parameters }) => ({
      type: 'function' as const,
      name,
      parameters,
      strict: false,
    })),
  }),
  ...(schema && {
    text: { format: { type: 'json_schema' as const, name: 'answer', schema, strict: true } },
  }),
  ...(thinks && {
    reasoning: { effort: 'low' as const, summary: 'auto' as const },
    include: ['reasoning.encrypted_content' as const],
  }),
  ...(caches && { prompt_cache_key: 'compat-cache' }),
});

function itemsOf(turn: Turn): ResponseInputItem[] {
  switch (turn.role) {
    case 'user':
      return [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: turn.text },
            ...(turn.image === undefined ? [] : [imageOf(turn.image)]),
          ],
        },
      ];
    case 'assistant':
      return turn.native as ResponseInputItem[];
    case 'tools':
      return turn.results.map((result) => ({
        type: 'function_call_output',
        call_id: result.id,
        output: outputOf(result),
      }));
  }
}

const outputOf = ({ text, image }: Result) =>
  image === undefined ? text : [{ type: 'input_text' as const, text }, imageOf(image)];

const imageOf = (data: string) => ({
  type: 'input_image' as const,
  image_url: dataUrl(data),
  detail: 'auto' as const,
});

const heardIn = ({ output, output_text, status, usage }: Response, pieces: number): Heard => ({
  text: output_text,
  thought: output
    .map((item) => (item.type === 'reasoning' ? item.summary.map(({ text }) => text).join('') : ''))
    .join(''),
  calls: output.flatMap((item) =>
    item.type === 'function_call'
      ? [{ id: item.call_id, name: item.name, args: JSON.parse(item.arguments) as unknown }]
      : [],
  ),
  finish: status ?? '',
  input: usage?.input_tokens ?? 0,
  output: usage?.output_tokens ?? 0,
  pieces,
  native: output.map(asItCame),
});

/** Without what the SDK has read out of it. */
function asItCame(item: Response['output'][number]) {
  if (item.type === 'function_call') {
    const { parsed_arguments: _read, ...rest } = item as typeof item & {
      parsed_arguments?: unknown;
    };
    return rest;
  }
  if (item.type !== 'message') return item;
  const content = item.content.map((part) => {
    const { parsed: _read, ...rest } = part as typeof part & { parsed?: unknown };
    return rest;
  });
  return { ...item, content };
}
