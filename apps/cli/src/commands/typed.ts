import { stat } from 'node:fs/promises';
import { UnusableLocalModel, type TypedKind } from '#local-models';
import { SHIPPED_MODELS } from '#typed';
import { loadOnce } from '../load-once.js';
import { UsageError } from '../usage-error.js';
import { print } from '../with-instance.js';

const KINDS: readonly TypedKind[] = ['router', 'typed'];

/** Does with the models of a folder what the gateway does at its start: hashes, loads, and tries them. */
export async function verifyTypedModels([
  folder = SHIPPED_MODELS,
  ...more
]: readonly string[]): Promise<number> {
  if (more.length > 0) throw new UsageError('One folder at a time.');
  if (!(await isFolder(folder))) throw new UsageError(`${folder} is no folder.`);
  let unusable = 0;
  for (const kind of KINDS) if (!(await isUsable(kind, folder))) unusable++;
  return unusable === 0 ? 0 : 1;
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

async function isUsable(kind: TypedKind, folder: string): Promise<boolean> {
  try {
    const { name, version, license, revision } = await loadOnce(kind, folder);
    print(`${kind}: ${name} ${version} (license ${license}) is whole and passes its own tests`);
    print(`  revision ${revision}`);
    return true;
  } catch (fault) {
    if (!(fault instanceof UnusableLocalModel)) throw fault;
    print(`${kind}: not usable. ${fault.message}`);
    return false;
  }
}
