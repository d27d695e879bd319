import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Directory, ValueFinder, type Spender } from '#call';
import {
  asGatewayError,
  Cancellation,
  Clock,
  Entropy,
  failed,
  faultBehind,
  GatewayError,
  Ids,
  type ErrorKey,
  type OrganisationId,
  type WorkloadId,
} from '#kernel';
import { Config, Jobs, type JobResult } from '#platform';
import { Anonymizer, type Anonymized, type Progress } from '../anonymize/anonymizer.js';
import { readOptions } from '../anonymize/read-options.js';
import { DocumentJobs, JOBS_QUEUE } from './document-jobs.js';
import { JobCell } from './job-cell.js';
import { JobRows, type JobRow } from './job-rows.js';
import type { JobOutcome } from './job-view.js';
import {
  JOB_BEAT_MS,
  JOB_MS_MIN,
  JOB_PAGE_MS_MAX,
  JOB_PAGES_MAX,
  JOB_SHARES_MAX,
  JOB_SILENT_MS,
  JOB_TRIES_MAX,
  JOBS_AT_ONCE_MAX,
  JOBS_AT_ONCE_MIN,
  SHARE_PAGES_MAX,
} from './limits.js';
import { sealText } from './storage/sealed-pieces.js';

const LOOK_MS = 2_000;
const LOOKS_TO_FORGET = 300; // Ten minutes: rows are kept for thirty days.
const AT_ONCE_MAX = 200; // Of what one look finds; the next one comes soon.
/** Of a stop: a store that says nothing holds up no other task; what is not handed back by then is another's once it is silent. */
const STOP_MS_MAX = 2_000;
const BUSY_MS = 1_000;
const AGAIN_MS = 5_000; // Times its tries: what was amiss may be mended by then.

/** Nobody is to work on it here any more. */
class Ended extends Error {
  constructor(readonly why: 'cancelled' | 'lost' | 'stopping') {
    super(why);
  }
}

/** Not the document's fault: another try may go well. */
const PASSING: ReadonlySet<ErrorKey> = new Set<ErrorKey>([
  'documents_busy',
  'document_storage_unavailable',
  'internal',
  'ocr_unavailable',
  'pdf_renderer_unavailable',
]);

/**
 * Works off jobs, in whichever processes may. The row says whose a job is, and every statement about it names
 * whom it is from: so a worker that was taken for dead changes nothing any more, and hears of it at its next beat.
 */
@Injectable()
export class JobRunner {
  private readonly logger = new Logger('documents');
  private readonly anonymizer: Anonymizer;
  private readonly running = new Map<
    string,
    { readonly ended: Cancellation; readonly done: Promise<unknown> }
  >();
  private stopLooking: () => void = () => undefined;
  private looking: Promise<void> | undefined;
  private clearing: Promise<void> | undefined;
  private looks = 0;
  private isStopping = false;

