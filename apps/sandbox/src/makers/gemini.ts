import { invalid } from '../provider-error.js';

export interface GeminiThinking {
  readonly thinkingBudget?: number;
  readonly thinkingLevel?: string;
  readonly includeThoughts?: boolean;
}

/** Tokens, or words; neither where the model does not think. */
interface Habits {
  readonly budget?: { readonly least: number; readonly most: number; readonly hasOff: boolean };
  readonly levels?: readonly string[];
}

const budget = (least: number, most: number, hasOff: boolean): Habits => ({
  budget: { least, most, hasOff },
});
const levels = (text: string): Habits => ({ levels: text.split(' ') });

/** First match counts; the last row is the newest's. */
const MODELS: readonly (readonly [names: RegExp, habits: Habits])[] = [
  [/gemma|gemini-(?:1|2\.0)|-(?:image|tts)/, {}],
  [/gemini-2\.5-flash-lite/, budget(512, 24_576, true)],
  [/gemini-2\.5-pro/, budget(128, 32_768, false)],
  [/gemini-2\.5/, budget(1, 24_576, true)],
  [/gemini-3-pro/, levels('LOW HIGH')],
  [/gemini-3(?:\.[0-5])?-flash/, levels('MINIMAL LOW MEDIUM HIGH')],
  [/gemini/, levels('LOW MEDIUM HIGH')],
];
const ITS_OWN = -1; // As much as the model finds right.

/**
 * A Gemini by its id, as its maker has it; any other is a model of the sandbox, which takes everything. The
 * table is the sandbox's own: with one for both, a row of the gateway's that is wrong would be right at the
 * other end, too.
 * @throws ProviderError 400
 */
export function checkGemini(modelId: string, thinking: GeminiThinking | undefined): void {
  const habits = MODELS.find(([names]) => names.test(modelId))?.[1];
  if (!habits || !thinking) return;
  const { thinkingBudget: tokens, thinkingLevel: level } = thinking;
  if (tokens !== undefined && level !== undefined) {
    throw refused('You can only set only one of thinking budget and thinking level.');
  }
  if (!habits.budget && !habits.levels) {
    if (tokens || level || thinking.includeThoughts) {
      throw refused('Thinking is not enabled for this model.');
    }
    return;
  }
  if (level !== undefined && !habits.levels?.includes(level)) {
    throw refused(`Thinking level ${level} is not supported for this model.`);
  }
  if (tokens !== undefined && habits.budget) checkBudget(tokens, habits.budget);
}

function checkBudget(tokens: number, { least, most, hasOff }: NonNullable<Habits['budget']>) {
  if (tokens === ITS_OWN || (tokens === 0 && hasOff)) return;
  if (tokens === 0) {
    throw refused('Budget 0 is invalid. This model only works in thinking mode.');
  }
  if (tokens >= least && tokens <= most) return;
  throw refused(
    `The thinking budget ${tokens} is invalid. Please choose a value between ${least} and ${most}.`,
  );
}

const refused = (message: string) => invalid(message, 'generationConfig.thinkingConfig');
