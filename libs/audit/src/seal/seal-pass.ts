import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel';
import { bigintArray, byteaArray, Database, textArray, type Tx, uuidArray } from '#platform';
import { CheckpointSigner } from '../log/checkpoint-signer.js';
import { Frontier } from '../log/frontier.js';
import { HASH_BYTES } from '../log/hashes.js';
import { faultOf, reasonOf } from '../record/database-fault.js';
import { Anchors } from './anchors.js';
import { fillTiles } from './fill-tiles.js';
import {
  APPEND_PENDING,
  COUNT_SET_ASIDE,
  FIND_UNSIGNED,
  INSERT_CHECKPOINTS,
  LIST_UNSIGNED,
  SAVE_HEADS,
  SEAL_LOCK,
  SET_FIRST_ASIDE,
  TRY_LOCK,
  WAIT_FOR_LOCK,
} from './statements.js';

const ROWS_MAX = 5_000; // A fifth of a second of work, after which other replicas get their turn.
const CHECKPOINT_MS = 1_000; // Between two checkpoints of one log.

interface HeadRow {
  readonly organisationId: string;
  readonly size: string;
  readonly frontier: Buffer;
}

/** What a log gained in a pass: its head as it was, and the hashes of its new leaves. */
interface GainRow extends HeadRow {
  readonly leaves: Buffer;
}

export interface PassOptions {
  /** Wait for another replica's pass to end, and sign every head however young its last checkpoint. */
  readonly isFinal: boolean;
}

export interface PassResult {
  readonly sealed: number;
  readonly isFull: boolean;
}

/**
 * One transaction of the sealer: what is pending becomes leaves, tiles, heads and checkpoints, all
 * or nothing. So a crash at any point leaves the rows pending, and a checkpoint that anybody can see
 * is one whose log was committed.
 */
@Injectable()
export class SealPass {
  /** Logs that may have a head without a checkpoint. */
  private unsigned = new Set<string>();
  private rowsMax = ROWS_MAX;
  /** When this process last signed each log: by a clock that no step of the wall clock moves. */
  private readonly signedMs = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly signer: CheckpointSigner,
    private readonly anchors: Anchors,
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

  /**
   * Rows sealed; undefined when another replica is sealing. Full means that there may be more. One row
   * that cannot become a leaf is found by taking fewer and fewer, and set aside for an operator.
   */
  async run(options: PassOptions): Promise<PassResult | undefined> {
    const { rowsMax } = this;
    try {
      const result = await this.runOnce(options, rowsMax);
      if (result?.sealed) this.rowsMax = Math.min(ROWS_MAX, rowsMax * 2);
      return result;
    } catch (error) {
      if (!isFaultOfRow(error)) throw error;
      if (rowsMax > 1) this.rowsMax = rowsMax >> 1;
      else if (!(await this.setFirstAside(reasonOf(error)))) throw error;
      return { sealed: 0, isFull: true };
    }
  }

  /** Rows that wait for an operator, of all replicas and of the recorder, too. */
  async countSetAside(): Promise<number> {
    const [row] = await this.database.query<{ count: string }>(COUNT_SET_ASIDE);
    return Number(row?.count);
  }

  private async runOnce(options: PassOptions, rowsMax: number): Promise<PassResult | undefined> {
    const result = await this.database.transaction(async (tx) => {
      if (!(await lock(tx, options))) return undefined;
      const { sealed, grown } = await append(tx, rowsMax);
      const candidates = [...new Set([...this.unsigned, ...grown])];
      await this.anchors.assertKept(tx, candidates);
      const due = candidates.filter((id) => options.isFinal || this.isDue(id));
      const signed = due.length > 0 ? await this.sign(tx, due) : [];
      return { sealed, grown, due, signed };
    });
    if (!result) return undefined;
    // Only now: what was rolled back is neither grown nor signed.
    for (const organisationId of result.grown) this.unsigned.add(organisationId);
    // By this pass, or by another replica before it.
    for (const organisationId of result.due) this.unsigned.delete(organisationId);
    const nowMs = this.clock.monotonicMs();
    for (const { organisationId } of result.signed) this.signedMs.set(organisationId, nowMs);
    if (result.signed.length > 0) await this.anchors.signed(result.signed.map(({ note }) => note));
    return { sealed: result.sealed, isFull: result.sealed === rowsMax };
  }

