/** Names of providers as other gateways write them, and the family that serves each here. */
const FAMILY_OF: Readonly<Record<string, string>> = {
  anthropic: 'anthropic',
  azure: 'azure',
  'azure-openai': 'azure',
  azure_ai: 'azure',
  bedrock: 'bedrock',
  cerebras: 'cerebras',
  cohere: 'cohere',
  cohere_chat: 'cohere',
  custom_openai: 'custom',
  deepseek: 'deepseek',
  'fireworks-ai': 'fireworks',
  fireworks: 'fireworks',
  fireworks_ai: 'fireworks',
  gemini: 'gemini',
  google: 'gemini',
  groq: 'groq',
  hosted_vllm: 'vllm',
  ionos: 'ionos',
  litellm_proxy: 'custom',
  llamafile: 'custom',
  lm_studio: 'custom',
  mistral: 'mistral',
  'mistral-ai': 'mistral',
  nebius: 'nebius',
  ollama: 'ollama',
  ollama_chat: 'ollama',
  openai: 'openai',
  openai_like: 'custom',
  openrouter: 'openrouter',
  ovhcloud: 'ovhcloud',
  perplexity: 'perplexity',
  'perplexity-ai': 'perplexity',
  scaleway: 'scaleway',
  'text-completion-openai': 'openai',
  'together-ai': 'together',
  together: 'together',
  together_ai: 'together',
  vertex: 'vertex-gemini',
  'vertex-ai': 'vertex-gemini',
  vertex_ai: 'vertex-gemini',
  vllm: 'vllm',
  'x-ai': 'xai',
  xai: 'xai',
};

/** Whose models have such names, where nobody says who serves them. */
const MAKERS: readonly (readonly [models: RegExp, provider: string])[] = [
  [/^(?:gpt-|chatgpt|o\d|text-embedding-|dall-e|whisper|tts-|omni-moderation)/, 'openai'],
  [/^claude-/, 'anthropic'],
  [/^gemini-/, 'gemini'],
  [/^command-/, 'cohere'],
  [/^(?:mistral|codestral|ministral|pixtral|magistral)/, 'mistral'],
  [/^deepseek-/, 'deepseek'],
  [/^grok-/, 'xai'],
];

export const makerOf = (model: string): string | undefined =>
  MAKERS.find(([models]) => models.test(model))?.[1];

/**
 * Undefined where this gateway has no family for it.
 * @param provider as the other gateway calls it
 * @param address where the file says that it serves, if it does: any server there speaks the chat format
 */
export function familyOf(provider: string, model: string, address?: string): string | undefined {
  const family = FAMILY_OF[provider];
  if (family === 'vertex-gemini' && model.includes('claude')) return 'vertex-claude';
  if (family === 'openai' && address !== undefined && !isOpenAi(address)) return 'custom';
  return family ?? (address === undefined ? undefined : 'custom');
}

/** A provider that a name of somebody's own begins with or holds, as in `openai-prod`; the name itself otherwise. */
export const providerWithin = (name: string): string =>
  [name, ...name.split(/[-_]/)].find((word) => FAMILY_OF[word] !== undefined) ?? name;

const isOpenAi = (address: string): boolean =>
  /^https:\/\/[\w.-]*\bopenai\.com\//.test(`${address}/`);
