import { appendFile, mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#kernel';
import {
  bigintArray,
  Config,
  Database,
  textArray,
  type Tx,
  uuidArray,
  writeWhole,
} from '#platform';
import type { AnchorFork } from '../anchor/anchor-place.js';
import { RemoteAnchors } from '../anchor/remote-anchors.js';
import { type Checkpoint, joinNotes, readCheckpoint, splitNotes } from '../log/checkpoint.js';
import { COMPARE_NEWEST, FIND_LOST_CHECKPOINTS } from './statements.js';

export const ANCHOR_FILE = 'audit-anchors.txt';

const ANCHOR_MS = 10_000; // What a restored backup may take with it unnoticed, under load.
const PAGE = 5_000; // Anchors compared by one statement.
const ANCHORS_MAX = 20_000; // Some 5 MB; of older ones each second is enough, since the later commit to them.

/** A log that holds less, or something else, than was once anchored. */
export interface Rollback {
  readonly organisationId: string;
  /** Of the newest anchor, which the log no longer fits. */
  readonly anchoredSize: number;
}

/** Thrown inside of a transaction, so that a log that was set back does not grow. */
export class RollbackFound extends Error {
  override readonly name = 'RollbackFound';

  constructor(readonly rollback: Rollback) {
    super(
      `The log ${rollback.organisationId} lacks what was anchored at ${rollback.anchoredSize}.`,
    );
  }
}

interface Known extends Checkpoint {
  /** As it was signed. */
  readonly note: string;
}

/** A log, and the newest checkpoint of it that this process knows. */
interface Compared {
  readonly organisationId: string;
  readonly size: string | null;
  readonly note: string | null;
  readonly isKept: boolean;
}

/**
 * Checkpoints kept outside of the database, and the watch over them: a database that was restored
 * from an older backup, or rewritten, no longer holds what they say. It is found at the start, by
 * every anchor; within seconds under a running gateway, by the newest of each log, behind which no
 * other was written unless it was there; and by the sealer, before a log grows.
 */
@Injectable()
export class Anchors {
  private readonly logger = new Logger('anchors');
  private readonly file: string;
  /** The newest checkpoint of each log that was anchored, or signed by this process. */
  private readonly known = new Map<string, Known>();
  /** Sizes that the file holds. */
  private readonly anchored = new Map<string, number>();
  private found: Rollback | undefined;
  private writtenMs = Number.NEGATIVE_INFINITY;
  private running: Promise<void> | undefined;
  private remoteRunning: Promise<void> | undefined;
  /** Never rejects. */
  private last: Promise<void> = Promise.resolve();
  private writesElsewhere = true;
  private stopTicking: () => void = () => undefined;

  constructor(
    private readonly database: Database,
    config: Config,
    private readonly clock: Clock,
    private readonly remote: RemoteAnchors,
  ) {
    this.file = join(config.anchorDir, ANCHOR_FILE);
  }

  /** While there is one, nothing may be added to the log. */
  get rollback(): Rollback | undefined {
    return this.found;
  }

  /**
   * Compares every anchor with the database, and goes on watching. Rejects when that is away.
   * @param seals whether this process does, and so writes to the places elsewhere; others only read them
   */
  async start({ seals } = { seals: true }): Promise<void> {
    this.writesElsewhere = seals;
    await this.compareAll();
    this.stopTicking = this.clock.every(ANCHOR_MS, () => void this.tryTick());
  }

  /** Anchors what was signed last. */
  async stop(): Promise<void> {
    this.stopTicking();
    await this.running;
    await this.tick();
    await this.remoteRunning;
    await this.writeElsewhere(true);
  }

  /** Compares, and writes what is new: one after the other, so that nothing is written twice. */
  tick(): Promise<void> {
    const next = this.last.then(() => this.tickOnce());
    this.last = next.catch(() => undefined);
    return next;
  }

  private async tickOnce(): Promise<void> {
    if (this.found) {
      await this.anchorLost();
      return this.compareAll(); // An operator may have accepted the fork by now.
    }
    await this.write();
    this.remoteRunning ??= this.tickRemote()
      .catch((fault: unknown) => this.logger.error('anchors could not be compared', fault))
      .finally(() => (this.remoteRunning = undefined));
  }

  /** Nothing waits for places elsewhere; one that was away at the start is compared once it is there. */
  private async tickRemote(): Promise<void> {
    if (this.remote.wantsReading) {
      const notes = await this.remote.read();
      const [lost] = await this.lostAmong(notes);
      for (const note of notes) this.learn(note);
      if (lost) {
        this.report(lost.organisationId);
        return this.anchorLost();
      }
      this.remote.markCompared();
    }
    await this.writeElsewhere(false);
  }

  private async writeElsewhere(isFinal: boolean): Promise<void> {
    if (!this.found && this.writesElsewhere) await this.remote.write(this.knownNotes(), isFinal);
  }

  private knownNotes() {
    return [...this.known].map(([organisationId, { size, note }]) => ({
      organisationId,
      size,
      note,
    }));
  }

  /** After a checkpoint was signed and committed. Anchors it at once, unless one was anchored just now. */
  async signed(notes: readonly string[]): Promise<void> {
    for (const note of notes) this.learn(note);
    if (this.clock.monotonicMs() - this.writtenMs >= ANCHOR_MS) await this.tryTick();
  }

  /**
   * Whether these logs still hold what they held when they were last signed.
   * @throws RollbackFound
   */
  async assertKept(tx: Tx, organisationIds: readonly string[]): Promise<void> {
    const known = organisationIds.flatMap((id) => {
      const checkpoint = this.known.get(id);
      return checkpoint ? [{ organisationId: id, ...checkpoint }] : [];
    });
    if (known.length === 0) return;
    const [lost] = await tx.query<{ organisationId: string }>(
      FIND_LOST_CHECKPOINTS,
      parametersOf(known),
    );
    if (!lost) return;
    const rollback = this.report(lost.organisationId);
    void this.tryTick(); // Anchors what was lost, if it is not yet.
    throw new RollbackFound(rollback);
  }

  /** Every anchor of the file, oldest first. */
  private async read(): Promise<string[]> {
    try {
      return splitNotes(await readFile(this.file, 'utf8'));
    } catch (error) {
      unlessMissing(error); // No anchor was written yet.
      return [];
    }
  }

  /** Newest anchors of the logs that no longer fit one of theirs. */
  async findLost(): Promise<readonly Anchor[]> {
    return this.lostAmong([...(await this.read()), ...(await this.remote.read())]);
  }

  private async lostAmong(notes: readonly string[]): Promise<readonly Anchor[]> {
    const anchors = notes.flatMap((note) => anchorOf(note) ?? []);
    const lost = new Set<string>();
    for (let at = 0; at < anchors.length; at += PAGE) {
      const page = parametersOf(anchors.slice(at, at + PAGE));
      const rows = await this.database.query<{ organisationId: string }>(
        FIND_LOST_CHECKPOINTS,
        page,
      );
      for (const { organisationId } of rows) lost.add(organisationId);
    }
    const newest = new Map<string, Anchor>();
    for (const anchor of anchors) {
      const known = newest.get(anchor.organisationId);
      if (!known || anchor.size >= known.size) newest.set(anchor.organisationId, anchor);
    }
    return [...newest.values()].filter(({ organisationId }) => lost.has(organisationId));
  }

  /**
   * Puts the anchors aside, which an accepted fork no longer fits, and says so where they cannot be.
   *
   * @param nowMs names the old file
   */
  async beginAnew(forks: readonly AnchorFork[], nowMs: number): Promise<void> {
    await this.remote.acceptForks(forks);
    const aside = this.file.replace(/\.txt$/, `.until-${new Date(nowMs).toISOString()}.txt`);
    await rename(this.file, aside.replaceAll(':', '')).catch(unlessMissing);
    await this.compareAll();
  }

  private async compareAll(): Promise<void> {
    const notes = await this.read();
    const elsewhere = await this.remote.read();
    const [first] = await this.lostAmong([...notes, ...elsewhere]);
    this.known.clear();
    this.anchored.clear();
    for (const note of notes) this.remember(note);
    for (const note of elsewhere) this.learn(note);
    if (first) {
      this.report(first.organisationId);
      return this.anchorLost();
    }
    this.remote.markCompared();
    if (this.found) this.logger.warn('the log fits its anchors again; sealing goes on');
    this.found = undefined;
    if (notes.length > ANCHORS_MAX) await writeWhole(this.file, joinNotes(thinned(notes)));
  }

  /** The newest checkpoint of each log that has a newer one than its last anchor. */
  private async write(): Promise<void> {
    const known = [...this.known].map(([organisationId, one]) => ({ organisationId, ...one }));
    // One statement sees one moment: what is anchored now stands behind what is compared.
    const logs = await this.database.query<Compared>(COMPARE_NEWEST, parametersOf(known));
    const lost = logs.find(({ isKept }) => !isKept);
    if (lost) {
      this.report(lost.organisationId);
      return this.anchorLost();
    }
    const fresh = logs.flatMap(({ organisationId, size, note }) =>
      note !== null && Number(size) > (this.anchored.get(organisationId) ?? -1) ? [note] : [],
    );
    this.writtenMs = this.clock.monotonicMs();
    if (fresh.length > 0) await this.append(fresh);
  }

  /** What was lost is in the file, too, wherever it is known from: a fork is accepted there. */
  private async anchorLost(): Promise<void> {
    const known = this.found && this.known.get(this.found.organisationId);
    if (!known || !this.found) return;
    const { organisationId } = this.found;
    if (known.size > (this.anchored.get(organisationId) ?? -1)) await this.append([known.note]);
  }

  private async append(notes: readonly string[]): Promise<void> {
    await mkdir(dirname(this.file), { recursive: true });
    await appendFile(this.file, joinNotes(notes), { mode: 0o600 });
    await syncFile(this.file);
    for (const note of notes) this.remember(note);
  }

  private tryTick(): Promise<void> {
    this.running ??= this.tick()
      .catch((fault: unknown) => this.logger.error('anchors could not be compared', fault))
      .finally(() => (this.running = undefined));
    return this.running;
  }

  private remember(note: string): void {
    const anchor = anchorOf(note);
    if (!anchor) return;
    const { organisationId, size } = anchor;
    this.anchored.set(organisationId, Math.max(size, this.anchored.get(organisationId) ?? 0));
    this.learn(note);
  }

  private learn(note: string): void {
    const anchor = anchorOf(note);
    if (!anchor || anchor.size < (this.known.get(anchor.organisationId)?.size ?? 0)) return;
    this.known.set(anchor.organisationId, { ...anchor, note });
  }

  private report(organisationId: string): Rollback {
    const anchoredSize = this.known.get(organisationId)?.size ?? 0;
    if (!this.found) {
      this.logger.error(
        `the log of organisation ${organisationId} no longer holds what was anchored at size ${anchoredSize}: ` +
          'the database was set back. Calls are refused until: npx gw audit recover --accept-fork',
      );
    }
    this.found = { organisationId, anchoredSize };
    return this.found;
  }
}

export interface Anchor extends Checkpoint {
  readonly organisationId: string;
}

export function anchorOf(note: string): Anchor | undefined {
  const checkpoint = readCheckpoint(note);
  if (!checkpoint) return undefined;
  const { origin } = checkpoint;
  return { ...checkpoint, organisationId: origin.slice(origin.lastIndexOf('/') + 1) };
}

const parametersOf = (anchors: readonly Omit<Anchor, 'origin'>[]): readonly unknown[] => [
  uuidArray(anchors.map(({ organisationId }) => organisationId)),
  bigintArray(anchors.map(({ size }) => size)),
  textArray(anchors.map(({ root }) => root.toString('base64'))),
];

function unlessMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

/** Without each second one of the older half. */
const thinned = (notes: readonly string[]): string[] =>
  notes.filter((_, place) => place >= notes.length / 2 || place % 2 === 0);

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
