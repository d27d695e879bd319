import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
  acceptForks,
  EndUserIndex,
  eraseCall,
  eraseEndUser,
  ERASURE_REASON,
  exportLog,
  fsck,
  openSigner,
  repairRows,
  rotateKey,
  verifyExport,
} from '#audit';
import { counted, SystemEntropy, type OrganisationId } from '#kernel';
import { areCountedElsewhere, checkCounters } from '#metering';
import type { Queries, Statement } from '#platform';
import { operatorTools } from './holds.js';
import { readCallId } from './audit-show.js';
import { logTools } from './log-tools.js';
import { UsageError } from '../usage-error.js';
import { print, withInstance } from '../with-instance.js';

const LIST_ORGANISATIONS: Statement = {
  name: 'cli-organisations',
  text: 'SELECT id, name FROM organisation ORDER BY name',
};

const COUNTERS = 'what Redis counts is what the ledger and the open calls say';
const NO_REDIS =
  'not looked at: the replicas count in Redis, and REDIS_URL is not set here. Set it as they have it.';

export function fsckAudit(): Promise<number> {
  return withInstance(async ({ database, secrets, redis }, config) => {
    const report = await fsck(database, openSigner(config, secrets));
    const counters = redis
      ? await checkCounters(redis, database, operatorTools().clock)
      : { faults: (await areCountedElsewhere(database)) ? [NO_REDIS] : [], notes: [] };
    const findings = [...report.findings];
    if (counters.faults.length > 0) findings.push({ assertion: COUNTERS, cases: counters.faults });
    for (const { assertion, cases } of findings) {
      print(`BROKEN  ${assertion}`);
      for (const place of cases) print(`        ${place}`);
    }
    for (const note of [...report.warnings, ...counters.notes]) print(`note    ${note}`);
    const broken = findings.length;
    const verdict =
      broken === 0
        ? 'clean'
        : `${counted(broken, 'assertion')} ${broken === 1 ? 'does' : 'do'} not hold`;
    print(`${counted(report.rows, 'sealed row')} in ${counted(report.logs, 'log')}: ${verdict}.`);
    return findings.length === 0 ? 0 : 1;
  });
}

/** Lets a log that was set back to an older state go on, with the break in it. */
export function recoverAudit(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { 'accept-fork': { type: 'boolean' } },
  });
  if (!values['accept-fork']) {
    throw new UsageError(
      'What is to be recovered? Say --accept-fork, once the lost rows are given up.',
    );
  }
  return withInstance(async (instance, config) => {
    const tools = logTools(instance, config);
    const forks = await acceptForks(tools);
    await tools.anchors.stop();
    for (const { organisationId, lost, kept } of forks) {
      print(
        `Log ${organisationId}: anchored with ${counted(lost.size, 'row')}, root ${lost.root}.`,
      );
      print(`It goes on from row ${kept.size}, root ${kept.root}; an entry of type fork says so.`);
    }
    if (forks.length === 0) print('Every log holds what was anchored: there is no fork to accept.');
    return 0;
  });
}

/** Says in every log which key follows the one in force. */
export async function rotateAuditKey([file]: readonly string[]): Promise<number> {
  if (!file) throw new UsageError('Which key follows? The file of an Ed25519 private key, PEM.');
  const pem = await readFile(file, 'utf8');
  return withInstance(async (instance, config) => {
    const tools = logTools(instance, config);
    const next = tools.signer.withPem(pem);
    const { logs, before } = await rotateKey(tools, next);
    await tools.anchors.stop();
    const known = new Set(before);
    for (const log of logs) {
      print(`${log}: ${next.vkeyOf(log)}${known.has(log) ? ', said before' : ''}`);
    }
    const say = logs.length === 1 ? 'says' : 'say';
    print(
      `${counted(logs.length, 'log')} ${say} so. Now set GW_SIGNING_KEY_FILE=${file} wherever is sealed.`,
    );
    return 0;
  });
}

export function eraseAudit(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      reason: { type: 'string' },
      'end-user': { type: 'string' },
      organisation: { type: 'string' },
    },
  });
  const { reason = '', organisation, 'end-user': endUser } = values;
  if (!ERASURE_REASON.test(reason)) {
    throw new UsageError('Why? Say --reason with a word of a-z, 0-9, - and _, as in gdpr-17.');
  }
  const [callId] = positionals;
  if (endUser === undefined) return eraseOneCall(readCallId(callId), reason);
  if (callId !== undefined) throw new UsageError('A call, or a person? Not both.');
  return erasePerson(organisation, endUser, reason);
}

