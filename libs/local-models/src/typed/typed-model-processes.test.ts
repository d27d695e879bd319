import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { Cancellation, SystemClock, type Clock } from '#kernel';
import { slowedBy } from '../../../../test/support/onnx/a-classifier.js';
import {
  aTypedModel,
  type TypedModelOptions,
} from '../../../../test/support/onnx/a-typed-model.js';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { UnusableLocalModel } from '../unusable-local-model.js';
import type { QuestionJob, QuestionResult, RouterJob, RouterResult, TypedJob } from './jobs.js';
import { TypedModelProcesses } from './typed-model-processes.js';

const NEVER = new Cancellation();

function processesOf<Job extends object, Result>(
  kind: 'router' | 'typed',
  folder: string,
  clock: Clock = new SystemClock(),
) {
  const processes = new TypedModelProcesses<Job, Result>({
    folder,
    kind,
    pinned: [],
    processesMax: 1,
    threads: 1,
    clock,
  });
  onTestFinished(() => processes.stop());
  return processes;
}

const routerOf = (folder: string, clock?: Clock) =>
  processesOf<RouterJob, RouterResult>('router', folder, clock);

const asked = (request: string, around: Partial<RouterJob> = {}): RouterJob => ({
  request,
  attachments: [],
  previous: '',
  system: '',
  ...around,
});

/** Asks a typed model that has started. */
async function aReader(options?: TypedModelOptions) {
  const folder = aTypedModel(options);
  const processes = processesOf<TypedJob, readonly QuestionResult[]>('typed', folder);
  await processes.start();
  return async (state: string, questions: readonly QuestionJob[]) =>
    (await processes.run({ state, questions }, NEVER))?.result ?? [];
}

/** The processes that are started from here on, in their order. */
function startedProcesses(): ChildProcess[] {
  const started: ChildProcess[] = [];
  const note = (message: unknown) =>
    void started.push((message as { readonly process: ChildProcess }).process);
  subscribe('child_process', note);
  onTestFinished(() => void unsubscribe('child_process', note));
  return started;
}

async function kill(child: ChildProcess | undefined): Promise<void> {
  const gone = once(child as ChildProcess, 'exit');
  child?.kill('SIGKILL');
  await gone;
}

it('reads task, reasoning and complexity of a request, with what stands around it', async () => {
  const router = routerOf(aTypedModel());
  expect(router.isReady).toBe(false);
  const facts = await router.start();
  expect(facts).toMatchObject({ name: 'test-router', license: 'CC0-1.0' });
  expect(facts.revision).toMatch(/^[0-9a-f]{64}$/);
  expect(router.isReady).toBe(true);
  const poem = (await router.run(asked('POEM!'), NEVER))?.result;
  expect(poem?.task[1]).toBeGreaterThan(0.98);
  expect(poem?.complexity).toEqual([0.25, 0.25, 0.25, 0.25]);
  const hard = (await router.run(asked('is it?', { previous: 'proof', system: 'code' }), NEVER))
    ?.result;
  expect(hard?.reasoning).toBeGreaterThan(0.95);
  expect(hard?.task[0]).toBeGreaterThan(0.98);
});

it('tells when a job whose caller has gone takes no process any more', async () => {
  const router = routerOf(aTypedModel({ router: slowedBy(20, 'task') }));
  await router.start();
  const [gone, over] = [new Cancellation(), new Cancellation()];
  const freed: string[] = [];
  const running = router.run(asked('poem'), gone, () => freed.push('running'));
  const waiting = router.run(asked('poem'), over, () => freed.push('waiting'));
  const last = router.run(asked('poem'), NEVER, () => freed.push('last'));
  over.cancel(new Error('gone'));
  gone.cancel(new Error('gone'));
  expect([await running, await waiting]).toEqual([null, null]);
  expect(freed).toEqual(['waiting']);
  expect(await last).not.toBeNull();
  expect(freed).toEqual(['waiting', 'running', 'last']);
});

it('reads the front and the end of a long request', async () => {
  const router = routerOf(aTypedModel());
  await router.start();
  const taskAt = async (before: number, after: number) => {
    const request = `${'is '.repeat(before)} code ${'is '.repeat(after)}`;
    return (await router.run(asked(request), NEVER))?.result.task[0];
  };
  expect(await taskAt(62, 200)).toBeGreaterThan(0.9);
  expect(await taskAt(63, 200)).toBe(0.125);
  expect(await taskAt(200, 33)).toBe(0.125);
  expect(await taskAt(200, 32)).toBeGreaterThan(0.9);
});

const QUESTIONS: readonly QuestionJob[] = [
  { type: 'choice', instructions: 'is it ?', options: ['code', 'poem'] },
  { type: 'choice', instructions: 'is it ?', options: ['hello: is it', 'proof', 'poem : code ,'] },
  { type: 'score', instructions: 'is it ?', options: ['poem', 'code', 'hello'] },
  { type: 'noul', instructions: 'is it code ?', options: [] },
  { type: 'noul', instructions: 'is it poem ?', options: [] },
  { type: 'noul', instructions: 'is it ?', options: ['it is code', 'it is poem'] },
];

