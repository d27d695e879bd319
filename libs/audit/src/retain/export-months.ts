import { access, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeNoteKey } from '../log/note.js';
import { exportLog, type LogSource } from '../verify/export-log.js';
import { verifyExport } from '../verify/verify-export.js';

/**
 * Exports rows of one log and verifies what lies on the disk, as anybody would. An export that is there
 * already is left: after a command that was ended it may hold more than the log does now.
 * @param anchors text of the anchors, read before this
 * @returns the folder
 * @throws when the export does not verify under a key that is ours
 */
export async function exportVerified(
  source: LogSource,
  dir: string,
  { from, to, anchors }: { readonly from: number; readonly to: number; readonly anchors: string },
): Promise<string> {
  const { signer, organisationId } = source;
  const name = join(dir, organisationId, `rows-${from}-${to}`);
  const part = `${name}.part`;
  await rm(part, { recursive: true, force: true });
  const { vkey } = await exportLog(source, part, { from, to });
  const isOurs = signer.keysOf(organisationId).some((key) => writeNoteKey(key) === vkey);
  const { isGood, faults } = await verifyExport(part, { vkey, anchors });
  if (!isOurs || !isGood) {
    const reason = faults[0] ?? 'Its key is none of ours.';
    throw new Error(`The export ${part} does not verify, so nothing was dropped. ${reason}`);
  }
  const folder = await freeName(name);
  await rename(part, folder);
  return folder;
}

async function freeName(name: string): Promise<string> {
  for (let copy = 1; ; copy++) {
    const free = copy === 1 ? name : `${name}-${copy}`;
    const isThere = await access(free).then(
      () => true,
      () => false,
    );
    if (!isThere) return free;
  }
}
