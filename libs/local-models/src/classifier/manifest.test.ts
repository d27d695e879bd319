import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aClassifier, type ClassifierOptions } from '../../../../test/support/onnx/a-classifier.js';
import { UnusableLocalModel } from '../unusable-local-model.js';
import { readClassifierFiles } from './manifest.js';

const read = (folder: string) => readClassifierFiles(folder, new Set(['person_name', 'location']));

function expectUnusable(folder: string, message: RegExp): void {
  expect(() => read(folder)).toThrow(UnusableLocalModel);
  expect(() => read(folder)).toThrow(message);
}

it('reads labels with their kinds, and what its files say together as one fingerprint', () => {
  const files = read(aClassifier());
  expect(files.labels.map(({ place, kind }) => [place, kind])).toEqual([
    ['outside', null],
    ['begin', 'person_name'],
    ['inside', 'person_name'],
    ['begin', 'location'],
    ['begin', null],
  ]);
  expect(read(aClassifier()).fingerprint).toBe(files.fingerprint);
  expect(read(aClassifier({ manifest: { stride: 7 } })).fingerprint).not.toBe(files.fingerprint);
});

it.each(['model.onnx', 'tokenizer.json', 'config.json'])(
  'does not take %s with one bit changed, wherever it is',
  (name) => {
    const folder = aClassifier();
    const bytes = readFileSync(join(folder, name));
    for (const at of [0, bytes.length >> 1, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (bytes[at] as number) ^ 1;
      writeFileSync(join(folder, name), changed);
      expectUnusable(folder, /has SHA-256 .* and gw-model\.json names .* copy the model/);
    }
  },
);

it.each(['model.onnx', 'gw-model.json'])('says that %s is missing', (name) => {
  const folder = aClassifier();
  rmSync(join(folder, name));
  expectUnusable(folder, /cannot be read \(ENOENT\)\. Put it there/);
});

it('follows no link out of the folder', () => {
  const folder = aClassifier();
  rmSync(join(folder, 'model.onnx'));
  symlinkSync(join(aClassifier(), 'model.onnx'), join(folder, 'model.onnx'));
  expectUnusable(folder, /leads out of its folder/);
});

it.each<[string, ClassifierOptions, RegExp]>([
  [
    'a kind that there is not',
    { manifest: { labelMap: { PER: 'people' } } },
    /maps PER to what is no kind.*person_name/,
  ],
  [
    'labels that lead nowhere',
    { manifest: { labelMap: { PER: 'person_name' } } },
    /does not say what LOC, MISC/,
  ],
  ['labels without O', { labels: ['B-PER', 'I-PER'] }, /no label O/],
  ['no labels', { labels: [] }, /no id2label/],
  ['no license', { manifest: { license: '' } }, /names no license/],
  ['a length that is none', { manifest: { maxTokens: 0 } }, /maxTokens a whole number from 16/],
  ['too long a stride', { manifest: { stride: 31 } }, /stride a whole number from 0 to 8/],
  ['a score that is none', { manifest: { minScore: { location: 6 } } }, /minScore\.location a/],
  ['a score of nothing', { manifest: { minScore: { email: 0.6 } } }, /minScore for email/],
  ['a member of its own', { manifest: { min_score: {} } }, /has min_score, which it has no use/],
  ['one hash alone', { manifest: { sha256: 'ab'.repeat(32) } }, /hexadecimal digits of each/],
])('does not take a manifest with %s', (_, options, message) => {
  expectUnusable(aClassifier(options), message);
});
