import { appendFile, mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config, Database } from '#platform';
import { type Checkpoint, joinNotes, readCheckpoint, splitNotes } from '../log/checkpoint.js';
import { FIND_CHECKPOINT, NEWEST_CHECKPOINTS } from './statements.js';

export const ANCHOR_FILE = 'audit-anchors.txt';

/** A log that holds less, or something else, than was once anchored. */
export interface Rollback {
  readonly organisationId: string;
  readonly anchoredSize: number;
}

/**
 * Checkpoints kept outside of the database. A database restored from an older backup, or rewritten,
 * no longer holds what they say.
 */
@Injectable()
export class Anchors {
  private readonly file: string;
  private readonly anchored = new Map<string, number>();

  constructor(
    private readonly database: Database,
    config: Config,
  ) {
    this.file = join(config.dataDir, ANCHOR_FILE);
  }

  /** Compares the newest anchor of each log with the database. */
  async findRollback(): Promise<Rollback | undefined> {
    for (const [organisationId, anchor] of newestAnchors(await this.read())) {
      this.anchored.set(organisationId, anchor.size);
      const [row] = await this.database.query<{ note: string }>(FIND_CHECKPOINT, [
        organisationId,
        anchor.size,
      ]);
      // Anchors are copies of committed checkpoints, so exactly this one must still be there.
      const isHeld = row && readCheckpoint(row.note)?.root.equals(anchor.root);
      if (!isHeld) return { organisationId, anchoredSize: anchor.size };
    }
    return undefined;
  }

  /** Appends the newest checkpoint of each log that has a newer one than its last anchor. */
  async write(): Promise<void> {
    const newest = await this.database.query<{
      organisationId: string;
      size: string;
      note: string;
    }>(NEWEST_CHECKPOINTS);
    const fresh = newest.filter(
      ({ organisationId, size }) => Number(size) > (this.anchored.get(organisationId) ?? 0),
    );
    if (fresh.length === 0) return;
    await mkdir(dirname(this.file), { recursive: true });
    await appendFile(this.file, joinNotes(fresh.map(({ note }) => note)));
    await syncFile(this.file);
    for (const { organisationId, size } of fresh) this.anchored.set(organisationId, Number(size));
  }

  private async read(): Promise<string> {
    try {
      return await readFile(this.file, 'utf8');
    } catch (error) {
      // No anchor was written yet.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
      throw error;
    }
  }
}

function newestAnchors(text: string): Map<string, Checkpoint> {
  const newest = new Map<string, Checkpoint>();
  for (const note of splitNotes(text)) {
    const anchor = readCheckpoint(note);
    if (!anchor) continue;
    const organisationId = anchor.origin.slice(anchor.origin.lastIndexOf('/') + 1);
    if (anchor.size >= (newest.get(organisationId)?.size ?? 0)) newest.set(organisationId, anchor);
  }
  return newest;
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
