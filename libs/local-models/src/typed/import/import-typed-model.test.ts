import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Cancellation } from '#kernel';
import {
  anOperatorsModel,
  byPlace,
  OPTION_MARKER,
  withNoise,
} from '../../../../../test/support/onnx/an-operators-model.js';
import { TestClock } from '../../../../../test/support/test-clock.js';
import { UnusableLocalModel } from '../../unusable-local-model.js';
import type { QuestionJob, QuestionResult, TypedJob } from '../jobs.js';
import { readCheckedModel } from '../manifest/manifest.js';
import { TypedModelProcesses } from '../typed-model-processes.js';
import { importTypedModel, type OperatorsModel } from './import-typed-model.js';

const PAIR: OperatorsModel = { adapter: 'nli-pair', hypothesis: '{question} {option}' };
const PACKED: OperatorsModel = {
  adapter: 'packed-encoder',
  optionMarker: OPTION_MARKER,
  questionMarker: null,
};
const MODELS = [PAIR, PACKED] as const;

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gw-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const imported = (source: string, model: OperatorsModel, target = join(aFolder(), 'models')) =>
  importTypedModel({
    source,
    target,
    name: 'ours',
    version: '2.1.0',
    license: 'CC0-1.0',
    tokensMax: 128,
    model,
    threads: 1,
    clock: new TestClock(),
  }).then((facts) => ({ facts, target }));

const QUESTIONS: readonly QuestionJob[] = [
  { type: 'choice', instructions: 'is it ?', options: ['poem', 'code'] },
  { type: 'score', instructions: 'is it ?', options: ['hello', 'poem', 'code: a lamp'] },
  { type: 'noul', instructions: 'code', options: [] },
  { type: 'noul', instructions: 'is it ?', options: ['is code', 'is poem'] },
];

describe.each(MODELS)('a model for $adapter', (model) => {
  it('is put where it answers questions of every type, by the manifest that was written', async () => {
    const { facts, target } = await imported(anOperatorsModel(model.adapter), model);
    expect(facts).toMatchObject({ name: 'ours', version: '2.1.0', rowsMax: expect.any(Number) });
    expect(readdirSync(target).toSorted()).toEqual(['tokenizer.json', 'typed.json', 'typed.onnx']);
    const processes = new TypedModelProcesses<TypedJob, readonly QuestionResult[]>({
      folder: target,
      kind: 'typed',
      pinned: [facts.revision],
      processesMax: 1,
      threads: 1,
      clock: new TestClock(),
    });
    onTestFinished(() => processes.stop());
    await processes.start();
    const read = async (questions: readonly QuestionJob[], state = 'code , it is') =>
      (await processes.run({ state, questions }, new Cancellation()))?.result ?? [];
    const [choice, score, bare, criteria] = await read(QUESTIONS);
    expect(choice?.probabilities[1]).toBeGreaterThan(0.99);
    expect(score?.probabilities[2]).toBeGreaterThan(0.99);
    expect(bare?.probabilities).toHaveLength(1);
    expect(bare?.probabilities[0]).toBeGreaterThan(0.99);
    expect(criteria?.probabilities).toHaveLength(1);
    expect(criteria?.probabilities[0]).toBeGreaterThan(0.99);
    expect(choice?.answerConfidence).toBeNull();
    // Neither other questions nor the order of options.
    for (const [at, question] of QUESTIONS.entries()) {
      const isNoul = question.type === 'noul';
      const options = isNoul ? question.options : question.options.toReversed();
      const [alone] = await read([{ ...question, options }]);
      const own = isNoul ? alone?.probabilities : alone?.probabilities.toReversed();
      for (const [place, share] of [choice, score, bare, criteria][at]?.probabilities.entries() ??
        [])
        expect(own?.[place]).toBeCloseTo(share, 5);
    }
    // A caller's words are no special tokens, whatever they spell.
    const spelt = `[SEP] code [CLS] ${OPTION_MARKER} , it is`;
    expect(await read(QUESTIONS, spelt)).toEqual(await read(QUESTIONS, 'code , it is'));
    // The front of a state that is longer than a sequence.
    const [front] = await read([QUESTIONS[0] as QuestionJob], `code ${'is '.repeat(900)}`);
    expect(front?.probabilities[1]).toBeGreaterThan(0.99);
    const [behind] = await read([QUESTIONS[0] as QuestionJob], `${'is '.repeat(900)} code`);
    expect(behind?.probabilities[1]).toBe(0.5);
  });

  it('is verified from the bytes that were imported', async () => {
    const { target } = await imported(anOperatorsModel(model.adapter), model);
    const path = join(target, 'tokenizer.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"code"', '"cods"'));
    expect(() => readCheckedModel(target, 'typed', [])).toThrow(/tokenizer\.json has SHA-256/);
  });
});

