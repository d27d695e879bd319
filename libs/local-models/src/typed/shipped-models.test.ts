import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import type { QuestionJob, QuestionResult, RouterJob, TypedJob, TypedModel } from './jobs.js';
import { readCheckedModel } from './manifest/manifest.js';
import { openModel } from './open-model.js';

const MODELS = fileURLToPath(new URL('../../../typed/models', import.meta.url));
/** Of both together with what they share: each version stays in the history of the repository. */
const BYTES_MAX = 40e6;
const EQUAL_DIGITS = 5;

let router: TypedModel<RouterJob, { readonly task: readonly number[] }>;
let reader: TypedModel<TypedJob, readonly QuestionResult[]>;

// Verifies every file, and puts each model to the tests of its manifest.
beforeAll(async () => {
  router = (await openModel(readCheckedModel(MODELS, 'router', []), 1)) as typeof router;
  reader = (await openModel(readCheckedModel(MODELS, 'typed', []), 1)) as typeof reader;
});

it('weighs less than it may', () => {
  const names = ['router', 'typed'].flatMap((kind) => {
    const manifest = JSON.parse(readFileSync(join(MODELS, `${kind}.json`), 'utf8')) as {
      readonly files: readonly { readonly path: string }[];
    };
    return manifest.files.map(({ path }) => path);
  });
  const bytes = [...new Set(names)].map((name) => statSync(join(MODELS, name)).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(BYTES_MAX);
});

const asked = (request: string): RouterJob => ({
  request,
  attachments: [],
  previous: '',
  system: '',
});

it.each([
  ['Write a Python function that merges two sorted lists.', 0],
  ['Translate to French: The train is late.', 2],
  ['Summarise the attached report in five bullet points.', 4],
  ['hello! how are you today?', 6],
])('routes %j', async (request, task) => {
  const read = await router.read(asked(request));
  expect(read.task.indexOf(Math.max(...read.task))).toBe(task);
});

const STATE =
  'I ordered two lamps on Monday, and only one came. The other was charged all the same; please refund it.';

const QUESTIONS: readonly QuestionJob[] = [
  {
    type: 'choice',
    instructions: 'What is the message about?',
    options: ['a missing item', 'a broken item', 'an invoice', 'a compliment', 'opening hours'],
  },
  {
    type: 'score',
    instructions: 'How angry is the customer?',
    options: ['calm', 'annoyed', 'furious'],
  },
  { type: 'noul', instructions: 'The customer wants money back.', options: [] },
  {
    type: 'noul',
    instructions: 'Is it a complaint?',
    options: ['yes: something is wrong with an order', 'no: nothing is wrong'],
  },
  {
    type: 'choice',
    instructions: 'Who should read it? Judge by what is asked for and not by who wrote it.',
    options: ['billing', 'the warehouse: parcels that are late, lost or incomplete'],
  },
];

async function probabilitiesOf(
  questions: readonly QuestionJob[],
): Promise<readonly (readonly number[])[]> {
  const results = await reader.read({ state: STATE, questions });
  return results.map(({ probabilities }) => probabilities);
}

function expectEqual(actual: readonly number[], expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  for (const [at, share] of expected.entries()) expect(actual[at]).toBeCloseTo(share, EQUAL_DIGITS);
}

it('answers a question as if it were alone', async () => {
  const together = await probabilitiesOf(QUESTIONS);
  for (const [at, question] of QUESTIONS.entries()) {
    const [alone] = await probabilitiesOf([question]);
    expectEqual(alone ?? [], together[at] ?? []);
  }
});

it('answers alike in whatever order options and questions stand', async () => {
  const together = await probabilitiesOf(QUESTIONS);
  const turned = QUESTIONS.map((question) =>
    question.type === 'noul' ? question : { ...question, options: question.options.toReversed() },
  ).toReversed();
  const answers = (await probabilitiesOf(turned)).toReversed();
  for (const [at, question] of QUESTIONS.entries()) {
    const own = answers[at] ?? [];
    expectEqual(question.type === 'noul' ? own : own.toReversed(), together[at] ?? []);
  }
});

it('says what each answer is worth, and less where it does not know the language', async () => {
  const question: QuestionJob = {
    type: 'choice',
    instructions: 'What is it about?',
    options: ['a lost card', 'a loan', 'the weather'],
  };
  const english = await reader.read({
    state: 'I lost my card on the train yesterday evening.',
    questions: [question],
  });
  const strange = await reader.read({
    state: 'Tegnap este a vonaton elveszítettem a kártyámat.',
    questions: [question],
  });
  expect(english[0]?.answerConfidence).toBeGreaterThan(0.7);
  expect(strange[0]?.answerConfidence).toBeLessThan(english[0]?.answerConfidence ?? 0);
});
