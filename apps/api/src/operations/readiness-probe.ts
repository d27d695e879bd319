import { existsSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { Anchors, Recorder, Sealer } from '#audit';
import { Clock } from '#kernel';
import type { CheckState, Readiness } from '#contract';
import { Config, Database, VERSION, type Statement } from '#platform';
import { spoolHome } from '../http/spool-folder.js';
import { Drain } from './drain.js';
import { hasFreeSpace } from './free-space.js';

const PING: Statement = { name: 'ready-ping', text: 'SELECT 1' };
const TIMEOUT_MS = 2_000; // A probe that waits longer is a failed probe anyway.

@Injectable()
export class ReadinessProbe {
  constructor(
    private readonly database: Database,
    private readonly recorder: Recorder,
    private readonly anchors: Anchors,
    private readonly sealer: Sealer,
    private readonly drain: Drain,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async check(): Promise<Readiness> {
    const checks = {
      accepting: state(!this.drain.isDraining),
      postgres: state(await this.reachesDatabase()),
      ledger: state(!this.recorder.isFull),
      audit_log: state(this.anchors.rollback === undefined),
      disk: state(await hasFreeSpace(this.foldersInUse())),
    };
    const isReady = Object.values(checks).every((check) => check === 'ok');
    return {
      status: isReady ? 'ready' : 'unready',
      checks,
      rows_set_aside: this.sealer.rowsSetAside,
      version: VERSION,
    };
  }

  /** With one's own PostgreSQL the data folder is made when something is first written there. */
  private foldersInUse(): readonly string[] {
    const { dataDir, anchorDir } = this.config;
    const own = [dataDir, anchorDir].filter((folder) => existsSync(folder));
    return [...new Set([...own, spoolHome()])];
  }

  private async reachesDatabase(): Promise<boolean> {
    const timeout = new AbortController();
    try {
      return await Promise.race([
        this.database.query(PING).then(() => true),
        this.clock.sleep(TIMEOUT_MS, timeout.signal).then(() => false),
      ]);
    } catch {
      return false; // The reason is in the log of whoever needed the database.
    } finally {
      timeout.abort();
    }
  }
}

const state = (isFine: boolean): CheckState => (isFine ? 'ok' : 'failed');
