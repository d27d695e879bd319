import { parseArgs } from 'node:util';
import { consistencyProof, inclusionProof, newestCheckpoint } from '#audit';
import { UsageError } from '../usage-error.js';
import { print, withInstance } from '../with-instance.js';
import { findOrganisation, readRow } from './audit.js';
import { readCallId } from './audit-show.js';

export function proveCall([callId]: readonly string[]): Promise<number> {
  const id = readCallId(callId);
  return withInstance(async ({ database }) => {
    const proof = await inclusionProof(database, id);
    if (proof === undefined) {
      print('There is no sealed call with this id (sealing takes a second).');
      return 1;
    }
    process.stdout.write(proof);
    return 0;
  });
}

/** For an auditor who keeps it, and compares a later one with it. */
export function showCheckpoint(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: ORGANISATION });
  return withInstance(async ({ database }) => {
    const organisationId = await findOrganisation(database, values.organisation);
    const newest = await newestCheckpoint(database, organisationId);
    if (newest === undefined) {
      print('The log has no checkpoint: nothing was sealed yet.');
      return 1;
    }
    process.stdout.write(newest.note);
    return 0;
  });
}

export function proveGrowth(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: ORGANISATION,
  });
  const [from, to] = positionals;
  if (from === undefined || to === undefined) throw new UsageError('From which size to which?');
  const sizes = [readRow('<from>', from), readRow('<to>', to)] as const;
  return withInstance(async ({ database }) => {
    const organisationId = await findOrganisation(database, values.organisation);
    const proof = await consistencyProof(database, organisationId, sizes);
    if (proof === undefined) {
      print(`No checkpoint covers ${to} rows, or ${from} are more.`);
      return 1;
    }
    process.stdout.write(proof);
    return 0;
  });
}

const ORGANISATION = { organisation: { type: 'string' } } as const;
