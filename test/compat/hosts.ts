import { FAMILIES } from '#providers';
import { families, LIKE_CHAT, VECTORS, type FamilyUnderTest } from './families.js';

/** What is to be expected of a host otherwise than of a plain one. */
type Habits = Partial<Pick<FamilyUnderTest, 'modelId' | 'caches' | 'cannot' | 'vectors'>>;

const NO_TOOLS = 'its models call no tools of others, and a request that names some is refused';
const NO_IMAGES = 'its models see no images, and a request with one is refused';
const NO_VECTORS = { vectors: undefined };

/** Ids by which a host is told what its models are told there. */
const HABITS: Readonly<Record<string, Habits>> = {
  groq: { modelId: (model) => `openai/gpt-oss-20b-${model}`, ...NO_VECTORS },
  deepseek: {
    modelId: (model) => `deepseek-v4-pro-${model}`,
    ...NO_VECTORS,
    cannot: { image: NO_IMAGES, 'image of a tool': NO_IMAGES },
  },
  xai: { modelId: (model) => `grok-4.3-${model}`, ...NO_VECTORS },
  openrouter: {
    modelId: (model) => `anthropic/claude-sonnet-4-5-${model}`,
    caches: { mark: '"cache_control":{"type":"ephemeral"}' },
  },
  cerebras: { modelId: (model) => `gpt-oss-120b-${model}`, ...NO_VECTORS },
  perplexity: {
    ...NO_VECTORS,
    cannot: {
      'parallel calls': NO_TOOLS,
      'tool loop': NO_TOOLS,
      'image of a tool': NO_TOOLS,
      'error of a tool': NO_TOOLS,
    },
  },
};

const folderOf = (url: unknown): string =>
  typeof url === 'string' ? new URL(url).pathname.replace(/\/$/, '') : '';
const written = new Set(families.map(({ settings }) => settings['family']));

/**
 * Every family of the gateway that has no entry in `families.ts`: hosts that speak the chat format with habits
 * of their own. The sandbox speaks as each of them, below the folder that it has.
 */
export const hosts: readonly FamilyUnderTest[] = [...FAMILIES]
  .filter(([name]) => !written.has(name))
  .map(([name, { baseUrl }]) => ({
    name,
    settings: { family: name, base_url: `/hosts/${name}${folderOf(baseUrl)}` },
    ...LIKE_CHAT,
    caches: {},
    vectors: VECTORS,
    ...HABITS[name],
  }));
