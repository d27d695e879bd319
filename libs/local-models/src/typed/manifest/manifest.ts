import { join } from 'node:path';
import { sha256 } from '#kernel';
import { MANIFEST_BYTES_MAX } from '../../limits.js';
import { readJsonFile } from '../../read-model-file.js';
import { UnusableLocalModel } from '../../unusable-local-model.js';
import type { RouterJob, TypedJob, TypedKind } from '../jobs.js';
import {
  readAnswerMaps,
  readRouterCalibration,
  type AnswerMap,
  type RouterCalibration,
} from './calibration.js';
import { Fields } from './fields.js';
import { readNamedFiles, readVerified, revisionOf, type NamedFile } from './read-files.js';
import { readRouterTests, readTypedTests, type SelfTest } from './self-test.js';
import {
  readRouterAdapter,
  readTypedAdapter,
  type Adapter,
  type WordVectorsAdapter,
} from './adapter.js';

const MEMBERS = [
  'schema',
  'name',
  'version',
  'kind',
  'license',
  'adapter',
  'settings',
  'files',
  'calibration',
  'selfTest',
  'eval',
];

interface Checked {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Of the weights, 64 hexadecimal digits. */
  readonly revision: string;
  /** SHA-256 of the manifest, which names that of each file: another one is another model. */
  readonly fingerprint: string;
  readonly named: readonly NamedFile[];
  /** By their names, verified. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** A model whose files are those that its manifest names. */
export type CheckedModel =
  | (Checked & {
      readonly kind: 'router';
      readonly adapter: WordVectorsAdapter;
      readonly calibration: RouterCalibration;
      readonly selfTests: readonly SelfTest<RouterJob>[];
    })
  | (Checked & {
      readonly kind: 'typed';
      readonly adapter: Adapter;
      readonly calibration: readonly AnswerMap[];
      readonly selfTests: readonly SelfTest<TypedJob>[];
    });

/** The manifest of a kind, in the folder of models. */
export const manifestName = (kind: TypedKind): string => `${kind}.json`;

/**
 * @param pinned revisions of which it must be one; none: any
 * @throws UnusableLocalModel
 */
export function readCheckedModel(
  folder: string,
  kind: TypedKind,
  pinned: readonly string[],
): CheckedModel {
  const { bytes, value } = readJsonFile(folder, manifestName(kind), MANIFEST_BYTES_MAX);
  const manifest = Fields.of(value, manifestName(kind), MEMBERS);
  manifest.whole('schema', 1, 1);
  manifest.oneOf('kind', [kind]);
  const named = readNamedFiles(manifest);
  const revision = revisionOf(named);
  if (revision === null) throw manifest.fault('files', 'names none with the role weights');
  if (pinned.length > 0 && !pinned.includes(revision)) {
    throw new UnusableLocalModel(
      `${join(folder, manifestName(kind))} has weights of revision ${revision}, which is not on the list that the environment gives. Put the right model there, or add the revision.`,
    );
  }
  const common = {
    name: manifest.text('name'),
    version: manifest.text('version'),
    license: manifest.text('license'),
    revision,
    fingerprint: sha256(bytes).toString('hex'),
    named,
  };
  const own =
    kind === 'router'
      ? {
          kind,
          adapter: readRouterAdapter(manifest, named),
          calibration: readRouterCalibration(manifest),
          selfTests: readRouterTests(manifest),
        }
      : {
          kind,
          adapter: readTypedAdapter(manifest, named),
          calibration: readAnswerMaps(manifest),
          selfTests: readTypedTests(manifest),
        };
  return { ...common, ...own, files: readVerified(folder, named) };
}
