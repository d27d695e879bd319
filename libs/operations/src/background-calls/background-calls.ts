import { Injectable, Logger } from '@nestjs/common';
import { BACKGROUND_MS_MAX, BackgroundRecords, type BackgroundCall } from '#audit';
import { Directory, type BackgroundEnd, type BackgroundReport } from '#call';
import { Clock, type OrganisationId } from '#kernel';
import { DocumentJobs } from '#documents';
import { chargeOfBackground } from '#metering';
import { NO_USAGE } from '#wire';
import { Jobs, type JobResult } from '#platform';
import { BackgroundProbe, BatchProbe, isObjectId } from '#providers';

const QUEUE = 'background-calls';
const AT_A_TIME = 8; // Of this process: each is one small request, now and then.
const LOOK_MS = 2_000; // So soon after its call an answer is asked for the first time.
/** Redis may lose a job, and a worker that knew of one may be gone: all of them are added again. */
const REMIND_MS = 60_000;
const ASK_MS_MIN = 1_000;
const ASK_MS_MAX = 60_000; // Nobody waits for the settlement but the budget.
const ASK_SHARE = 0.25; // Of its age: what takes long is asked for rarely, and ends that much late at most.
/** A provider may not know at once what it has just said to have. */
const UNKNOWN_MS_MIN = 60_000;
const SAY_AFTER_MS = 3_600_000; // What cannot be asked for so long is worth a line in the log,
const SAY_SHARE = 0.04; // which not each of the tries needs.

/**
 * Answers that providers go on with when their calls have ended. Each is asked for until it has ended, and
 * its call is then settled by what the provider has counted. The intent is the truth, and jobs are what
 * reminds of it; any process may take one, and the database lets one settle.
 */
@Injectable()
export class BackgroundCalls {
  private readonly logger = new Logger('background');
  private reminded = new Set<string>();
  private remindedMs = Number.NEGATIVE_INFINITY;
  private open = 0;
  private looking: Promise<void> | undefined;
  private stopLooking: () => void = () => undefined;
  private readonly counts = { settled: 0, untold: 0, inFull: 0 };

  constructor(
    private readonly records: BackgroundRecords,
    private readonly answers: BackgroundProbe,
    private readonly batches: BatchProbe,
    private readonly documents: DocumentJobs,
    private readonly directory: Directory,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** `inFull`: charged at their hold, since nobody told what they had used. */
  get counters(): Readonly<{ settled: number; untold: number; inFull: number }> {
    return this.counts;
  }

  /** Of all processes, at the last look. */
  get openCount(): number {
    return this.open;
  }

  async start(): Promise<void> {
    await this.jobs.work(QUEUE, (_data, id) => this.settle(id), { concurrency: AT_A_TIME });
    this.stopLooking = this.clock.every(LOOK_MS, () => {
      this.looking ??= this.remind()
        .catch(() => undefined) // The database or the queue is away; the next look comes.
        .finally(() => (this.looking = undefined));
    });
  }

  async stop(): Promise<void> {
    this.stopLooking();
    await this.looking;
    await this.jobs.stop();
  }

  /** Adds a job for each open call that this process has not added one for lately. */
  async remind(): Promise<void> {
    const nowMs = this.clock.monotonicMs();
    if (nowMs - this.remindedMs >= REMIND_MS) {
      this.reminded = new Set();
      this.remindedMs = nowMs;
    }
    const ids = await this.records.list();
    this.open = ids.length;
    for (const id of ids) {
      if (this.reminded.has(id)) continue;
      await this.jobs.add(QUEUE, { id, data: null });
      this.reminded.add(id);
    }
  }

  /** Asks once. @returns when to ask again, or nothing when the call is settled, by whomever */
  async settle(id: string): Promise<JobResult> {
    const call = await this.records.read(id);
    if (!call) return;
    const ageMs = this.clock.nowMs() - call.sinceMs;
    const report = await this.ask(call);
    const end = endOf(report, ageMs);
    if (!end) return { againInMs: waitMs(report, ageMs) };
    const due = chargeOfBackground(call.terms, end);
    if (!(await this.records.settle(call, end, due))) return;
    this.counts.settled++;
    if (due.charge.basis !== 'bound') return;
    this.counts.inFull++;
    this.logger.warn(
      `call ${id} is charged all that was held: its provider did not tell its usage`,
    );
  }

  private async ask(call: BackgroundCall): Promise<BackgroundReport> {
    const { id, organisationId, provider, objectId, kind, sinceMs } = call;
    if (!isObjectId(objectId)) return { kind: 'unnamed' };
    if (kind === 'document') return this.askDocuments(objectId);
    const organisation = this.directory.organisation(organisationId as OrganisationId);
    const known = organisation?.providers.get(provider);
    const report: BackgroundReport =
      organisation && known
        ? await (kind === 'batch' ? this.batches : this.answers).ask(
            organisation.id,
            known,
            objectId,
          )
        : { kind: 'untold', why: 'there is no such provider any more', isKeyless: false };
    if (report.kind !== 'untold') return report;
    this.counts.untold++;
    const isOld = this.clock.nowMs() - sinceMs > SAY_AFTER_MS;
    if (isOld && this.counts.untold % Math.round(1 / SAY_SHARE) === 0) {
      this.logger.warn(`call ${id} in the background: ${provider} cannot be asked: ${report.why}`);
    }
    return report;
  }

  /** A job of our own: what was read of it is charged, and nothing where it failed. */
  private async askDocuments(jobId: string): Promise<BackgroundReport> {
    const job = await this.documents.end(jobId);
    if (!job) return { kind: 'unknown' };
    if (job.isOpen) return { kind: 'open' };
    const { status, pages } = job;
    const usage = { ...NO_USAGE, pages };
    return { kind: 'ended', end: { status, usage, isUnused: pages === 0 } };
  }
}

function endOf(report: BackgroundReport, ageMs: number): BackgroundEnd | undefined {
  if (report.kind === 'ended') return report.end;
  const isLost =
    report.kind === 'unnamed' || (report.kind === 'unknown' && ageMs >= UNKNOWN_MS_MIN);
  return isLost || ageMs >= BACKGROUND_MS_MAX ? { status: 'lost', usage: null } : undefined;
}

/** A process that has the secret may be the next one to take it. */
const waitMs = (report: BackgroundReport, ageMs: number): number =>
  report.kind === 'untold' && report.isKeyless
    ? ASK_MS_MIN
    : Math.max(ASK_MS_MIN, Math.min(ageMs * ASK_SHARE, ASK_MS_MAX));
