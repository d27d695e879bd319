import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { CheckpointSigner, newestCheckpoint, verifyRange } from '#audit';
import { Clock, Ids, problem, type OrganisationId } from '#kernel';
import type { Actor } from '#members';
import { Database, openDatabase, type Tx } from '#platform';
import { endJob, insertJob, markSeen, tidyJobs, type JobKind } from './job-store.js';
import { ExportTooLarge, writeExport } from './write-export.js';

const RUNNING_MAX = 2; // Of this process: each takes a connection and some of its time.
const SEEN_MS = 2_000;
const RUN_MS_MAX = 2 * 3_600_000; // A hundred million rows, and then it is no work for a request.

interface Begun {
  readonly id: string;
  readonly kind: JobKind;
  readonly organisationId: OrganisationId;
  readonly from: number;
  readonly to: number;
}

/** What was asked for ended: the process stops, or it took too long. */
class Ended extends Error {}

/**
 * Checks and exports of logs, beside the requests that ask for them: on a connection of their own, one of an
 * organisation at a time. The row of a job tells how far it is, and whether whoever runs it lives.
 */
@Injectable()
export class AuditJobs implements OnModuleDestroy {
  private readonly logger = new Logger('audit');
  private readonly running = new Map<string, Promise<void>>();
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly signer: CheckpointSigner,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * In the transaction that logs it; `run` follows once that is committed.
   * @throws conflict while another one runs, or where there is nothing to look at
   */
  async begin(
    tx: Tx,
    { organisationId, kind: who, id: whoId }: Actor,
    kind: JobKind,
    range: { readonly from?: number; readonly to?: number },
  ): Promise<Begun> {
    if (this.running.size >= RUNNING_MAX) throw busy('This replica is at other checks or exports.');
    await tidyJobs(tx, organisationId);
    const size = (await newestCheckpoint(tx, organisationId))?.size ?? 0;
    const [from, to] = [range.from ?? 0, Math.min(range.to ?? size, size)];
    if (kind === 'export' && from >= to) throw busy('The log has no signed rows in this range.');
    const id = this.ids.id();
    const job = { id, kind, first: from, end: to, createdBy: `${who} ${whoId}` };
    const isAlone = await insertJob(tx, organisationId, job);
    if (!isAlone) throw busy('Another check or export of this log is running. Wait for its end.');
    return { id, kind, organisationId, from, to };
  }

  /** Nobody waits for it. */
  run(job: Begun): void {
    const running = this.work(job)
      .catch((fault: unknown) => this.logger.error(`the job ${job.id} could not be ended`, fault))
      .finally(() => this.running.delete(job.id));
    this.running.set(job.id, running);
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.running.values());
  }

  private async work(job: Begun): Promise<void> {
    const { id, organisationId, from, to } = job;
    const own = await openDatabase({ url: this.database.url, poolSize: 1, asApp: true });
    try {
      const onRows = this.watch(id);
      if (job.kind === 'verify') {
        const verdict = await verifyRange(own, this.signer, { organisationId, from, to }, onRows);
        await endJob(own, id, { result: verdict, rows: verdict.rows });
      } else {
        const source = { database: own, signer: this.signer, organisationId };
        const result = await writeExport(source, id, { from, to }, onRows);
        await endJob(own, id, { result, rows: to - from });
      }
    } catch (fault) {
      const isKnown = fault instanceof Ended || fault instanceof ExportTooLarge;
      if (!isKnown) this.logger.error(`the job ${id} failed`, fault);
      await endJob(this.database, id, { error: isKnown ? fault.message : 'It failed. Try again.' });
    } finally {
      await own.close();
    }
  }

  /** Notes how far it is, every two seconds. */
  private watch(id: string): (rows: number, of: number) => Promise<void> {
    const startedMs = this.clock.monotonicMs();
    let saidMs = startedMs;
    return async (rows, of) => {
      const nowMs = this.clock.monotonicMs();
      if (this.isStopping) throw new Ended('The replica that ran it was stopped.');
      if (nowMs - startedMs > RUN_MS_MAX) throw new Ended('It took too long. Ask for fewer rows.');
      if (nowMs - saidMs < SEEN_MS) return;
      saidMs = nowMs;
      if (!(await markSeen(this.database, id, rows, of))) throw new Ended('It was taken for dead.');
    };
  }
}

const busy = (detail: string) => problem('conflict', { detail });
