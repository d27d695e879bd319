/** How models of one maker differ in what they take of the format. */
export interface ModelRules {
  /** What may stand beside the results of tools in one message; the rest waits for a turn of its own. */
  readonly besideResults: 'all' | 'text and images' | 'nothing';
  /** What a tool's result may hold beside text. */
  readonly inResults: ReadonlySet<'image' | 'file'>;
  /** A result may say that the tool failed. */
  readonly hasStatus: boolean;
  readonly takesToolChoice: boolean;
  /** Takes `strict` of a tool. */
  readonly takesStrict: boolean;
  /** Answers by a JSON Schema; others are asked for it in words. */
  readonly takesSchema: boolean;
  /** Where points of the prompt's cache may stand, and whether they say how long. */
  readonly cache: 'everywhere' | 'system and messages' | 'nowhere';
  /** How it is told to think, if it can be. */
  readonly thinking: 'claude' | 'nova' | 'qwen' | 'gpt-oss' | null;
  readonly topK: 'claude' | 'nova' | null;
}

/** What every model takes: for makers that are not known here. */
const PLAIN: ModelRules = {
  besideResults: 'nothing',
  inResults: new Set(),
  hasStatus: false,
  takesToolChoice: false,
  takesStrict: false,
  takesSchema: false,
  cache: 'nowhere',
  thinking: null,
  topK: null,
};
const TOOLS: ModelRules = { ...PLAIN, hasStatus: true };
const CLAUDE: ModelRules = {
  ...TOOLS,
  besideResults: 'text and images',
  inResults: new Set(['image', 'file']),
  takesToolChoice: true,
  cache: 'everywhere',
  thinking: 'claude',
  topK: 'claude',
};
const NOVA: ModelRules = {
  ...TOOLS,
  besideResults: 'all',
  inResults: new Set(['image']),
  takesToolChoice: true,
  cache: 'system and messages',
  topK: 'nova',
};

/** First match counts. Ids come with the prefix of a region, and as names of resources. */
const RULES: readonly (readonly [RegExp, ModelRules])[] = [
  // Those before refuse schemas, and so do the ones behind.
  [/claude-(?:sonnet|opus|haiku)-4-[56]/, { ...CLAUDE, takesStrict: true, takesSchema: true }],
  [/claude/, CLAUDE],
  // In conversations with tools, points of the cache were seen to be refused.
  [/nova-2/, { ...NOVA, cache: 'nowhere', thinking: 'nova' }],
  [/nova/, NOVA],
  [/llama/, { ...TOOLS, inResults: new Set(['image', 'file']) }],
  [
    /mistral|magistral|ministral|pixtral|voxtral/,
    { ...TOOLS, inResults: new Set(['file']), takesSchema: true },
  ],
  [/qwen/, { ...TOOLS, besideResults: 'all', takesSchema: true, thinking: 'qwen' }],
  [/kimi|moonshot/, { ...TOOLS, besideResults: 'all', takesToolChoice: true }],
  [
    /glm|zai\./,
    { ...TOOLS, besideResults: 'all', inResults: new Set(['image']), takesSchema: true },
  ],
  [/gemma/, { ...TOOLS, takesSchema: true }],
  [/writer|palmyra/, { ...PLAIN, inResults: new Set(['image']) }],
  [
    /gpt-oss/,
    { ...TOOLS, besideResults: 'all', inResults: new Set(['image']), thinking: 'gpt-oss' },
  ],
];

/** @param model its id at Bedrock */
export const modelRules = (model: string): ModelRules =>
  RULES.find(([pattern]) => pattern.test(model))?.[1] ?? PLAIN;
