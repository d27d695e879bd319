import { assert } from '#kernel';
import type { DecisionRequest, TypedOption, TypedQuestion } from './decision-request.js';
import { writeAnswers } from './write-answers.js';
import { writeMembers, type Members } from './write-members.js';

/** What a model made of one question. */
export interface Judged {
  /**
   * Of each option or level, in the request's order; of a noul, the one that it is so. Those of several add
   * up to 1 but for what computing loses.
   */
  readonly probabilities: readonly number[];
  /** The calibrated probability that the answer is right; left out where nobody knows it. */
  readonly answerConfidence?: number | undefined;
}

export interface Decided {
  /** Of each question, in the request's order. */
  readonly judged: readonly Judged[];
  /** SHA-256 of the weights. */
  readonly revision: string;
  /** Of a router: what follows from its answers; null where they leave it open. */
  readonly decision?: { readonly route: string; readonly demand: string } | null;
}

/**
 * The answer of a local model as JSON. Names and options stand as the caller wrote them, in the caller's
 * order; a probability has four decimals, and those of a question add up to 1.
 * @param model as the caller is told it
 */
export function writeDecision(
  request: DecisionRequest,
  { judged, revision, decision }: Decided,
  model: string,
): string {
  const answers = request.questions.map((question, index): Members => {
    const made = judged[index];
    assert(made, 'every question is answered');
    return answerOf(question, made);
  });
  return writeMembers([
    ['model', JSON.stringify(model)],
    ['answers', writeAnswers(request, answers)],
    ['revision', JSON.stringify(revision)],
    ...(decision === undefined ? [] : ([['decision', JSON.stringify(decision)]] as const)),
    ['usage', `{"input_tokens":${request.tokens},"output_tokens":0}`],
  ]);
}

function answerOf(question: TypedQuestion, { probabilities, answerConfidence }: Judged): Members {
  const sure: Members =
    answerConfidence === undefined ? [] : [['answer_confidence', fourDecimals(answerConfidence)]];
  const type = ['type', JSON.stringify(question.type)] as const;
  switch (question.type) {
    case 'noul': {
      const yes = rounded(probabilities[0] ?? NaN);
      return [
        type,
        ['noul', `${yes}`],
        ['confidence', fourDecimals(Math.abs(2 * yes - 1))],
        ...sure,
      ];
    }
    case 'choice': {
      const shares = sharesOf(probabilities, question.options);
      const likeliest = question.options[likeliestOf(probabilities)];
      return [
        type,
        ['choice', JSON.stringify(likeliest?.name)],
        ['confidence', confidenceOf(shares)],
        [
          'probabilities',
          writeMembers(question.options.map(({ name }, at) => [name, `${shares[at]}`])),
        ],
        ...sure,
      ];
    }
    case 'score': {
      const shares = sharesOf(probabilities, question.levels);
      const score = shares.reduce((sum, share, level) => sum + share * level, 0);
      return [
        type,
        ['score', fourDecimals(score)],
        ['confidence', confidenceOf(shares)],
        ['probabilities', writeMembers(shares.map((share, level) => [`${level}`, `${share}`]))],
        [
          'legend',
          writeMembers(
            question.levels.map(({ name }, level) => [`${level}`, JSON.stringify(name)]),
          ),
        ],
        ...sure,
      ];
    }
  }
}

/** How far the likeliest stands out: 1 where it is certain, 0 where all are alike. */
const confidenceOf = (shares: readonly number[]): string =>
  fourDecimals((Math.max(...shares) - 1 / shares.length) / (1 - 1 / shares.length));

const DECIMALS = 10_000;

const rounded = (value: number): number => Math.round(value * DECIMALS) / DECIMALS;

const fourDecimals = (value: number): string => `${rounded(value)}`;

/**
 * Rounded so that they still add up to 1: what rounding took or gave is the likeliest one's. Where that would
 * put another one before it, the others are rounded down instead.
 */
function sharesOf(
  probabilities: readonly number[],
  options: readonly TypedOption[],
): readonly number[] {
  assert(probabilities.length === options.length, 'every option has a probability');
  const likeliest = likeliestOf(probabilities);
  const partsBy = (round: (value: number) => number): readonly number[] => {
    const parts = probabilities.map((probability) => round(probability * DECIMALS));
    const rest = DECIMALS - parts.reduce((sum, part) => sum + part, 0);
    return parts.map((part, at) => (at === likeliest ? part + rest : part));
  };
  const nearest = partsBy(Math.round);
  const isFirst = (nearest[likeliest] ?? 0) >= Math.max(...nearest);
  return (isFirst ? nearest : partsBy(Math.floor)).map((part) => part / DECIMALS);
}

const likeliestOf = (probabilities: readonly number[]): number =>
  probabilities.indexOf(Math.max(...probabilities));
