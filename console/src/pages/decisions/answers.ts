import { isRecord } from '../../lib/is-record';

/** What was made of one question. */
export interface Answer {
  readonly name: string;
  readonly type: 'noul' | 'choice' | 'score';
  /** Of a choice the option; null of the others. */
  readonly choice: string | null;
  /** Of a noul the probability that it is so; of a score the expected level, from 0. */
  readonly value: number | null;
  /** The likeliest first; of a score by its levels. */
  readonly shares: readonly Share[];
  /** How far the likeliest stands out. */
  readonly confidence: number | null;
  /** The probability that the answer is right, as it was measured; null where nobody has. */
  readonly worth: number | null;
}

export interface Share {
  readonly label: string;
  readonly probability: number;
}

export interface Decision {
  readonly answers: readonly Answer[];
  /** Names of questions that the model did not answer. */
  readonly missing: readonly string[];
  /** Of the weights; null where a provider says none. */
  readonly revision: string | null;
  /** Of a router; null where it leaves the kind open, undefined where it was none. */
  readonly decision: { readonly route: string; readonly demand: string } | null | undefined;
}

/** What an answer is good for, by what it is worth and by the least that somebody would act on. */
export type Verdict = 'sure' | 'unsure' | 'guess' | 'unmeasured';

/** What lies this near to chance says nothing. */
const GUESS_WITHIN = 0.05;

export function verdictOf({ worth, shares }: Answer, least: number): Verdict {
  if (worth === null) return 'unmeasured';
  if (worth <= 1 / Math.max(2, shares.length) + GUESS_WITHIN) return 'guess';
  return worth >= least ? 'sure' : 'unsure';
}

/** @param asked names of the questions; none of a router, which brings its own */
export function readDecision(body: unknown, asked: readonly string[]): Decision {
  const whole = isRecord(body) ? body : {};
  const told = isRecord(whole['answers']) ? whole['answers'] : {};
  // A mapping of JSON has names that are numbers first, whatever their order was.
  const names = asked.length > 0 ? asked : Object.keys(told);
  const answers = names.flatMap((name) => answerOf(name, told[name]) ?? []);
  return {
    answers,
    missing: names.filter((name) => !answers.some((one) => one.name === name)),
    revision: textOf(whole['revision']),
    decision: 'decision' in whole ? decisionOf(whole['decision']) : undefined,
  };
}

function answerOf(name: string, told: unknown): Answer | undefined {
  if (!isRecord(told)) return undefined;
  const shared = {
    name,
    confidence: numberOf(told['confidence']),
    worth: numberOf(told['answer_confidence']),
  };
  switch (told['type']) {
    case 'noul': {
      const value = numberOf(told['noul']);
      if (value === null) return undefined;
      const shares = [
        { label: 'true', probability: value },
        { label: 'false', probability: 1 - value },
      ];
      return { ...shared, type: 'noul', choice: null, value, shares };
    }
    case 'choice': {
      const shares = sharesOf(told['probabilities']).toSorted(
        (one, other) => other.probability - one.probability,
      );
      return { ...shared, type: 'choice', choice: textOf(told['choice']), value: null, shares };
    }
    case 'score': {
      const legend = isRecord(told['legend']) ? told['legend'] : {};
      const shares = sharesOf(told['probabilities'])
        .toSorted((one, other) => Number(one.label) - Number(other.label))
        .map(({ label, probability }) => ({ label: textOf(legend[label]) ?? label, probability }));
      return { ...shared, type: 'score', choice: null, value: numberOf(told['score']), shares };
    }
    default:
      return undefined;
  }
}

const sharesOf = (told: unknown): readonly Share[] =>
  Object.entries(isRecord(told) ? told : {}).flatMap(([label, probability]) =>
    typeof probability === 'number' ? [{ label, probability }] : [],
  );

function decisionOf(told: unknown): Decision['decision'] {
  if (!isRecord(told)) return null;
  const [route, demand] = [textOf(told['route']), textOf(told['demand'])];
  return route && demand ? { route, demand } : null;
}

/** The label of the likeliest. */
export const likeliestOf = ({ shares }: Answer): Share | undefined =>
  shares.reduce<Share | undefined>(
    (best, one) => (best && best.probability >= one.probability ? best : one),
    undefined,
  );

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
