import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { aTypedModel, namedFile } from '../../../../../test/support/onnx/a-typed-model.js';
import { UnusableLocalModel } from '../../unusable-local-model.js';
import { readCheckedModel } from './manifest.js';

type Manifest = Record<string, unknown> & { files: ReturnType<typeof namedFile>[] };

/** Writes the manifest of a kind anew. */
function rewrite(folder: string, change: (manifest: Manifest) => void, kind = 'router'): void {
  const path = join(folder, `${kind}.json`);
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  change(manifest);
  writeFileSync(path, JSON.stringify(manifest));
}

const setting =
  (name: string, value: unknown) =>
  (manifest: Manifest): void =>
    void (manifest[name] = value);

it('reads both models of a folder, with a revision that stands for all their weights', () => {
  const folder = aTypedModel();
  const lines = ['router.onnx', 'words.bin'].map((path) => {
    const { sha256 } = namedFile(folder, path, 'weights');
    return `${sha256}  ${path}\n`;
  });
  const revision = createHash('sha256').update(lines.toSorted().join('')).digest('hex');
  const router = readCheckedModel(folder, 'router', []);
  expect(router).toMatchObject({ name: 'test-router', license: 'CC0-1.0', revision });
  expect(readCheckedModel(folder, 'typed', []).revision).not.toBe(revision);
  expect(readCheckedModel(folder, 'router', ['0'.repeat(64), revision]).revision).toBe(revision);
});

it.each<[string, (folder: string) => void, RegExp]>([
  [
    'a byte that was changed',
    (folder) => {
      const bytes = readFileSync(join(folder, 'words.bin'));
      bytes[100] = (bytes[100] as number) ^ 1;
      writeFileSync(join(folder, 'words.bin'), bytes);
    },
    /words\.bin has SHA-256/,
  ],
  ['a file that was cut', (folder) => truncateSync(join(folder, 'router.onnx'), 100), /100 bytes/],
  ['a file that grew', (folder) => appendFileSync(join(folder, 'router.onnx'), 'x'), /at most/],
  [
    'another model in its place',
    (folder) => copyFileSync(join(folder, 'typed.onnx'), join(folder, 'router.onnx')),
    /router\.onnx has/,
  ],
  [
    'a link that leads out of the folder',
    (folder) => {
      const elsewhere = mkdtempSync(join(tmpdir(), 'gw-elsewhere-'));
      onTestFinished(() => rmSync(elsewhere, { recursive: true }));
      renameSync(join(folder, 'words.bin'), join(elsewhere, 'words.bin'));
      symlinkSync(join(elsewhere, 'words.bin'), join(folder, 'words.bin'));
    },
    /leads out of its folder/,
  ],
  [
    'a missing file',
    (folder) => rmSync(join(folder, 'vocabulary.txt')),
    /cannot be read \(ENOENT\)/,
  ],
  ['no manifest', (folder) => rmSync(join(folder, 'router.json')), /cannot be read \(ENOENT\)/],
  [
    'a manifest of the other kind',
    (folder) => copyFileSync(join(folder, 'typed.json'), join(folder, 'router.json')),
    /kind must be router/,
  ],
])('refuses %s', (_, change, message) => {
  const folder = aTypedModel();
  change(folder);
  expect(() => readCheckedModel(folder, 'router', [])).toThrow(UnusableLocalModel);
  expect(() => readCheckedModel(folder, 'router', [])).toThrow(message);
});

const FILE = { path: 'router.onnx', bytes: 10, sha256: '0'.repeat(64), role: 'weights' };

it.each<[string, (manifest: Manifest) => void, RegExp]>([
  ['a member that it has no use for', setting('extra', 1), /router\.json has extra/],
  ['another schema', setting('schema', 2), /schema must be a number from 1 to 1/],
  ['no self-test', setting('selfTest', undefined), /selfTest must be a list of 1 to 16/],
  ['an empty list of self-tests', setting('selfTest', []), /selfTest must be a list of 1 to 16/],
  ['no license', setting('license', ''), /license must be a text/],
  ['an adapter that nobody knows', setting('adapter', 'guess'), /adapter must be/],
  ['no files', setting('files', []), /files must be a list of 1/],
  ['a file twice', (manifest) => manifest.files.push(FILE), /names a file twice/],
  [
    'a path that leads out',
    setting('files', [{ ...FILE, path: '../router.onnx' }]),
    /files\[0\]\.path must be/,
  ],
  [
    'a hash that is none',
    setting('files', [{ ...FILE, sha256: 'x' }]),
    /files\[0\]\.sha256 must be/,
  ],
  ['a member of a file', setting('files', [{ ...FILE, url: 'x' }]), /files\[0\] has url/],
  [
    'no weights',
    (manifest) => void (manifest.files = manifest.files.filter(({ role }) => role !== 'weights')),
    /none with the role weights/,
  ],
  [
    'a temperature of nothing',
    setting('calibration', {
      task: { temperature: 0 },
      complexity: { temperature: 1 },
      reasoning: { a: 1, b: 0 },
    }),
    /calibration\.task\.temperature must be/,
  ],
])('refuses a manifest with %s', (_, change, message) => {
  const folder = aTypedModel();
  rewrite(folder, change);
  expect(() => readCheckedModel(folder, 'router', [])).toThrow(message);
});

it.each([
  [
    [
      [0.5, 0.6],
      [0.4, 0.7],
    ],
  ],
  [
    [
      [0.5, 0.6],
      [0.6, 0.5],
    ],
  ],
  [[[0.5, 1.1]]],
  [[[0.5]]],
  [[]],
])('refuses knots that are no map: %j', (knots) => {
  const folder = aTypedModel();
  const answer = [{ type: 'choice', from: 2, to: 2, knots }];
  rewrite(folder, setting('calibration', { answer }), 'typed');
  expect(() => readCheckedModel(folder, 'typed', [])).toThrow(/knots/);
});

it.each([
  ['more options than there can be', { to: 21 }, /\.to must be/],
  [
    'letters to a piece that are no number',
    { lettersPerPieceBelow: 'few' },
    /lettersPerPieceBelow/,
  ],
  ['a member that it has no use for', { lang: 'en' }, /has lang/],
])('refuses an answer map with %s', (_, change, message) => {
  const folder = aTypedModel();
  const answer = [{ type: 'noul', from: 0, to: 0, knots: [[0.5, 0.6]], ...change }];
  rewrite(folder, setting('calibration', { answer }), 'typed');
  expect(() => readCheckedModel(folder, 'typed', [])).toThrow(message);
});

it('refuses weights that are not on the list of the environment', () => {
  expect(() => readCheckedModel(aTypedModel(), 'router', ['0'.repeat(64)])).toThrow(
    /which is not on the list/,
  );
});