it('answers questions of every type about a state', async () => {
  const answersTo = await aReader();
  const [two, three, score, code, poem, criteria] = await answersTo('code , it is', QUESTIONS);
  expect(two?.probabilities[0]).toBeGreaterThan(0.99);
  // Between the knots of the manifest, by how sure it is.
  expect(two?.answerConfidence).toBeCloseTo(0.4 + 2 * 0.5 * ((two?.probabilities[0] ?? 0) - 0.5));
  expect(three?.probabilities[2]).toBeGreaterThan(0.99);
  expect(three?.answerConfidence).toBeNull();
  expect(score?.probabilities[1]).toBeGreaterThan(0.99);
  expect(code?.probabilities).toHaveLength(1);
  expect(code?.probabilities[0]).toBeGreaterThan(0.99);
  expect(poem?.probabilities[0]).toBe(0.5);
  expect(criteria?.probabilities).toHaveLength(1);
  expect(criteria?.probabilities[0]).toBeGreaterThan(0.99);
});

it('tells what an answer is worth by the letters that a piece of the state has', async () => {
  const map = (right: number) => ({ type: 'noul', from: 0, to: 0, knots: [[0.5, right]] });
  const answer = [{ ...map(0.6), lettersPerPieceBelow: 4 }, map(0.9)];
  const answersTo = await aReader({ answer });
  const [long] = await answersTo('code code', [QUESTIONS[3] as QuestionJob]);
  expect(long?.answerConfidence).toBe(0.9);
  const [short] = await answersTo('code is it', [QUESTIONS[3] as QuestionJob]);
  expect(short?.answerConfidence).toBe(0.6);
  const [criteria] = await answersTo('code code', [QUESTIONS[5] as QuestionJob]);
  expect(criteria?.answerConfidence).toBeNull();
});

it('answers each question as if it were alone, whatever the order of its options', async () => {
  const answersTo = await aReader();
  const together = await answersTo('code , it is', QUESTIONS);
  for (const [index, question] of QUESTIONS.entries()) {
    const isNoul = question.type === 'noul';
    const options = isNoul ? question.options : question.options.toReversed();
    const [alone] = await answersTo('code , it is', [{ ...question, options }]);
    const own = isNoul ? alone?.probabilities : alone?.probabilities.toReversed();
    for (const [at, share] of (together[index]?.probabilities ?? []).entries()) {
      expect(own?.[at]).toBeCloseTo(share, 5);
    }
  }
});

it('answers more rows than one run takes', async () => {
  const answersTo = await aReader();
  const options = Array.from(
    { length: 20 },
    (_, at) => `${'is '.repeat(20 + at)} ${at === 7 ? 'code' : 'poem'}`,
  );
  const questions = Array.from({ length: 16 }, (): QuestionJob => ({
    type: 'choice',
    instructions: 'it '.repeat(60),
    options,
  }));
  for (const { probabilities } of await answersTo('code', questions)) {
    expect(probabilities.indexOf(Math.max(...probabilities))).toBe(7);
  }
});

it.each<[string, TypedModelOptions, RegExp]>([
  [
    'that does not pass its self-test',
    {
      router: ({ tensors, ...graph }) => ({
        ...graph,
        tensors: tensors.map((tensor) => ({
          ...tensor,
          values: new Float32Array(tensor.values.length),
        })),
      }),
    },
    /does not pass selfTest\[0\]/,
  ],
  [
    'that gives something else',
    { router: ({ outputs, ...graph }) => ({ ...graph, outputs: outputs.slice(1) }) },
    /It must take words, types, ngrams, ngram_weights and give task/,
  ],
  [
    'with an operator that nobody knows',
    {
      router: ({ nodes, ...graph }) => ({
        ...graph,
        nodes: nodes.map((node) => ({ ...node, op: 'Guess' })),
      }),
    },
    /cannot be loaded/,
  ],
])('does not start with a graph %s', async (_, options, message) => {
  const router = routerOf(aTypedModel(options));
  const fault: unknown = await router.start().then(null, (reason: unknown) => reason);
  expect(fault).toBeInstanceOf(UnusableLocalModel);
  expect((fault as Error).message).toMatch(message);
  expect(router.isReady).toBe(false);
});

it('makes nothing of a request whose logits are no numbers, and goes on', async () => {
  const started = startedProcesses();
  const router = routerOf(aTypedModel({ broken: 'proof' }));
  await router.start();
  expect(await router.run(asked('proof'), NEVER)).toBeNull();
  expect((await router.run(asked('code'), NEVER))?.result.task[0]).toBeGreaterThan(0.9);
  expect(started).toHaveLength(1);
});

it('loses a request with its process, and is served again by a new one that has verified the same files', async () => {
  const clock = new FakeClock();
  const started = startedProcesses();
  const router = routerOf(aTypedModel({ router: slowedBy(2, 'task') }), clock);
  await router.start();
  const running = router.run(asked('code'), NEVER);
  await kill(started[0]);
  expect(await running).toBeNull();
  expect(router.isReady).toBe(false);
  clock.advance(1_000);
  expect((await router.run(asked('code'), NEVER))?.result.task[0]).toBeGreaterThan(0.9);
  expect(router.isReady).toBe(true);
  expect(router.failure).toBeNull();
});

it('is over until the gateway starts anew when its files were changed since', async () => {
  const clock = new FakeClock();
  const started = startedProcesses();
  const folder = aTypedModel();
  const router = routerOf(folder, clock);
  await router.start();
  appendFileSync(join(folder, 'words.bin'), ' ');
  expect(await router.run(asked('code'), NEVER)).not.toBeNull(); // What was verified is in memory.
  await kill(started[0]);
  for (const waitMs of [1_000, 2_000]) {
    clock.advance(waitMs);
    expect(await router.run(asked('code'), NEVER)).toBeNull();
  }
  expect(router.failure).toMatch(/words\.bin has/);
  clock.advance(60_000);
  expect(started).toHaveLength(3);
});
