import { timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { sha256 } from '#kernel';
import {
  MANIFEST_BYTES_MAX,
  MODEL_BYTES_MAX,
  TOKENIZER_BYTES_MAX,
  TOKENS_MAX,
  TOKENS_MIN,
} from '../limits.js';
import { isObject, readJsonFile, readModelFile } from '../read-model-file.js';
import { UnusableLocalModel } from '../unusable-local-model.js';
import { readLabels, type Label } from './labels.js';

const MANIFEST = 'gw-model.json';
const FILES = {
  'model.onnx': MODEL_BYTES_MAX,
  'tokenizer.json': TOKENIZER_BYTES_MAX,
  'config.json': MANIFEST_BYTES_MAX,
} as const;
type FileName = keyof typeof FILES;
const FILE_NAMES = Object.keys(FILES) as readonly FileName[];
const MEMBERS = ['labelMap', 'maxTokens', 'stride', 'minScore', 'sha256', 'license'];

/** A folder with a token classifier, checked: its files are those that its manifest names. */
export interface ClassifierFiles {
  readonly model: Buffer;
  /** Of `tokenizer.json`. */
  readonly tokenizer: object;
  readonly labels: readonly Label[];
  /** Of one sequence, its special tokens among them. */
  readonly tokensMax: number;
  /** Tokens that two neighbouring sequences of a long passage share. */
  readonly strideTokens: number;
  /** Below this a span of the kind is none; 0 where nothing is said. */
  readonly scoreMin: ReadonlyMap<string, number>;
  readonly license: string;
  /** SHA-256 of the manifest, which names that of each file: another one is another model. */
  readonly fingerprint: string;
}

/**
 * @param kinds that findings may be of
 * @throws UnusableLocalModel
 */
export function readClassifierFiles(folder: string, kinds: ReadonlySet<string>): ClassifierFiles {
  const { bytes, value: manifest } = readJsonFile(folder, MANIFEST, MANIFEST_BYTES_MAX);
  const unknown = Object.keys(manifest).filter((name) => !MEMBERS.includes(name));
  if (unknown.length > 0) {
    throw faulty(
      `has ${unknown.join(', ')}, which it has no use for; it takes ${MEMBERS.join(', ')}`,
    );
  }
  const labelMap = readLabelMap(manifest['labelMap'], kinds);
  const found = new Set([...labelMap.values()].filter((kind) => kind !== null));
  const tokensMax = wholeOf(manifest, 'maxTokens', TOKENS_MIN, TOKENS_MAX);
  const { license } = manifest;
  if (typeof license !== 'string' || license === '') {
    throw faulty('names no license: say what the model may be used under');
  }
  const files = readHashed(folder, manifest['sha256']);
  const config = jsonOf(files['config.json'], 'config.json');
  return {
    model: files['model.onnx'],
    tokenizer: jsonOf(files['tokenizer.json'], 'tokenizer.json'),
    labels: readLabels(config['id2label'], labelMap),
    tokensMax,
    strideTokens: wholeOf(manifest, 'stride', 0, Math.floor(tokensMax / 4)),
    scoreMin: readScores(manifest['minScore'], found),
    license,
    fingerprint: sha256(bytes).toString('hex'),
  };
}

function readLabelMap(
  value: unknown,
  kinds: ReadonlySet<string>,
): ReadonlyMap<string, string | null> {
  if (!isObject(value)) throw faulty('has no labelMap, as {"PER":"person_name","MISC":null}');
  return new Map(
    Object.entries(value).map(([type, kind]) => {
      if (kind === null || (typeof kind === 'string' && kinds.has(kind))) return [type, kind];
      throw faulty(
        `maps ${type} to what is no kind. There are ${[...kinds].join(', ')}, or null where it is not to be found`,
      );
    }),
  );
}

function readScores(value: unknown, kinds: ReadonlySet<string>): ReadonlyMap<string, number> {
  if (value === undefined) return new Map();
  if (!isObject(value)) throw faulty('takes for minScore an object, as {"person_name":0.6}');
  return new Map(
    Object.entries(value).map(([kind, score]) => {
      if (!kinds.has(kind))
        throw faulty(`has a minScore for ${kind}, which labelMap leads to nowhere`);
      if (typeof score === 'number' && score >= 0 && score <= 1) return [kind, score];
      throw faulty(`takes for minScore.${kind} a number from 0 to 1`);
    }),
  );
}

/** All files, each once. @throws UnusableLocalModel where one is not the one that the manifest names */
function readHashed(folder: string, value: unknown): Readonly<Record<FileName, Buffer>> {
  const named = isObject(value) ? value : {};
  const extra = Object.keys(named).filter((name) => !Object.hasOwn(FILES, name));
  if (extra.length > 0 || !FILE_NAMES.every((name) => isHash(named[name]))) {
    throw faulty(`takes for sha256 the 64 hexadecimal digits of each of ${FILE_NAMES.join(', ')}`);
  }
  const read = FILE_NAMES.map((name) => {
    const bytes = readModelFile(folder, name, FILES[name]);
    const actual = sha256(bytes);
    if (!timingSafeEqual(actual, Buffer.from(String(named[name]), 'hex'))) {
      throw new UnusableLocalModel(
        `${join(folder, name)} has SHA-256 ${actual.toString('hex')}, and ${MANIFEST} names ${String(named[name])}. It was changed or cut: copy the model again, or, if it is meant, name the new one there.`,
      );
    }
    return [name, bytes] as const;
  });
  return Object.fromEntries(read) as Record<FileName, Buffer>;
}

const isHash = (value: unknown): boolean =>
  typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value);

function jsonOf(bytes: Buffer, name: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    if (isObject(value)) return value;
  } catch {
    // Told below, with what is no object.
  }
  throw new UnusableLocalModel(`${name} is no JSON object.`);
}

function wholeOf(
  manifest: Readonly<Record<string, unknown>>,
  name: string,
  min: number,
  max: number,
): number {
  const value = manifest[name];
  if (Number.isInteger(value) && Number(value) >= min && Number(value) <= max) return Number(value);
  throw faulty(`takes for ${name} a whole number from ${min} to ${max}`);
}

const faulty = (what: string): UnusableLocalModel => new UnusableLocalModel(`${MANIFEST} ${what}.`);
