import { PRICE } from '../support/settings.js';
import type { Missing } from './client.js';

/** A family of providers, as the sandbox speaks it. A new one is an entry here. */
export interface FamilyUnderTest {
  readonly name: string;
  /** Of the provider, beside its name and its models. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The id at the provider under which the sandbox's model answers. */
  readonly modelId: (model: SandboxModel) => string;
  /** The member of a request that holds what a client says of the cache; where there is none it is left out. */
  readonly caches: { readonly mark?: string; readonly key?: string };
  /** Thinking goes back to it under its signature. */
  readonly signs?: true;
  /** How it is told that a tool has failed. */
  readonly toolError: string;
  /** Tokens of an answer that it tells and is not paid for. */
  readonly unpaid?: { readonly input: number; readonly output: number };
  /** Its model for vectors; undefined where it has none. */
  readonly vectors?: VectorModel | undefined;
  readonly cannot?: Missing<string>;
}

interface VectorModel {
  readonly id: string;
  /** How long its vectors are by themselves. */
  readonly dimensions: number;
  /** Requests in OpenAI's format reach it as they came, and so do its answers. */
  readonly speaksOpenai?: true;
}

export type SandboxModel = 'echo' | 'reasoning';

const plain = (model: SandboxModel) => model;
export const VECTORS: VectorModel = { id: 'embedding', dimensions: 256, speaksOpenai: true };
export const LIKE_CHAT = {
  modelId: plain,
  caches: { key: '"prompt_cache_key":"compat-cache"' },
  toolError: '[tool error]',
};

/** Of a service account, whose key file the environment holds. */
const ACCOUNT = { credential: 'own', secret: { env: 'KEY_FILE' } };

export const families: readonly FamilyUnderTest[] = [
  { name: 'openai', settings: { family: 'openai' }, ...LIKE_CHAT, vectors: VECTORS },
  { name: 'azure', settings: { family: 'azure' }, ...LIKE_CHAT, vectors: VECTORS },
  {
    name: 'custom',
    settings: { family: 'custom' },
    ...LIKE_CHAT,
    vectors: VECTORS,
    caches: { ...LIKE_CHAT.caches, mark: '"cache_control":{"type":"ephemeral"}' },
  },
  { name: 'sandbox', settings: { family: 'sandbox' }, ...LIKE_CHAT, vectors: VECTORS },
  {
    name: 'anthropic',
    settings: { family: 'anthropic' },
    modelId: plain,
    caches: { mark: '"cache_control":{"type":"ephemeral"}' },
    signs: true,
    toolError: '"is_error":true',
  },
  {
    name: 'gemini',
    settings: { family: 'gemini' },
    modelId: plain,
    vectors: { id: 'embedding', dimensions: 256 },
    caches: {},
    toolError: '"response":{"error":',
  },
  {
    name: 'bedrock',
    settings: { family: 'bedrock', region: 'eu-central-1' },
    modelId: (model) => `us.anthropic.claude-sonnet-4-5-${model}-v1:0`,
    vectors: { id: 'amazon.titan-embed-text-v2:0', dimensions: 1_024 },
    caches: { mark: '"cachePoint":{"type":"default"}' },
    signs: true,
    toolError: '"status":"error"',
  },
  {
    name: 'vertex-gemini',
    settings: { family: 'vertex-gemini', ...ACCOUNT },
    modelId: plain,
    vectors: { id: 'text-embedding-005', dimensions: 768 },
    caches: {},
    toolError: '"response":{"error":',
  },
  {
    name: 'vertex-claude',
    settings: { family: 'vertex-claude', ...ACCOUNT },
    modelId: plain,
    caches: { mark: '"cache_control":{"type":"ephemeral"}' },
    signs: true,
    toolError: '"is_error":true',
  },
  {
    name: 'mistral',
    settings: { family: 'mistral' },
    ...LIKE_CHAT,
    modelId: (model) => `mistral-small-latest-${model}`,
    vectors: { id: 'mistral-embed-embedding', dimensions: 1_024 },
  },
  {
    name: 'cohere',
    settings: { family: 'cohere' },
    modelId: (model) => `command-a-${model}`,
    vectors: { id: 'embed-v4.0-embedding', dimensions: 1_536 },
    caches: {},
    toolError: '[tool error]',
    unpaid: { input: 500, output: 2 },
  },
];

/** What the sandbox does to whom asks it for a model of such a name. */
export const FAULTS = {
  refused: 'fault/status=400',
  limited: 'fault/status=429,retry-after=0',
  failed: 'fault/status=500',
  silent: 'fault/hang',
  cut: 'fault/cut=5',
  stalled: 'fault/stall=5',
} as const;

/** A provider of its own for each: the one named `sandbox` is the test gateway's. */
export const providerOf = (family: string): string => `of-${family}`;

export const settingsOf = ({ name, settings, modelId, vectors }: FamilyUnderTest) => ({
  name: providerOf(name),
  ...settings,
  models: [
    modelId('echo'),
    modelId('reasoning'),
    vectors?.id ?? VECTORS.id,
    ...Object.values(FAULTS),
  ].map((id) => ({
    id,
    price: PRICE,
  })),
});
