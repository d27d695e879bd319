import type { QuestionJob, RouterJob, RouterResult, TypedJob } from '../jobs.js';
import { QUESTION_TYPES } from './calibration.js';
import type { Fields } from './fields.js';

/** What a model must make of an input, every probability within the tolerance. */
export interface SelfTest<Job> {
  readonly input: Job;
  /** All probabilities of the answer, in its order. */
  readonly expected: readonly number[];
  readonly tolerance: number;
}

const TESTS = [1, 16] as const;
const QUESTIONS = [1, 16] as const;
const CHARS_MAX = 20_000;
/** What machines differ in is a thousandth of this; what another tokenizer makes is more. */
const TOLERANCE = [0.00001, 0.05] as const;
const TASKS = 8;
const LEVELS = 4;

/** @throws UnusableLocalModel, also where there is none */
export const readRouterTests = (manifest: Fields): readonly SelfTest<RouterJob>[] =>
  manifest.objects('selfTest', TESTS, ['input', 'expect', 'tolerance'], (test) => {
    const input = test.object('input', ['request', 'attachments', 'previous', 'system']);
    const expected = test.object('expect', ['task', 'reasoning', 'complexity']);
    const text = (name: string) => (input.has(name) ? input.text(name, CHARS_MAX) : '');
    return {
      input: {
        request: input.text('request', CHARS_MAX),
        attachments: input.has('attachments') ? input.texts('attachments') : [],
        previous: text('previous'),
        system: text('system'),
      },
      expected: routerNumbers({
        task: expected.probabilities('task', TASKS),
        reasoning: expected.number('reasoning', 0, 1),
        complexity: expected.probabilities('complexity', LEVELS),
      }),
      tolerance: test.number('tolerance', ...TOLERANCE),
    };
  });

/** @throws UnusableLocalModel, also where there is none */
export const readTypedTests = (manifest: Fields): readonly SelfTest<TypedJob>[] =>
  manifest.objects('selfTest', TESTS, ['input', 'expect', 'tolerance'], (test) => {
    const input = test.object('input', ['state', 'questions']);
    const questions = input.objects(
      'questions',
      QUESTIONS,
      ['type', 'instructions', 'options'],
      (question): QuestionJob => ({
        type: question.oneOf('type', QUESTION_TYPES),
        instructions: question.text('instructions', CHARS_MAX),
        options: question.texts('options'),
      }),
    );
    const lists = test.list('expect', questions.length, questions.length);
    const expected = lists.flat();
    if (!expected.every((value) => typeof value === 'number')) {
      throw test.fault('expect', 'must be a list of probabilities for each question');
    }
    return {
      input: { state: input.text('state', CHARS_MAX), questions },
      expected,
      tolerance: test.number('tolerance', ...TOLERANCE),
    };
  });

export const routerNumbers = ({ task, reasoning, complexity }: RouterResult): readonly number[] => [
  ...task,
  reasoning,
  ...complexity,
];