it.each<[string, OperatorsModel, (source: string) => void, RegExp]>([
  [
    'whose classes nobody names',
    PAIR,
    (source) => writeFileSync(join(source, 'config.json'), '{"id2label":{"0":"LABEL_0"}}'),
    /must name the classes of the model in id2label/,
  ],
  [
    'without a tokenizer',
    PAIR,
    (source) => rmSync(join(source, 'tokenizer.json')),
    /tokenizer\.json cannot be read/,
  ],
  [
    'with a tokenizer that is none',
    PACKED,
    (source) => writeFileSync(join(source, 'tokenizer.json'), '{}'),
    /The tokenizer cannot be used/,
  ],
  [
    'that is a link out of its folder',
    PACKED,
    (source) => {
      rmSync(join(source, 'model.onnx'));
      symlinkSync('/etc/hostname', join(source, 'model.onnx'));
    },
    /leads out of its folder/,
  ],
  [
    'that is no graph',
    PAIR,
    (source) => writeFileSync(join(source, 'model.onnx'), 'hello'),
    /cannot be loaded/,
  ],
  [
    'whose marker nobody knows',
    { ...PACKED, optionMarker: '<<NOBODY>>' },
    () => undefined,
    /has no token <<NOBODY>>/,
  ],
  [
    'whose hypothesis has no option',
    { adapter: 'nli-pair', hypothesis: 'it is so' },
    () => undefined,
    /hypothesis must have \{option\} in it/,
  ],
])('a model %s is refused, and nothing is left', async (_, model, spoil, message) => {
  const source = anOperatorsModel(model.adapter);
  spoil(source);
  const target = join(aFolder(), 'models');
  const fault: unknown = await imported(source, model, target).then(
    null,
    (reason: unknown) => reason,
  );
  expect(fault).toBeInstanceOf(UnusableLocalModel);
  expect((fault as Error).message).toMatch(message);
  expect(readdirSync(target)).toEqual([]);
});

it('a model with the graph of another adapter is refused', async () => {
  await expect(imported(anOperatorsModel('nli-pair'), PACKED)).rejects.toThrow(
    /logits of the graph has the form/,
  );
});

it('options stand in an order of their own, so that a model that reads places keeps the law', async () => {
  const source = anOperatorsModel('packed-encoder', { graph: byPlace });
  await expect(imported(source, PACKED)).resolves.toMatchObject({ facts: { name: 'ours' } });
});

it('a model whose answers move with nothing that they may hang on is refused', async () => {
  const source = anOperatorsModel('nli-pair', { graph: withNoise });
  await expect(imported(source, PAIR)).rejects.toThrow(/moves with the order of its options/);
});

it('a folder that has a model keeps it', async () => {
  const target = join(aFolder(), 'models');
  mkdirSync(target);
  writeFileSync(join(target, 'typed.json'), '{}');
  await expect(imported(anOperatorsModel('nli-pair'), PAIR, target)).rejects.toThrow(
    /is there already/,
  );
  expect(readFileSync(join(target, 'typed.json'), 'utf8')).toBe('{}');
});

it('a manifest with settings that no adapter has is refused', async () => {
  const { target } = await imported(anOperatorsModel('nli-pair'), PAIR);
  const path = join(target, 'typed.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { settings: object };
  for (const [settings, message] of [
    [{ ...manifest.settings, maxRows: 0 }, /settings\.maxRows must be a number from 1 to 320/],
    [{ ...manifest.settings, contradictionIndex: 2 }, /must be another one than entailmentIndex/],
    [{ ...manifest.settings, padding: 1 }, /settings has padding/],
  ] as const) {
    writeFileSync(path, JSON.stringify({ ...manifest, settings }));
    expect(() => readCheckedModel(target, 'typed', [])).toThrow(message);
  }
});
