import { schemaRef, type Schema } from '../document.js';
import { count } from './count.js';

const EXPLICIT_CACHE =
  'It goes to the provider only while `organisation.explicit_prompt_cache` is on, and is left out otherwise.';

/** Only what the gateway reads, checks or changes: the format itself is documented by its makers. */
export const chatSchemas: Readonly<Record<string, Schema>> = {
  ChatRequest: {
    type: 'object',
    description:
      "Listed are the fields that mean something to the gateway. Every other field of the format goes on as it was written, whatever its maker's reference says of it. For models of OpenAI and Azure the gateway leaves out what they would refuse by name: `top_k`, `thinking`, a root `cache_control`, and sampling parameters of reasoning models.",
    required: ['model', 'messages'],
    additionalProperties: true,
    properties: {
      model: {
        type: 'string',
        description:
          'Provider-prefixed, `<provider>/<model>`, or an alias. `GET /v1/models` lists those of the key.',
        minLength: 1,
        maxLength: 200,
        examples: ['sandbox/sandbox-chat'],
      },
      messages: {
        type: 'array',
        minItems: 1,
        description:
          'Data protection reads the texts. It cannot look into images and audio, which the audit entry says, and refuses documents unless the settings let them pass.',
        items: {
          type: 'object',
          required: ['role'],
          additionalProperties: true,
          properties: {
            role: { type: 'string', minLength: 1, examples: ['user'] },
            content: {
              type: ['string', 'array', 'null'],
              description: 'A text, or a list of parts; parts of any type pass.',
              examples: ['Write one sentence about tides.'],
            },
          },
        },
      },
      stream: {
        type: ['boolean', 'null'],
        default: false,
        description: 'True: the answer comes as server-sent events.',
      },
      stream_options: {
        type: ['object', 'null'],
        additionalProperties: true,
        properties: {
          include_usage: {
            type: ['boolean', 'null'],
            default: false,
            description:
              'True: the last frame before `[DONE]` carries the usage, the same numbers that are metered.',
          },
        },
      },
      max_completion_tokens: count(
        0,
        'Bounds the output, and with it the money that is held for the call.',
      ),
      max_tokens: count(
        0,
        'The older name. Reasoning models of OpenAI and Azure get it as `max_completion_tokens`.',
      ),
      n: count(
        1,
        'How many answers, 1 unless said otherwise; each of them costs output. Providers that give one alone refuse more.',
      ),
      reasoning_effort: {
        type: 'string',
        description:
          'For models of OpenAI and Azure it becomes the nearest level that the model accepts, or is left out where the model has none. Other providers get it as written.',
        examples: ['low'],
      },
      prompt_cache_key: {
        type: 'string',
        description: `${EXPLICIT_CACHE} With shared credentials a key of the organisation takes its place. So it is with \`cache_control\` on messages, parts and tools, which OpenAI and Azure never get.`,
      },
      gw: schemaRef('GatewayExtension'),
    },
  },
  ChatAnswer: {
    type: 'object',
    description:
      "The provider's own answer or, in a stream, one frame of it. Its fields are passed on as they came; found values are themselves again.",
    required: ['model'],
    additionalProperties: true,
    properties: {
      id: { type: 'string', description: "The provider's id; the gateway's is in `request-id`." },
      model: {
        type: 'string',
        description: 'As the request wrote it, alias and prefix included.',
      },
      usage: {
        type: ['object', 'null'],
        description: "The provider's own count, which is what is metered.",
        additionalProperties: true,
        properties: {
          prompt_tokens: { type: 'integer', minimum: 0 },
          completion_tokens: { type: 'integer', minimum: 0 },
        },
      },
    },
  },
};