  constructor(
    private readonly rows: JobRows,
    private readonly documents: DocumentJobs,
    private readonly cell: JobCell,
    private readonly finder: ValueFinder,
    private readonly directory: Directory,
    private readonly jobs: Jobs,
    private readonly config: Config,
    private readonly entropy: Entropy,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {
    const atOnce = Math.min(cell.processesMax, JOB_SHARES_MAX);
    this.anonymizer = new Anonymizer(cell, finder, clock, { pagesMax: SHARE_PAGES_MAX, atOnce });
  }

  async start(): Promise<void> {
    const most = Math.min(this.cell.processesMax, JOBS_AT_ONCE_MAX);
    const concurrency = Math.max(most, JOBS_AT_ONCE_MIN);
    await this.jobs.work(JOBS_QUEUE, (_data, id) => this.run(id), { concurrency });
    this.stopLooking = this.clock.every(LOOK_MS, () => {
      this.looking ??= this.look()
        .catch(() => undefined) // The database or the queue is away; the next look comes.
        .finally(() => (this.looking = undefined));
    });
  }

  /** What is at work here is another process's, from its beginning; two seconds at most. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.stopLooking();
    const all = [...this.running.values()];
    for (const { ended } of all) ended.cancel(new Ended('stopping'));
    const over = new AbortController();
    await Promise.race([
      Promise.allSettled([this.looking, this.clearing, ...all.map(({ done }) => done)]),
      this.clock.sleep(STOP_MS_MAX, over.signal),
    ]);
    over.abort();
    this.cell.stop();
  }

  /** Adds what nobody works on, and ends what is due. */
  private async look(): Promise<void> {
    const now = this.now();
    await this.rows.endDue(now);
    if (this.looks++ % LOOKS_TO_FORGET === 0) await this.rows.forget(now, AT_ONCE_MAX);
    // Beside it: a store that is away takes its time for each of them, and jobs go on.
    this.clearing ??= this.clearLeft()
      .catch(() => undefined)
      .finally(() => (this.clearing = undefined));
    for (const id of await this.rows.waiting(now, AT_ONCE_MAX)) {
      await this.jobs.add(JOBS_QUEUE, { id, data: null });
    }
  }

  /** What is left of jobs that have ended. */
  private async clearLeft(): Promise<void> {
    for (const id of await this.rows.left(AT_ONCE_MAX)) {
      if (this.isStopping) return;
      await this.documents.clear(id);
    }
  }

  private run(id: string): Promise<JobResult> {
    const ended = new Cancellation();
    const done = this.work(id, ended).finally(() => {
      this.running.delete(id);
      if (this.running.size === 0) this.cell.rest();
    });
    this.running.set(id, { ended, done });
    return done;
  }

  private async work(id: string, ended: Cancellation): Promise<JobResult> {
    if (this.isStopping) return { againInMs: BUSY_MS };
    const runner = this.ids.id();
    const row = await this.rows.claim(id, runner, this.now());
    if (!row) return this.isOpen(id);
    const cancelled = row.status === 'cancelling';
    if (cancelled) return this.end(row, runner, 'cancelled');
    const spender = this.spenderOf(row);
    if (!spender) return this.end(row, runner, 'job_orphaned');
    if (row.tries > JOB_TRIES_MAX) return this.end(row, runner, 'job_interrupted');
    try {
      await this.anonymize(row, runner, spender, ended);
      return;
    } catch (fault) {
      return this.settle(row, runner, ended.reason ?? fault);
    }
  }

  /** Somebody is at work on it, or was: then it is asked again when that one would be taken for dead. */
  private async isOpen(id: string): Promise<JobResult> {
    const row = await this.rows.find(id);
    const isOpen = row && (row.status === 'in_progress' || row.status === 'cancelling');
    return isOpen ? { againInMs: JOB_SILENT_MS } : undefined;
  }

  private async anonymize(
    row: JobRow,
    runner: string,
    { organisation, workload }: Spender,
    ended: Cancellation,
  ): Promise<void> {
    const progress = new Beats(row);
    const stopBeating = this.beat(row, runner, progress, ended);
    const alarm = this.clock.after(JOB_MS_MIN + row.pagesTotal * JOB_PAGE_MS_MAX, () =>
      ended.cancel(failed('document_processing_timeout')),
    );
    try {
      const done = await this.anonymizer.run({
        bytes: await this.documents.wholeOf(row, 'input'),
        filename: this.documents.filenameOf(row) ?? '',
        mediaType: row.mediaType,
        options: readOptions(this.documents.optionsOf(row), this.finder),
        organisation,
        protection: workload.protection,
        pagesMax: JOB_PAGES_MAX,
        ended,
        onProgress: (news) => progress.hear(news),
      });
      if (ended.reason) throw ended.reason;
      await this.complete(row, runner, done);
    } finally {
      alarm.cancel();
      await stopBeating();
    }
  }

  /** One at a time; a database that does not answer is no reason to stop, until the job is another's. */
  private beat(
    { callId }: JobRow,
    runner: string,
    progress: Beats,
    ended: Cancellation,
  ): () => Promise<void> {
    let beating: Promise<void> | undefined;
    let lastMs = this.clock.monotonicMs();
    const stop = this.clock.every(JOB_BEAT_MS, () => {
      if (this.clock.monotonicMs() - lastMs > JOB_SILENT_MS) ended.cancel(new Ended('lost'));
      beating ??= this.rows
        .beat(callId, runner, { now: this.now(), ...progress.told })
        .then((heard) => {
          lastMs = this.clock.monotonicMs();
          if (heard === undefined) ended.cancel(new Ended('lost'));
          else if (heard === 'cancel') ended.cancel(new Ended('cancelled'));
        })
        .catch(() => undefined)
        .finally(() => (beating = undefined));
    });
    return async () => {
      stop();
      await beating;
    };
  }

  private async complete(row: JobRow, runner: string, done: Anonymized): Promise<void> {
    const { callId } = row;
    try {
      await this.documents.write(row, 'result', done.bytes);
      if (row.wantsMapping) {
        await this.documents.write(row, 'mapping', Buffer.from(JSON.stringify(done.mapping)));
      }
    } catch (cause) {
      throw failed('document_storage_unavailable', { cause });
    }
    const outcome: JobOutcome = {
      filename: done.filename,
      mediaType: done.mediaType,
      bytes: done.bytes.length,
      entities: done.entities,
      warnings: done.warnings,
      pages: done.pagesProcessed,
      images: done.imagesProcessed,
    };
    const key = this.documents.keyOf(row);
    const isDone = await this.rows.complete(callId, runner, {
      now: this.now(),
      expiresAt: new Date(this.clock.nowMs() + this.config.documents.keptMs),
      outcome: sealText(key, `${callId}/outcome`, JSON.stringify(outcome), this.entropy),
      sha256: createHash('sha256').update(done.bytes).digest('hex'),
      pages: done.pagesProcessed + done.imagesProcessed,
    });
    if (!isDone) throw new Ended('cancelled');
    await this.documents.clearInput(callId);
  }

  private async settle(row: JobRow, runner: string, fault: unknown): Promise<JobResult> {
    if (fault instanceof Ended) {
      if (fault.why === 'cancelled') return this.end(row, runner, 'cancelled');
      if (fault.why === 'lost') {
        await this.documents.clearIfGone(row.callId);
        return;
      }
      await this.rows.handBack(row.callId, runner, true);
      return { againInMs: BUSY_MS };
    }
    const error = asGatewayError(fault);
    if (!PASSING.has(error.key)) return this.end(row, runner, error.key);
    // A fault of ours is told by its class and place; what it says may quote the document. What a disk or a bucket says does not.
    if (!(fault instanceof GatewayError)) this.logger.error(`job ${row.callId}: ${nameOf(fault)}`);
    else if (fault.key === 'document_storage_unavailable') {
      this.logger.error(`job ${row.callId} failed: ${fault.key}`, faultBehind(fault));
    }
    if (row.tries >= JOB_TRIES_MAX) return this.end(row, runner, error.key);
    await this.rows.handBack(row.callId, runner, false);
    return { againInMs: AGAIN_MS * row.tries };
  }

  private async end(
    { callId }: JobRow,
    runner: string,
    how: 'cancelled' | ErrorKey,
  ): Promise<undefined> {
    const now = this.now();
    await this.rows.end(
      callId,
      runner,
      how === 'cancelled' ? { now, status: how } : { now, status: 'failed', error: how },
    );
    await this.documents.clearIfGone(callId);
  }

  private spenderOf({ organisationId, workloadId }: JobRow): Spender | undefined {
    const organisation = this.directory.organisation(organisationId as OrganisationId);
    const workload = this.directory.workload(workloadId as WorkloadId);
    return organisation && workload && { organisation, workload };
  }

  private now(): Date {
    return new Date(this.clock.nowMs());
  }
}

/** How far a job is, as it is told at the next beat. */
class Beats {
  private stage: string = 'opening';
  private pagesDone = 0;
  private pagesRead = 0;

  constructor(private readonly row: JobRow) {}

  hear({ stage, pagesDone }: Progress): void {
    this.stage = stage;
    this.pagesDone = Math.min(pagesDone, this.row.pagesTotal);
    const { pagesTotal } = this.row;
    const isRead = stage === 'writing' || stage === 'verifying';
    if (stage === 'detecting') this.pagesRead = Math.max(this.pagesRead, this.pagesDone);
    if (isRead) this.pagesRead = pagesTotal;
  }

  get told() {
    const { stage, pagesDone, pagesRead } = this;
    return { stage, pagesDone, pagesRead };
  }
}

const nameOf = (fault: unknown): string =>
  fault instanceof Error
    ? (fault.stack?.split('\n').slice(1, 4).join(' ') ?? fault.name)
    : 'unknown';
