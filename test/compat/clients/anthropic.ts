import Anthropic from '@anthropic-ai/sdk';
import { memberOf, type Ask, type Client, type Heard, type Turn } from '../client.js';

const CLASSES = {
  400: 'BadRequestError',
  401: 'AuthenticationError',
  403: 'PermissionDeniedError',
  404: 'NotFoundError',
  422: 'UnprocessableEntityError',
  429: 'RateLimitError',
  502: 'InternalServerError',
  504: 'GatewayTimeoutError',
};

export const anthropic: Client = {
  name: '@anthropic-ai/sdk',
  finishes: { stop: 'end_turn', calls: 'tool_use' },
  statusOf: (fault) => memberOf(fault, 'status'),
  classes: CLASSES,
  caches: 'mark',
  keepsSignatures: true,
  cannot: {},
  async ask({ url, key }, ask) {
    const client = new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0 });
    const options = ask.signal ? { signal: ask.signal } : {};
    const body = bodyOf(ask);
    if (!ask.isStreaming) return heardIn(await client.messages.create(body, options), 0);
    const stream = client.messages.stream(body, options);
    let pieces = 0;
    stream.on('text', () => {
      pieces++;
      ask.onText?.();
    });
    const message = await stream.finalMessage();
    return heardIn(message, pieces);
  },
};

function bodyOf({ model, turns, tools, schema, thinks, caches }: Ask) {
  return {
    model,
    max_tokens: 4_000,
    messages: turns.map(messageOf),
    ...(caches && {
      system: [
        { type: 'text' as const, text: 'Be brief.', cache_control: { type: 'ephemeral' as const } },
      ],
    }),
    ...(tools && {
      tools: tools.map(({ name, parameters }) => ({ name, input_schema: parameters })),
    }),
    ...(schema && {
      output_config: { format: { type: 'json_schema' as const, schema: { ...schema } } },
    }),
    ...(thinks && { thinking: { type: 'enabled' as const, budget_tokens: 1_024 } }),
  };
}

function messageOf(turn: Turn): Anthropic.MessageParam {
  switch (turn.role) {
    case 'user':
      return {
        role: 'user',
        content: [
          { type: 'text', text: turn.text },
          ...(turn.image === undefined ? [] : [imageOf(turn.image)]),
        ],
      };
    case 'assistant':
      return { role: 'assistant', content: turn.native as Anthropic.ContentBlockParam[] };
    case 'tools':
      return {
        role: 'user',
        content: turn.results.map(({ id, text, image, isError }) => ({
          type: 'tool_result',
          tool_use_id: id,
          content: [{ type: 'text', text }, ...(image === undefined ? [] : [imageOf(image)])],
          ...(isError && { is_error: true }),
        })),
      };
  }
}

const imageOf = (data: string) => ({
  type: 'image' as const,
  source: { type: 'base64' as const, media_type: 'image/png' as const, data },
});

function heardIn({ content, stop_reason, usage }: Anthropic.Message, pieces: number): Heard {
  return {
    text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    thought: content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join(''),
    calls: content.flatMap((block) =>
      block.type === 'tool_use' ? [{ id: block.id, name: block.name, args: block.input }] : [],
    ),
    finish: stop_reason ?? '',
    input:
      usage.input_tokens +
      (usage.cache_read_input_tokens ?? 0) +
      (usage.cache_creation_input_tokens ?? 0),
    output: usage.output_tokens,
    pieces,
    native: content,
  };
}
