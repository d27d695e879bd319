import { Inject, Injectable } from '@nestjs/common';
import { Anchors, Recorder, Sealer } from '#audit';
import { Clock } from '#kernel';
import type { CheckState, Readiness } from '#contract';
import {
  Config,
  Database,
  foldersInUse,
  hasFreeSpace,
  RedisLink,
  VERSION,
  type Statement,
} from '#platform';
import { Cell } from '#documents';
import { TypedModels } from '#typed';
import { spoolHome } from '../http/spool-folder.js';
import { Drain } from './drain.js';

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
    private readonly typedModels: TypedModels,
    private readonly cell: Cell,
    private readonly config: Config,
    private readonly clock: Clock,
    @Inject(RedisLink) private readonly redis: RedisLink | null,
  ) {}

  async check(): Promise<Readiness> {
    const checks = {
      accepting: state(!this.drain.isDraining),
      postgres: state(await this.reachesDatabase()),
      ...(this.redis && { redis: state(this.redis.isReady) }),
      ledger: state(!this.recorder.isFull),
      audit_log: state(this.anchors.rollback === undefined),
      disk: state(await this.hasSpace()),
    };
    const isReady = Object.values(checks).every((check) => check === 'ok');
    return {
      status: isReady ? 'ready' : 'unready',
      checks,
      rows_set_aside: this.sealer.rowsSetAside,
      degraded: [...this.silentModels(), ...this.lackingForDocuments()],
      version: VERSION,
    };
  }

  private silentModels(): readonly string[] {
    return this.typedModels.states
      .filter(({ state }) => state !== 'off' && state !== 'ready')
      .map(({ model }) => model);
  }

  /** Known once a child has tried it; a missing library costs the calls that need it, and no others. */
  private lackingForDocuments(): readonly string[] {
    const { facts } = this.cell;
    if (!facts) return [];
    return [
      ...(facts.languages.length > 0 ? [] : ['gw/ocr']),
      ...(facts.canRender ? [] : ['pdf_renderer']),
    ];
  }

  private async hasSpace(): Promise<boolean> {
    if (this.database.isOutOfSpace) return false;
    return hasFreeSpace([...foldersInUse(this.config), spoolHome()]);
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
