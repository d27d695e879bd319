import { Injectable, Logger } from '@nestjs/common';
import { JobCell } from '#documents';
import { asGatewayError, Cancellation, Clock, failed, GatewayError, Ids } from '#kernel';
import { isDatabaseOutage } from '#platform';
import { KnowledgeDocuments, type DocumentRow } from '../keep/documents.js';
import { KnowledgeRemnants } from '../keep/remnants.js';
import { AT_ONCE_MAX, BEAT_MS, DOCUMENT_MS_MAX, TRIES_MAX } from '../limits.js';
import { IndexKeeper } from '../pgvector/index-keeper.js';
import { DocumentLost, IngestDocument, mayPass } from './ingest-document.js';

const LOOK_MS = 1_000;

class Stopping extends Error {
  override name = 'Stopping';
}

/**
 * Works off documents in whichever process serves calls, since embedding is one. The row says whose a document is: every
 * statement about it names the runner, so one that was taken for dead changes nothing any more.
 */
@Injectable()
export class KnowledgeRunner {
  private readonly logger = new Logger('knowledge');
  private readonly running = new Map<string, { ended: Cancellation; done: Promise<void> }>();
  private stopLooking: () => void = () => undefined;
  private looking: Promise<void> | undefined;
  private isStopping = false;

  constructor(
    private readonly documents: KnowledgeDocuments,
    private readonly ingest: IngestDocument,
    private readonly keeper: IndexKeeper,
    private readonly remnants: KnowledgeRemnants,
    private readonly cell: JobCell,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  start(): void {
    this.isStopping = false;
    this.stopLooking = this.clock.every(LOOK_MS, () => this.look());
    this.keeper.start();
    this.remnants.start();
  }

  /** What is at work here is another process's at once, from where it stands. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.stopLooking();
    const all = [...this.running.values()];
    for (const { ended } of all) ended.cancel(new Stopping());
    const beside = [this.keeper.stop(), this.remnants.stop(), this.looking];
    await Promise.allSettled([...beside, ...all.map(({ done }) => done)]);
  }

  /** Takes what is due, as far as there is room. */
  private look(): void {
    this.looking ??= this.takeDue()
      .catch(() => undefined) // The database is away; the next look comes.
      .finally(() => (this.looking = undefined));
  }

  private async takeDue(): Promise<void> {
    const room = AT_ONCE_MAX - this.running.size;
    if (room <= 0 || this.isStopping) return;
    for (const id of await this.documents.waiting(room)) {
      if (this.running.has(id)) continue; // The database was away, and it could not say so: its next beat does.
      const runner = this.ids.id();
      const row = await this.documents.claim(id, runner);
      if (row) this.take(row, runner);
    }
  }

  private take(row: DocumentRow, runner: string): void {
    const ended = new Cancellation();
    const done = this.work(row, runner, ended)
      .catch(() => undefined) // It could not be said what came of it: it is silent, and claimed again.
      .finally(() => {
        this.running.delete(row.id);
        if (this.running.size === 0) this.cell.rest();
        this.look();
      });
    this.running.set(row.id, { ended, done });
  }

  private async work(row: DocumentRow, runner: string, ended: Cancellation): Promise<void> {
    const stopBeating = this.clock.every(BEAT_MS, () => void this.beat(row, runner, ended));
    const alarm = this.clock.after(DOCUMENT_MS_MAX, () =>
      ended.cancel(failed('document_processing_timeout')),
    );
    try {
      // Whoever worked on it died each time: of it, for all that is known.
      if (row.tries > TRIES_MAX) throw failed('job_interrupted');
      await this.ingest.run(row, runner, ended);
    } catch (fault) {
      await this.settle(row, runner, ended.reason ?? fault);
    } finally {
      stopBeating();
      alarm.cancel();
    }
  }

  private async beat({ id }: DocumentRow, runner: string, ended: Cancellation): Promise<void> {
    const isMine = await this.documents.beat(id, runner).catch(() => true);
    if (!isMine) ended.cancel(new DocumentLost());
  }

  private async settle(row: DocumentRow, runner: string, fault: unknown): Promise<void> {
    if (fault instanceof DocumentLost) return;
    if (fault instanceof Stopping) return this.documents.handBack(row, runner, null);
    const error = asGatewayError(fault);
    // A fault of ours is told by its class alone; what it says may quote the document.
    if (!(fault instanceof GatewayError) && !isDatabaseOutage(fault)) {
      this.logger.error(`document ${row.id}: ${fault instanceof Error ? fault.name : 'unknown'}`);
    }
    if (mayPass(error) && error.key !== 'vectors_unusable' && row.tries < TRIES_MAX) {
      return this.documents.handBack(row, runner, error.key);
    }
    return this.documents.fail(row, runner, error.key);
  }
}
