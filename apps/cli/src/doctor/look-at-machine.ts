import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { TypedKind } from '#local-models';
import { explain, foldersInUse, hasFreeSpace, type Config } from '#platform';
import { SHIPPED_MODELS } from '#typed';
import { loadOnce } from '../load-once.js';
import { failed, ok, untried, warning, type Finding } from './finding.js';

/** The folders of this instance: there, written to by this user, and with room. */
export async function lookAtDisk(config: Config): Promise<Finding> {
  const folders = foldersInUse(config);
  if (folders.length === 0) {
    return untried('disk', `${config.dataDir} is not there yet; the first start makes it`);
  }
  for (const folder of folders) {
    try {
      await access(folder, constants.W_OK);
    } catch {
      return failed('disk', `${folder} cannot be written to by this user; give it to them`);
    }
  }
  return (await hasFreeSpace(folders))
    ? ok('disk', `${folders.join(', ')}: writable, with room`)
    : failed('disk', `${folders.join(', ')}: less than 64 MB are free; make room`);
}

const KINDS: readonly TypedKind[] = ['router', 'typed'];

/** The models that are run here, as a start would verify them. */
export async function lookAtModels({ typed }: Config): Promise<readonly Finding[]> {
  if (typed.serves === 'off') return [untried('models', 'GW_TYPED=off: none is run here')];
  const kinds = KINDS.filter((kind) => kind === 'router' || typed.serves === 'on');
  const findings: Finding[] = [];
  for (const kind of kinds) findings.push(await lookAtModel(kind, typed));
  return findings;
}

async function lookAtModel(kind: TypedKind, { folder, pinned }: Config['typed']): Promise<Finding> {
  try {
    const { name, version } = await loadOnce(kind, folder ?? SHIPPED_MODELS, pinned[kind]);
    return ok('models', `${name} ${version} is whole and passes its own tests`);
  } catch (fault) {
    return warning('models', `gw/typed (${kind}) cannot be run, all else can: ${explain(fault)}`);
  }
}
