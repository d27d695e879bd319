import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sha256 } from '#kernel';
import { EVIDENCE_ROWS } from './evidence.js';
import { FEATURES } from './features.js';
import { Lexicon } from './lexicon.js';
import { LABELS, TRANSITIONS, WEIGHT_SCALE } from './tagger.js';

/** What training makes, as it is kept: weights in sixteenths, and the lists of words as fingerprints. */
export interface NameModel {
  /** The model has `2 ** bits` rows of `LABELS` weights. */
  readonly bits: number;
  readonly rows: Int8Array;
  readonly transitions: Float32Array;
  /** `EVIDENCE_ROWS` rows of `LABELS` weights. */
  readonly evidence: Float32Array;
  readonly lexicon: Lexicon;
  /** Of the file, in hexadecimal. */
  readonly sha256: string;
}

/** `GWNM` as a little-endian number, then the version of the form that follows. */
const MAGIC = 0x4d4e5747;
const VERSION = 1;
const HEADER_BYTES = 24; // Magic, version, features, bits, units of the lexicon.

const FOLDER = new URL('../../../models/names/', import.meta.url);

/** The model file cannot be used, so names would pass unseen: the process must not start. */
export class UnusableModel extends Error {
  override readonly name = 'UnusableModel';
}

let loaded: NameModel | undefined;

/**
 * The shipped model, read and checked once for the process.
 * @throws UnusableModel where it is missing or is not the one that its manifest names
 */
export function shippedModel(): NameModel {
  return (loaded ??= readShipped());
}

function readShipped(): NameModel {
  const [file, manifest] = ['names.model', 'manifest.json'].map((name) =>
    fileURLToPath(new URL(name, FOLDER)),
  ) as [string, string];
  for (const path of [file, manifest]) {
    if (!existsSync(path))
      throw new UnusableModel(
        `The model that finds names is missing: ${path}. Build or install again.`,
      );
  }
  const { sha256: expected } = JSON.parse(readFileSync(manifest, 'utf8')) as { sha256?: unknown };
  return parseModel(readFileSync(file), String(expected), file);
}

/**
 * @param bytes exactly what is loaded: what was hashed is what runs
 * @param expected its SHA-256 in hexadecimal
 * @param from what errors call it
 * @throws UnusableModel
 */
export function parseModel(bytes: Buffer, expected: string, from: string): NameModel {
  const actual = sha256(bytes).toString('hex');
  if (actual !== expected) {
    throw new UnusableModel(
      `The model that finds names (${from}) has SHA-256 ${actual}, and its manifest names ${expected}. It was changed or cut: install it again.`,
    );
  }
  const [magic, version, features, bits, units, languages] = [0, 4, 8, 12, 16, 20].map((at) =>
    bytes.readUInt32LE(at),
  ) as [number, number, number, number, number, number];
  if (magic !== MAGIC || version !== VERSION || features !== FEATURES) {
    throw new UnusableModel(
      `The model that finds names (${from}) is of another version of the gateway.`,
    );
  }
  const sizes = sizesOf(bits, units, languages);
  // A copy, because typed arrays of several bytes must begin where their size divides the place.
  const body = new Uint8Array(bytes.subarray(HEADER_BYTES)).buffer;
  let at = 0;
  const next = (size: number): number => {
    const start = at;
    at += size;
    return start;
  };
  return {
    bits,
    sha256: actual,
    transitions: new Float32Array(body, next(sizes.transitions), TRANSITIONS),
    evidence: new Float32Array(body, next(sizes.evidence), EVIDENCE_ROWS * LABELS),
    lexicon: new Lexicon(
      new Uint16Array(body, next(sizes.lexicon), units),
      languagesIn(new Int32Array(body, next(sizes.languages), 2 * languages)),
    ),
    rows: new Int8Array(body, next(sizes.rows), LABELS << bits),
  };
}

export interface TrainedModel {
  readonly bits: number;
  /** `LABELS` weights for each of `2 ** bits` rows. */
  readonly rows: Float32Array;
  readonly transitions: Float32Array;
  readonly evidence: Float32Array;
  readonly lexicon: Uint16Array<ArrayBuffer>;
  /** Pairs of a function word's hash and the languages that have it. */
  readonly languages: Int32Array<ArrayBuffer>;
}

/** The file of a trained model; the same model gives the same bytes. */
export function writeModel({
  bits,
  rows,
  transitions,
  evidence,
  lexicon,
  languages,
}: TrainedModel): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  [MAGIC, VERSION, FEATURES, bits, lexicon.length, languages.length / 2].forEach((value, index) =>
    header.writeUInt32LE(value, index * 4),
  );
  const weights = Int8Array.from(rows, (weight) =>
    Math.max(-127, Math.min(127, Math.round(weight * WEIGHT_SCALE))),
  );
  const parts = [transitions, evidence, lexicon, languages, weights];
  return Buffer.concat([
    header,
    ...parts.map(({ buffer, byteOffset, byteLength }) =>
      Buffer.from(buffer, byteOffset, byteLength),
    ),
  ]);
}

const sizesOf = (bits: number, units: number, languages: number) => ({
  transitions: TRANSITIONS * 4,
  evidence: EVIDENCE_ROWS * LABELS * 4,
  lexicon: units * 2,
  languages: languages * 8,
  rows: LABELS << bits,
});

/** @param pairs of hash and languages */
export function languagesIn(pairs: Int32Array): ReadonlyMap<number, number> {
  const languages = new Map<number, number>();
  for (let at = 0; at < pairs.length; at += 2)
    languages.set(pairs[at] as number, pairs[at + 1] as number);
  return languages;
}