  /** False when nothing is pending. */
  private setFirstAside(reason: string): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      await tx.query(WAIT_FOR_LOCK, [SEAL_LOCK]);
      return (await tx.query(SET_FIRST_ASIDE, [reason])).length > 0;
    });
  }

  private isDue(organisationId: string): boolean {
    const signedMs = this.signedMs.get(organisationId) ?? Number.NEGATIVE_INFINITY;
    return this.clock.monotonicMs() - signedMs >= CHECKPOINT_MS;
  }

  /** Returns the checkpoints that the heads of these organisations were given now. */
  private async sign(tx: Tx, organisationIds: readonly string[]): Promise<SignedHead[]> {
    const due = await tx.query<HeadRow>(FIND_UNSIGNED, [uuidArray(organisationIds)]);
    if (due.length === 0) return [];
    const signed = due.map((head) => {
      const { organisationId } = head;
      const frontier = frontierOf(head);
      return {
        organisationId,
        size: frontier.size,
        note: this.signer.sign(organisationId, frontier.size, frontier.root()),
      };
    });
    await tx.query(INSERT_CHECKPOINTS, [
      uuidArray(signed.map(({ organisationId }) => organisationId)),
      bigintArray(signed.map(({ size }) => size)),
      textArray(signed.map(({ note }) => note)),
      new Date(this.clock.nowMs()),
    ]);
    return signed;
  }
}

interface SignedHead {
  readonly organisationId: string;
  readonly size: number;
  readonly note: string;
}

/** A head, tile or checkpoint that does not fit is no fault of a pending row. */
function isFaultOfRow(error: unknown): boolean {
  const fault = faultOf(error);
  const table = error instanceof Error && 'table' in error ? error.table : undefined;
  return (
    (fault === 'row' || fault === 'duplicate') && (table === undefined || table === 'audit_leaf')
  );
}

/** Returns how many leaves were appended, and the organisations whose logs grew. */
async function append(tx: Tx, rowsMax: number): Promise<{ sealed: number; grown: string[] }> {
  const gains = await tx.query<GainRow>(APPEND_PENDING, [rowsMax]);
  if (gains.length === 0) return { sealed: 0, grown: [] };
  const logs = gains.map((gain) => {
    const frontier = frontierOf(gain);
    for (let at = 0; at < gain.leaves.length; at += HASH_BYTES) {
      frontier.append(gain.leaves.subarray(at, at + HASH_BYTES));
    }
    const { organisationId } = gain;
    return { organisationId, oldSize: Number(gain.size), size: frontier.size, frontier };
  });
  await fillTiles(tx, logs);
  await tx.query(SAVE_HEADS, [
    uuidArray(logs.map(({ organisationId }) => organisationId)),
    bigintArray(logs.map(({ size }) => size)),
    byteaArray(logs.map(({ frontier }) => frontier.bytes())),
  ]);
  return {
    sealed: logs.reduce((sum, { oldSize, size }) => sum + size - oldSize, 0),
    grown: logs.map(({ organisationId }) => organisationId),
  };
}

async function lock(tx: Tx, { isFinal }: PassOptions): Promise<boolean> {
  if (isFinal) {
    await tx.query(WAIT_FOR_LOCK, [SEAL_LOCK]);
    return true;
  }
  const [row] = await tx.query<{ isLocked: boolean }>(TRY_LOCK, [SEAL_LOCK]);
  return row?.isLocked ?? false;
}

const frontierOf = ({ size, frontier }: HeadRow): Frontier => Frontier.read(Number(size), frontier);
