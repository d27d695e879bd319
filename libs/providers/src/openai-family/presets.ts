/**
 * Hosts that speak the chat format with habits of their own, as data. Each is a family of the settings;
 * what one of them does that a row cannot say has no place here.
 */
export interface Preset {
  /** Where it serves, unless the settings say otherwise. */
  readonly baseUrl: string;
  /** Of a conversation, below an address that has no path; `/v1/chat/completions` unless said otherwise. */
  readonly chatPath?: readonly string[];
  /** It has no `/v1/completions`. */
  readonly hasNoCompletions?: true;
  /** It has `/v1/responses` and keeps what was answered there. */
  readonly keepsResponses?: true;
  /** Members of a request that it refuses, or takes for something else. */
  readonly drops?: string;
  /** The same for some of its models. */
  readonly dropsOf?: readonly (readonly [models: RegExp, names: string])[];
  /** Members of messages that it refuses. */
  readonly dropsInMessages?: string;
  /** More than one answer to a request is refused by it. */
  readonly givesOneAnswer?: true;
  /** Takes marks of the prompt cache, and hands them on to whoever knows them. */
  readonly takesMarks?: true;
  /** Knows the older name of the limit alone. */
  readonly hasOldLimit?: true;
  /**
   * How a history tells what the model thought. `reasoning`: under that name. `open loop`: as
   * `reasoning_content`, of the loop of tools that is still open, where it must be; of no turn before.
   */
  readonly thoughts?: 'reasoning' | 'open loop';
  /** Answers with JSON, and not by a schema: that is said in words. */
  readonly hasNoSchemas?: true;
  /** Is told not to think by a member of its own, and how much to by a word. */
  readonly switchesThinking?: true;
  /** Words for how much to think, where its models differ from what their makers take. */
  readonly efforts?: readonly (readonly [models: RegExp, words: string])[];
  /** Efforts of models that are not known: most hosts refuse a word that a model does not know. */
  readonly otherEfforts: 'dropped' | 'kept';
}

const FOREIGN = 'top_k thinking cache_control';
/** What serves open models as their own servers do takes most of what anybody sends. */
const OPEN_SERVER = { otherEfforts: 'kept' } as const;

export const PRESETS: Readonly<Record<string, Preset>> = {
  groq: {
    baseUrl: 'https://api.groq.com/openai/v1',
    hasNoCompletions: true,
    drops: `${FOREIGN} logprobs top_logprobs logit_bias`,
    givesOneAnswer: true,
    dropsInMessages: 'name',
    thoughts: 'reasoning',
    efforts: [[/qwen3/, 'none default']],
    otherEfforts: 'dropped',
  },
  deepseek: {
    baseUrl: 'https://api.deepseek.com/v1',
    hasNoCompletions: true,
    drops: 'top_k cache_control',
    hasOldLimit: true,
    thoughts: 'open loop',
    hasNoSchemas: true,
    switchesThinking: true,
    otherEfforts: 'dropped',
  },
  xai: {
    baseUrl: 'https://api.x.ai/v1',
    keepsResponses: true,
    drops: `${FOREIGN} logit_bias`,
    dropsOf: [
      [
        /grok-(?!.*non-reasoning)(?:3-mini|[4-9]|code|build)/,
        'stop presence_penalty frequency_penalty',
      ],
    ],
    otherEfforts: 'dropped',
  },
  together: {
    baseUrl: 'https://api.together.xyz/v1',
    hasOldLimit: true,
    ...OPEN_SERVER,
  },
  fireworks: {
    baseUrl: 'https://api.fireworks.ai/inference/v1',
    hasOldLimit: true,
    ...OPEN_SERVER,
  },
  openrouter: {
    baseUrl: 'https://openrouter.ai/api/v1',
    takesMarks: true,
    thoughts: 'reasoning',
    ...OPEN_SERVER,
  },
  cerebras: {
    baseUrl: 'https://api.cerebras.ai/v1',
    drops: `${FOREIGN} frequency_penalty presence_penalty logit_bias parallel_tool_calls service_tier verbosity`,
    thoughts: 'reasoning',
    efforts: [[/glm/, 'none']],
    otherEfforts: 'dropped',
  },
  perplexity: {
    baseUrl: 'https://api.perplexity.ai',
    hasNoCompletions: true,
    chatPath: ['chat', 'completions'],
    hasOldLimit: true,
    ...OPEN_SERVER,
  },
  nebius: { baseUrl: 'https://api.tokenfactory.nebius.com/v1', ...OPEN_SERVER },
  ovhcloud: { baseUrl: 'https://oai.endpoints.kepler.ai.cloud.ovh.net/v1', ...OPEN_SERVER },
  ionos: { baseUrl: 'https://openai.inference.de-txl.ionos.com/v1', ...OPEN_SERVER },
  scaleway: {
    baseUrl: 'https://api.scaleway.ai/v1',
    drops:
      'audio metadata modalities prediction prompt_cache_key user safety_identifier service_tier ' +
      'store web_search_options thinking cache_control',
    efforts: [
      [/qwen3\.[5-9]|glm-5\.[2-9]|gemma-4/, 'none low medium high'],
      [/mistral-medium-3\.[5-9]/, 'none high'],
    ],
    otherEfforts: 'dropped',
  },
  ollama: {
    baseUrl: 'http://localhost:11434/v1',
    hasOldLimit: true,
    thoughts: 'reasoning',
    ...OPEN_SERVER,
  },
  vllm: { baseUrl: 'http://localhost:8000/v1', ...OPEN_SERVER },
};

const byName = new Map(Object.entries(PRESETS));

export const presetOf = (family: string): Preset | undefined => byName.get(family);
