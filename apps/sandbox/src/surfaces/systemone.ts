import { json, type Answer, type SandboxRequest } from '../http/answer.js';
import { findModel } from '../models.js';
import { countTokens } from '../text/tokens.js';
import { wordsOf } from '../text/words.js';
import {
  any,
  arrayOf,
  filled,
  object,
  record,
  string,
  tagged,
  type Check,
} from '../validation/check.js';
import { invalid } from '../provider-error.js';

const QUESTIONS_MAX = 16;
const OPTIONS_MAX = 20;

/** Named things, each of which passes the check. */
const recordOf =
  (item: Check, least: number, most: number): Check =>
  (value, param) => {
    record(value, param);
    const entries = Object.entries(value as Readonly<Record<string, unknown>>);
    if (entries.length < least || entries.length > most) {
      const message = `Invalid '${param}': expected ${least} to ${most} entries, but got ${entries.length}.`;
      throw invalid(message, param, 'invalid_value');
    }
    for (const [name, one] of entries) item(one, `${param}.${name}`);
  };

const stringOrNull: Check = (value, param) => {
  if (value !== null) string(value, param);
};

const atLeastTwo =
  (check: Check): Check =>
  (value, param) => {
    check(value, param);
    if ((value as readonly unknown[]).length < 2) {
      throw invalid(`Invalid '${param}': expected at least 2 levels.`, param, 'invalid_value');
    }
  };

const base = { type: any, instructions: filled };

const question = tagged('type', {
  noul: object(base, { criteria: object({ true: string, false: string }) }),
  choice: object({ ...base, criteria: recordOf(stringOrNull, 2, OPTIONS_MAX) }),
  score: object({ ...base, criteria: atLeastTwo(arrayOf(filled, 1, OPTIONS_MAX)) }),
});

const decisionRequest = object({
  model: filled,
  state: any,
  questions: recordOf(question, 1, QUESTIONS_MAX),
});

type Question = { readonly instructions: string } & (
  | { readonly type: 'noul'; readonly criteria?: { readonly true: string; readonly false: string } }
  | { readonly type: 'choice'; readonly criteria: Readonly<Record<string, string | null>> }
  | { readonly type: 'score'; readonly criteria: readonly string[] }
);

interface DecisionRequest {
  readonly model: string;
  readonly state: unknown;
  readonly questions: Readonly<Record<string, Question>>;
}

/** POST /v1/systemone: the more words an option has in common with the state, the likelier it is. */
export function decide({ body, fault }: SandboxRequest): Answer {
  decisionRequest(body, '');
  const { model, state, questions } = body as DecisionRequest;
  findModel(model, 'typed', fault);
  const shown = JSON.stringify(state);
  const words = wordsOf(shown);
  const answers = Object.fromEntries(
    Object.entries(questions).map(([name, one]) => [name, answerTo(one, words)]),
  );
  const tokens = countTokens(shown) + countTokens(JSON.stringify(questions));
  const usage = fault['no-usage'] ? undefined : { input_tokens: tokens, output_tokens: 0 };
  return json({ model, answers, usage });
}

function answerTo(asked: Question, words: ReadonlySet<string>): object {
  switch (asked.type) {
    case 'noul': {
      const sides = [asked.criteria?.true ?? asked.instructions, asked.criteria?.false ?? ''];
      return { type: 'noul', noul: sharesOf(sides, words)[0] }; // It says nothing of its confidence.
    }
    case 'choice': {
      const names = Object.keys(asked.criteria);
      const texts = names.map((name) => `${name} ${asked.criteria[name] ?? ''}`);
      const shares = sharesOf(texts, words);
      return {
        type: 'choice',
        choice: names[indexOfMost(shares)],
        confidence: confidenceOf(shares),
        probabilities: Object.fromEntries(names.map((name, at) => [name, shares[at]])),
      };
    }
    case 'score': {
      const shares = sharesOf(asked.criteria, words);
      return {
        type: 'score',
        score: rounded(shares.reduce((sum, share, at) => sum + at * share, 0)),
        confidence: confidenceOf(shares),
        probabilities: Object.fromEntries(shares.entries()),
        legend: Object.fromEntries(asked.criteria.entries()),
      };
    }
  }
}

/** Of each text, by its words in common with the state; they add up to 1 but for what rounding takes. */
function sharesOf(texts: readonly string[], words: ReadonlySet<string>): readonly number[] {
  const weights = texts.map((text) => 1 + 4 * wordsOf(text).intersection(words).size);
  const sum = weights.reduce((one, other) => one + other, 0);
  return weights.map((weight) => rounded(weight / sum));
}

const indexOfMost = (shares: readonly number[]): number => shares.indexOf(Math.max(...shares));

const confidenceOf = (shares: readonly number[]): number =>
  rounded((Math.max(...shares) - 1 / shares.length) / (1 - 1 / shares.length));

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
