/**
 * What a model accepts, as its maker has it, whoever serves it. One shape for all makers; what a host
 * does otherwise is said by the host (`openai-family/presets.ts`).
 */
export interface ModelRules {
  /**
   * How it is told how much to think. `effort`: by a word. `budget`: in tokens. `adaptive`: it decides
   * itself, and a word says how much it may. `none`: it does not think, or cannot be told.
   */
  readonly thinking: 'none' | 'effort' | 'budget' | 'adaptive';
  /** The words that it takes, lowest first. */
  readonly efforts: readonly string[];
  /** In tokens, where it is told by a budget. */
  readonly budget: ThinkingBudget;
  /**
   * Whether it takes temperature and the like. `at rest`: while it is told not to think; makers differ in
   * what they refuse while it does. `never`: it draws its words itself.
   */
  readonly sampling: 'always' | 'at rest' | 'never';
  /** It thinks only when it is told to, so that it is at rest where nothing is said. */
  readonly restsUnlessAsked: boolean;
  /** Tokens that it can say at most, what it thinks included; null where nobody is sure. */
  readonly outputTokensMax: number | null;
}

export interface ThinkingBudget {
  readonly least: number;
  readonly most: number;
  /** 0 tokens, or a word for it, are taken, too. */
  readonly hasOff: boolean;
}

const NO_BUDGET: ThinkingBudget = { least: 0, most: 0, hasOff: false };

/** A model that only talks. */
export const PLAIN: ModelRules = {
  thinking: 'none',
  efforts: [],
  budget: NO_BUDGET,
  sampling: 'always',
  restsUnlessAsked: false,
  outputTokensMax: null,
};

/** @param words lowest first, parted by blanks */
export const byEffort = (words: string, more: Partial<ModelRules> = {}): ModelRules => ({
  ...PLAIN,
  thinking: 'effort',
  efforts: words.split(' '),
  ...more,
});

/** @param most tokens; those of the whole answer bound them, too */
export const byBudget = (
  least: number,
  most: number,
  hasOff: boolean,
  more: Partial<ModelRules> = {},
): ModelRules => ({ ...PLAIN, thinking: 'budget', budget: { least, most, hasOff }, ...more });

/** The models of one maker. */
export interface MakerRules {
  /** What names of its models look like; no other model is taken for one of them. */
  readonly names: RegExp;
  /** First match counts, so the special ones stand before their families. */
  readonly rows: readonly (readonly [names: RegExp, rules: ModelRules])[];
  /** Of a model that is newer than this table: what the newest known one accepts. */
  readonly newest: ModelRules;
}

/**
 * The name alone, in small letters: platforms put makers, regions and folders before it, and mark what
 * was tuned. `openai/gpt-5`, `accounts/x/models/gpt-oss-20b`, `ft:gpt-4o:acme`.
 */
export const bareName = (model: string): string =>
  model
    .toLowerCase()
    .split('/')
    .findLast((part) => part !== '')
    ?.replace(/^ft:/, '') ?? '';
