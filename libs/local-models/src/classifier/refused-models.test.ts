import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { aClassifier, type ClassifierOptions } from '../../../../test/support/onnx/a-classifier.js';
import { TestClock } from '../../../../test/support/test-clock.js';
import { UnusableLocalModel } from '../unusable-local-model.js';
import { ClassifierProcesses } from './classifier-processes.js';

async function expectRefused(folder: string, message: RegExp): Promise<void> {
  const kinds = ['person_name', 'location'];
  const processes = new ClassifierProcesses({
    folder,
    kinds,
    processesMax: 1,
    clock: new TestClock(),
  });
  onTestFinished(() => processes.stop());
  const fault: unknown = await processes.start().then(null, (reason: unknown) => reason);
  expect(fault).toBeInstanceOf(UnusableLocalModel);
  expect((fault as Error).message).toMatch(message);
}

it('does not start with a file that is not the one that was named', async () => {
  const folder = aClassifier();
  appendFileSync(join(folder, 'model.onnx'), ' ');
  await expectRefused(folder, /model\.onnx has SHA-256/);
});

it.each<[string, ClassifierOptions, RegExp]>([
  [
    'one label too many',
    { labels: ['O', 'B-PER', 'I-PER', 'B-LOC', 'B-MISC', 'I-LOC'] },
    /\[batch, tokens, 6\]/,
  ],
  [
    'another input',
    {
      graph: (graph) => ({
        ...graph,
        inputs: [...graph.inputs, { name: 'pixels', type: 'float', shape: [1] }],
      }),
    },
    /takes input_ids, attention_mask, pixels and gives logits/,
  ],
  [
    'another output',
    {
      graph: ({ nodes, outputs, ...graph }) => ({
        ...graph,
        nodes: nodes.map((node) => ({ ...node, output: 'scores' })),
        outputs: outputs.map((output) => ({ ...output, name: 'scores' })),
      }),
    },
    /must give logits/,
  ],
  [
    'an operator that nobody knows',
    {
      graph: ({ nodes, ...graph }) => ({
        ...graph,
        nodes: nodes.map((node) => ({ ...node, op: 'Guess' })),
      }),
    },
    /cannot be loaded/,
  ],
])('does not start with %s', (_, options, message) => expectRefused(aClassifier(options), message));
