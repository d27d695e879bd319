/** Habits of a host that speaks the chat format, as its reference and its own errors tell them. */
export interface Host {
  /** What lies in front of `/chat/completions` there; unless it is said, anything does. */
  readonly folder?: string;
  /** The name under which it tells what the model thought. */
  readonly thoughts: 'reasoning' | 'reasoning_content';
  /** In a history it refuses thinking under the other name. */
  readonly knowsOneName?: true;
  /** Members of a request, beyond the format's, that it takes. */
  readonly takes?: readonly string[];
  /** Members of the format that it refuses. */
  readonly refuses?: readonly string[];
  readonly refusesNames?: true;
  readonly givesOneAnswer?: true;
  readonly hasNoTools?: true;
  /** The kinds of parts that its models read, where they do not read all of the format. */
  readonly parts?: readonly string[];
  /** Answers with JSON, and not by a schema. */
  readonly hasNoSchemas?: true;
  /** Models of such names refuse calls without the thinking that led to them. */
  readonly wantsThoughts?: RegExp;
  readonly hasNoVectors?: true;
  /** Its vectors are bytes, not numbers. */
  readonly hasByteVectors?: true;
  /** Its errors come without an envelope. */
  readonly tellsErrorsBare?: true;
}

const PLAIN: Host = { thoughts: 'reasoning_content' };

const HOSTS: Readonly<Record<string, Host>> = {
  groq: {
    folder: 'openai/v1',
    thoughts: 'reasoning',
    knowsOneName: true,
    refuses: ['logprobs', 'logit_bias', 'top_logprobs'],
    refusesNames: true,
    givesOneAnswer: true,
    parts: ['text', 'image_url'],
    hasNoVectors: true,
  },
  deepseek: {
    ...PLAIN,
    folder: 'v1',
    takes: ['thinking'],
    parts: ['text'],
    hasNoSchemas: true,
    wantsThoughts: /v4|reasoner/,
    hasNoVectors: true,
  },
  xai: { ...PLAIN, folder: 'v1', refuses: ['logit_bias'], hasNoVectors: true },
  together: { ...PLAIN, folder: 'v1' },
  fireworks: { ...PLAIN, folder: 'inference/v1' },
  openrouter: { folder: 'api/v1', thoughts: 'reasoning' },
  cerebras: {
    folder: 'v1',
    thoughts: 'reasoning',
    knowsOneName: true,
    refuses: ['frequency_penalty', 'presence_penalty', 'logit_bias'],
    hasNoVectors: true,
    tellsErrorsBare: true,
  },
  perplexity: {
    ...PLAIN,
    folder: '',
    hasNoTools: true,
    parts: ['text', 'image_url'],
    hasByteVectors: true,
  },
  nebius: { ...PLAIN, folder: 'v1' },
  ovhcloud: { ...PLAIN, folder: 'v1' },
  ionos: { ...PLAIN, folder: 'v1' },
  scaleway: { ...PLAIN, folder: 'v1' },
  ollama: { folder: 'v1', thoughts: 'reasoning' },
  vllm: { folder: 'v1', thoughts: 'reasoning' },
};

export const hostOf = (name: string): Host => HOSTS[name] ?? PLAIN;
