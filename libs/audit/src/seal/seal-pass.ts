import { Injectable } from '@nestjs/common';
import { type ResolvedHold, Settlement } from '#call';
import { Clock } from '#kernel';
import { bigintArray, byteaArray, Database, textArray, type Tx, uuidArray } from '#platform';
import { CheckpointSigner } from '../log/checkpoint-signer.js';
import { Frontier } from '../log/frontier.js';
import type { Hash } from '../log/hashes.js';
import { fillTiles } from './fill-tiles.js';
import {
  FIND_HEADS,
  FIND_UNSIGNED,
  INSERT_CHECKPOINTS,
  INSERT_LEAVES,
  LIST_UNSIGNED,
  SAVE_HEADS,
  SEAL_LOCK,
  TAKE_PENDING,
  TRY_LOCK,
  WAIT_FOR_LOCK,
} from './statements.js';

const ROWS_MAX = 5_000; // A fifth of a second of work: longer passes would hold the counters' locks.
const CHECKPOINT_MS = 1_000; // Between two checkpoints of one log.

interface PendingRow {
  readonly organisationId: string;
  readonly id: string;
  readonly leaf: Hash;
  readonly holdNano: string;
  readonly nano: string;
  readonly counters: string;
}

interface HeadRow {
  readonly organisationId: string;
  readonly size: string;
  readonly frontier: Buffer;
}

/** What one log gains in a pass. */
interface Growth {
  readonly organisationId: string;
  readonly oldSize: number;
  readonly frontier: Frontier;
}

export interface PassOptions {
  /** Wait for another replica's pass to end, and sign every head however young its last checkpoint. */
  readonly isFinal: boolean;
}

/**
 * One transaction of the sealer: what is pending becomes leaves, tiles, heads, settled holds and
 * checkpoints, all or nothing. So a crash at any point leaves the rows pending, and a checkpoint
 * that anybody can see is one whose log was committed.
 */
@Injectable()
export class SealPass {
  /** Logs that may have a head without a checkpoint. */
  private unsigned = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly settlement: Settlement,
    private readonly signer: CheckpointSigner,
    private readonly clock: Clock,
  ) {}

  get hasUnsigned(): boolean {
    return this.unsigned.size > 0;
  }

  /** Takes over the logs that another sealer grew but did not sign. */
  async adoptUnsigned(): Promise<void> {
    const found = await this.database.query<{ organisationId: string }>(LIST_UNSIGNED);
    for (const { organisationId } of found) this.unsigned.add(organisationId);
  }

  /** Rows sealed; undefined when another replica is sealing. `ROWS_MAX` means there may be more. */
  async run(options: PassOptions): Promise<{ sealed: number; isFull: boolean } | undefined> {
    const result = await this.database.transaction(async (tx) => {
      if (!(await lock(tx, options))) return undefined;
      const rows = await tx.query<PendingRow>(TAKE_PENDING, [ROWS_MAX]);
      const grown = rows.length > 0 ? await this.append(tx, rows) : [];
      const candidates = new Set([...this.unsigned, ...grown]);
      const signed = candidates.size > 0 ? await this.sign(tx, [...candidates], options) : [];
      return { sealed: rows.length, grown, signed };
    });
    if (!result) return undefined;
    // Only now: what was rolled back is neither grown nor signed.
    for (const organisationId of result.grown) this.unsigned.add(organisationId);
    for (const organisationId of result.signed) this.unsigned.delete(organisationId);
    return { sealed: result.sealed, isFull: result.sealed === ROWS_MAX };
  }

  /** Returns the organisations whose logs grew. */
  private async append(tx: Tx, rows: readonly PendingRow[]): Promise<string[]> {
    const organisationIds = [...new Set(rows.map((row) => row.organisationId))];
    const heads = await tx.query<HeadRow>(FIND_HEADS, [uuidArray(organisationIds)]);
    const growths = new Map(
      organisationIds.map((organisationId) => [organisationId, newLog(organisationId)]),
    );
    for (const head of heads) growths.set(head.organisationId, growthOf(head));

    const seqs = rows.map((row) => {
      const { frontier } = growths.get(row.organisationId) as Growth;
      frontier.append(row.leaf);
      return BigInt(frontier.size - 1);
    });
    await tx.query(INSERT_LEAVES, [
      uuidArray(rows.map((row) => row.organisationId)),
      bigintArray(seqs),
      uuidArray(rows.map((row) => row.id)),
      byteaArray(rows.map((row) => row.leaf)),
    ]);
    const grown = [...growths.values()];
    await fillTiles(
      tx,
      grown.map(({ organisationId, oldSize, frontier }) => ({
        organisationId,
        oldSize,
        size: frontier.size,
      })),
    );
    await tx.query(SAVE_HEADS, [
      uuidArray(organisationIds),
      bigintArray(grown.map(({ frontier }) => BigInt(frontier.size))),
      byteaArray(grown.map(({ frontier }) => frontier.bytes())),
    ]);
    const resolved = rows.filter((row) => row.counters !== '').map(resolvedHold);
    if (resolved.length > 0) await this.settlement.settle(tx, resolved);
    return organisationIds;
  }

  /** Returns the organisations whose head now has a checkpoint. */
  private async sign(
    tx: Tx,
    organisationIds: readonly string[],
    { isFinal }: PassOptions,
  ): Promise<string[]> {
    const nowMs = this.clock.nowMs();
    const before = new Date(isFinal ? nowMs : nowMs - CHECKPOINT_MS);
    const due = await tx.query<HeadRow>(FIND_UNSIGNED, [uuidArray(organisationIds), before]);
    if (due.length === 0) return [];
    const notes = due.map((head) => {
      const { frontier } = growthOf(head);
      return this.signer.sign(head.organisationId, frontier.size, frontier.root());
    });
    await tx.query(INSERT_CHECKPOINTS, [
      uuidArray(due.map((head) => head.organisationId)),
      bigintArray(due.map((head) => BigInt(head.size))),
      textArray(notes),
      new Date(nowMs),
    ]);
    return due.map((head) => head.organisationId);
  }
}

async function lock(tx: Tx, { isFinal }: PassOptions): Promise<boolean> {
  if (isFinal) {
    await tx.query(WAIT_FOR_LOCK, [SEAL_LOCK]);
    return true;
  }
  const [row] = await tx.query<{ isLocked: boolean }>(TRY_LOCK, [SEAL_LOCK]);
  return row?.isLocked ?? false;
}

const newLog = (organisationId: string): Growth => ({
  organisationId,
  oldSize: 0,
  frontier: Frontier.empty(),
});

const growthOf = ({ organisationId, size, frontier }: HeadRow): Growth => ({
  organisationId,
  oldSize: Number(size),
  frontier: Frontier.read(Number(size), frontier),
});

const resolvedHold = ({ counters, holdNano, nano }: PendingRow): ResolvedHold => ({
  counters,
  holdNano: BigInt(holdNano),
  nano: BigInt(nano),
});