function erasePerson(
  organisation: string | undefined,
  endUser: string,
  reason: string,
): Promise<number> {
  return withInstance(async ({ database, secrets }) => {
    const organisationId = await findOrganisation(database, organisation);
    const endUsers = new EndUserIndex(database, secrets, new SystemEntropy());
    const tools = { database, endUsers, ...operatorTools() };
    const calls = await eraseEndUser(tools, { organisationId, endUser }, reason);
    print(
      calls > 0
        ? `Of ${counted(calls, 'call')} nobody can prove any more that this person was meant. The log says so.`
        : 'No call of this person is on record.',
    );
    return calls > 0 ? 0 : 1;
  });
}

function eraseOneCall(id: string, reason: string): Promise<number> {
  return withInstance(async ({ database }) => {
    const isErased = await eraseCall({ database, ...operatorTools() }, id, reason);
    print(
      isErased
        ? 'What its entry commits to can be proven by nobody any more. The log says so.'
        : 'There is nothing of this call to erase.',
    );
    return isErased ? 0 : 1;
  });
}

export function repairAudit(): Promise<number> {
  return withInstance(async ({ database }) => {
    const { again, putAway } = await repairRows({ database, ...operatorTools() });
    if (again + putAway === 0) print('No row was set aside: there is nothing to repair.');
    else
      print(`To be sealed again: ${counted(again, 'row')}; put away: ${putAway}. The log says so.`);
    return 0;
  });
}

export function exportAudit(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      organisation: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
    },
  });
  const [dir] = positionals;
  if (!dir) throw new UsageError('Into which folder?');
  const range = {
    ...(values.from !== undefined && { from: readRow('--from', values.from) }),
    ...(values.to !== undefined && { to: readRow('--to', values.to) }),
  };
  return withInstance(async ({ database, secrets }, config) => {
    const organisationId = await findOrganisation(database, values.organisation);
    const signer = openSigner(config, secrets);
    const manifest = await exportLog({ database, signer, organisationId }, dir, range);
    print(`Rows ${manifest.from} to ${manifest.to} of ${manifest.origin} are in ${dir}.`);
    print(`Verify with: npx gw audit verify ${dir} --key '${manifest.vkey}'`);
    return 0;
  });
}

/** @throws UsageError */
export function readRow(option: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`${option} takes the number of a row, as in 1000, not ${text}.`);
}

export async function verifyAudit(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { key: { type: 'string' }, anchors: { type: 'string' } },
  });
  const [dir] = positionals;
  if (!dir) throw new UsageError('Which folder?');
  const verdict = await verifyExport(dir, {
    ...(values.key !== undefined && { vkey: values.key }),
    ...(values.anchors !== undefined && { anchors: await readFile(values.anchors, 'utf8') }),
  });
  if (verdict.pruned > 0) {
    print(`note    Retention dropped ${counted(verdict.pruned, 'row')}; sealed entries say so.`);
  }
  for (const fault of verdict.faults) print(`BROKEN  ${fault}`);
  if (verdict.firstBadSeq !== null) print(`        first bad row: ${verdict.firstBadSeq}`);
  if (!verdict.isKeyTrusted) {
    print('note    The key came with the export itself. Pass the one you trust with --key.');
  }
  print(
    `${counted(verdict.entries, 'row')}, ${counted(verdict.checkpoints, 'checkpoint')}, ${counted(verdict.anchors, 'anchor')} (${Math.round(verdict.rowsPerSecond)} rows/s): ${verdict.isGood ? 'good' : 'NOT as it was sealed'}.`,
  );
  return verdict.isGood ? 0 : 1;
}

/** @throws UsageError when it is not clear which */
export async function findOrganisation(
  database: Queries,
  name: string | undefined,
): Promise<OrganisationId> {
  const all = await database.query<{ id: OrganisationId; name: string }>(LIST_ORGANISATIONS);
  const found =
    name === undefined && all.length === 1 ? all[0] : all.find((row) => row.name === name);
  if (found) return found.id;
  const names = all.map((row) => row.name).join(', ') || 'none';
  throw new UsageError(`Which organisation? There are: ${names}`);
}
