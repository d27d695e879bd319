import { createReadStream } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { Clock, Entropy, failed, refuse, type CallId, errorKeyOf } from '#kernel';
import { Config, InstanceSecrets, Jobs, Vault, whileReachable } from '#platform';
import type { MappedValue } from '../anonymize/tag-book.js';
import { callIdOf, jobIdOf } from './job-id.js';
import { JobRows, type JobRow, type JobScope } from './job-rows.js';
import { jobView, type JobOutcome, type JobView } from './job-view.js';
import { URL_SECONDS } from './limits.js';
import { checkResult, signResult, type ResultSignature } from './result-url.js';
import { BlobStore } from './storage/blob-store.js';
import {
  openPieces,
  openText,
  sealedLength,
  sealPieces,
  sealText,
} from './storage/sealed-pieces.js';

export const JOBS_QUEUE = 'documents';
export const JOBS_PATH = '/v1/documents/anonymize/jobs';
const POLL_SECONDS = '2';
const KEY_BYTES = 32;
const KEY_PURPOSE = 'document-job';
const NAME_PURPOSE = 'document-name';

/** How an answer that tells of a job begins: where it is, and when to look. */
export const acceptedHead = ({ id }: JobView) => ({
  status: 202,
  headers: { location: `${JOBS_PATH}/${id}`, 'retry-after': POLL_SECONDS },
});

/** A document that is to be worked on when its call has ended. */
export interface NewJob {
  readonly callId: CallId;
  readonly organisationId: string;
  readonly workloadId: string;
  readonly memberId: string | null;
  readonly path: string;
  readonly bytes: number;
  readonly filename: string;
  readonly mediaType: string;
  /** Pages and pictures of it. */
  readonly pages: number;
  /** The caller's text, read already. */
  readonly options: string | null;
  readonly wantsMapping: boolean;
  readonly idempotency: Idempotency | null;
}

/** A job made twice with the same key is one job. */
export interface Idempotency {
  readonly key: string;
  /** Of the document and its options. */
  readonly fingerprint: Buffer;
}

/** A job, and whose it is. */
export interface SeenJob {
  readonly view: JobView;
  readonly workloadId: string;
  /** Null: a key made it. */
  readonly memberId: string | null;
}

/** A file that is handed out. */
export interface JobFile {
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** The same, and whose it is, for whoever notes that it was. */
export interface SignedFile extends JobFile {
  readonly organisationId: string;
  readonly workloadId: string;
}

/** How a job stands, for who settles its call; undefined of one that nobody knows. */
export type JobEnd =
  | { readonly isOpen: true }
  | {
      readonly isOpen: false;
      readonly status: 'completed' | 'failed' | 'cancelled';
      readonly pages: number;
    };

/** Documents that are anonymized in the background: what callers and people may do with them. */
@Injectable()
export class DocumentJobs {
  constructor(
    private readonly rows: JobRows,
    private readonly blobs: BlobStore,
    private readonly jobs: Jobs,
    private readonly vault: Vault,
    private readonly secrets: InstanceSecrets,
    private readonly config: Config,
    private readonly entropy: Entropy,
    private readonly clock: Clock,
  ) {}

  /**
   * The job that a key of idempotency stands for. @returns undefined where it stands for none
   * @throws idempotency_key_reused where it stands for another document, or other options
   */
  async replayOf(
    workloadId: string,
    { key, fingerprint }: Idempotency,
  ): Promise<JobView | undefined> {
    const row = await whileReachable(() => this.rows.byKey(workloadId, key, this.now()));
    if (!row) return undefined;
    if (!row.fingerprint?.equals(fingerprint)) throw refuse('idempotency_key_reused');
    return this.view(row);
  }

  /**
   * Keeps the document, encrypted, and has it worked on.
   * @returns the job; another one's, where the key of idempotency is that one's
   * @throws documents_busy, document_storage_unavailable, idempotency_key_reused
   */
  create(job: NewJob): Promise<JobView> {
    return whileReachable(() => this.made(job));
  }

  private async made(job: NewJob): Promise<JobView> {
    if (!(await this.rows.hasRoom(job.workloadId))) throw refuse('documents_busy');
    const { callId, idempotency } = job;
    const dataKey = this.entropy.bytes(KEY_BYTES);
    const isNew = await this.rows.insert({
      callId,
      organisationId: job.organisationId,
      workloadId: job.workloadId,
      memberId: job.memberId,
      pagesTotal: job.pages,
      bytes: job.bytes,
      mediaType: job.mediaType,
      wantsMapping: job.wantsMapping,
      dataKey: this.vault.seal(KEY_PURPOSE, callId, dataKey.toString('base64')),
      filename: this.vault.seal(NAME_PURPOSE, callId, job.filename),
      options: sealText(dataKey, `${callId}/options`, job.options ?? '{}', this.entropy),
      idempotencyKey: idempotency?.key ?? null,
      fingerprint: idempotency?.fingerprint ?? null,
      createdAt: this.now(),
    });
    if (!isNew) {
      const known = idempotency && (await this.replayOf(job.workloadId, idempotency));
      if (known) return known;
      throw failed('internal', { internal: 'a job of this id is there already' });
    }
    try {
      const place = { key: dataKey, place: `${callId}/input`, entropy: this.entropy };
      const sealed = sealPieces(place, createReadStream(job.path));
      await this.blobs.write(callId, 'input', sealed, sealedLength(job.bytes));
    } catch (cause) {
      await this.rows.delete(callId, this.now());
      await this.clear(callId);
      throw failed('document_storage_unavailable', { cause });
    }
    // As it was taken in, whoever is how fast: it may be worked on before the answer is out.
    const view = this.view(await this.get(jobIdOf(callId)));
    await this.rows.queue(callId);
    // Whoever works off jobs finds it by itself, some seconds later.
    await this.jobs.add(JOBS_QUEUE, { id: callId, data: null }).catch(() => undefined);
    return view;
  }

  /** @throws job_unknown where it is not there, or somebody else's */
  async read(scope: JobScope, jobId: string): Promise<SeenJob> {
    return this.seen(await this.find(scope, jobId));
  }

  /** Newest first. @param after the id that the page before ended with. @throws job_unknown of one that is none */
  async list(
    scope: JobScope,
    { limit, after }: { readonly limit: number; readonly after: string | undefined },
  ): Promise<{ readonly jobs: readonly SeenJob[]; readonly hasMore: boolean }> {
    const from = after === undefined ? undefined : (await this.find(scope, after)).callId;
    const rows = await this.rows.list(scope, { limit: limit + 1, after: from });
    return {
      jobs: rows.slice(0, limit).map((row) => this.seen(row)),
      hasMore: rows.length > limit,
    };
  }

  /** @throws job_unknown, job_not_cancellable */
  async cancel(scope: JobScope, jobId: string): Promise<SeenJob> {
    const { callId } = await this.find(scope, jobId);
    const row = await this.rows.cancel(callId, this.now());
    if (!row) throw refuse('job_not_cancellable');
    if (row.status === 'cancelled') await this.clear(callId);
    return this.seen(row);
  }

  /** Nobody reads any of it again, whatever lies where. @throws job_unknown */
  async remove(scope: JobScope, jobId: string): Promise<void> {
    const { callId } = await this.find(scope, jobId);
    await this.rows.delete(callId, this.now());
    await this.clear(callId);
  }

  /** Which tag stands for what. @throws job_unknown, job_has_no_mapping, document_storage_unavailable, and why the job failed */
  async mapping(scope: JobScope, jobId: string): Promise<readonly MappedValue[]> {
    const row = await this.find(scope, jobId);
    if (row.status === 'failed') throw failed(errorKeyOf(row.error));
    if (!row.wantsMapping || row.status !== 'completed') throw refuse('job_has_no_mapping');
    return JSON.parse(
      (await this.wholeOf(row, 'mapping')).toString('utf8'),
    ) as readonly MappedValue[];
  }

  /** For who has no key, and an address that is signed. @throws job_unknown, signature_invalid, url_expired, result_expired */
  async signedResult(jobId: string, signature: Partial<ResultSignature>): Promise<SignedFile> {
    const row = await this.get(jobId);
    const { organisationId, workloadId, resultSha256: sha256 } = row;
    if (sha256 === null) throw refuse('signature_invalid'); // There was never anything to sign.
    checkResult(this.secrets, { jobId, organisationId, sha256 }, signature, this.clock.nowMs());
    const file = await this.fileOf(row);
    if (!file) throw refuse('result_expired');
    return { ...file, organisationId, workloadId };
  }

  /** For who may see the job; undefined where it has none, or none any more. @throws job_unknown */
  async result(scope: JobScope, jobId: string): Promise<JobFile | undefined> {
    return this.fileOf(await this.find(scope, jobId));
  }

  /** Undefined of one that is not known here. @param jobId as its call keeps it */
  async end(jobId: string): Promise<JobEnd | undefined> {
    const callId = callIdOf(jobId);
    const row = callId === undefined ? undefined : await this.rows.find(callId);
    if (!row) return undefined;
    const { status, pagesDue: pages } = row;
    switch (status) {
      case 'failed':
      case 'cancelled':
        return { isOpen: false, status, pages: pages ?? 0 };
      case 'completed':
      case 'expired':
        return { isOpen: false, status: 'completed', pages: pages ?? 0 };
      case 'receiving':
      case 'queued':
      case 'in_progress':
      case 'cancelling':
        return { isOpen: true };
    }
  }

  /** The key that everything of a job lies under. @throws result_expired where it is gone */
  keyOf({ callId, dataKey }: JobRow): Buffer {
    if (!dataKey) throw refuse('result_expired');
    return Buffer.from(this.vault.open(KEY_PURPOSE, callId, dataKey), 'base64');
  }

  filenameOf({ callId, filename }: JobRow): string | null {
    return filename && this.vault.open(NAME_PURPOSE, callId, filename);
  }

  /** As its caller wrote them. */
  optionsOf(row: JobRow): string {
    if (!row.options) throw refuse('result_expired');
    return openText(this.keyOf(row), `${row.callId}/options`, row.options);
  }

  /** Piece by piece: none is given that was changed. */
  open(row: JobRow, name: 'input' | 'result' | 'mapping'): AsyncIterable<Uint8Array> {
    const { callId } = row;
    const place = { key: this.keyOf(row), place: `${callId}/${name}` };
    return openPieces(place, this.blobs.read(callId, name));
  }

  /** All of it in memory. @throws document_storage_unavailable */
  async wholeOf(row: JobRow, name: 'input' | 'mapping'): Promise<Buffer> {
    try {
      const pieces: Uint8Array[] = [];
      for await (const piece of this.open(row, name)) pieces.push(piece);
      return Buffer.concat(pieces);
    } catch (cause) {
      throw failed('document_storage_unavailable', { cause });
    }
  }

  async write(row: JobRow, name: 'result' | 'mapping', bytes: Uint8Array): Promise<void> {
    const { callId } = row;
    const place = { key: this.keyOf(row), place: `${callId}/${name}`, entropy: this.entropy };
    await this.blobs.write(callId, name, sealPieces(place, [bytes]), sealedLength(bytes.length));
  }

  /** What is left of a job that ended; where that fails, whoever looks for such things tries again. */
  async clear(callId: string): Promise<void> {
    try {
      await this.blobs.remove(callId);
      await this.rows.cleared(callId, this.now());
    } catch {
      // Its key is gone already, so nobody reads what is there.
    }
  }

  /** What came in is of no use any more once it was worked off. */
  async clearInput(callId: string): Promise<void> {
    await this.blobs.remove(callId, 'input').catch(() => undefined); // It goes with the result, then.
  }

  /** Where its key is gone, by whomever: nobody is at work on it who might need the rest. */
  async clearIfGone(callId: string): Promise<void> {
    const row = await this.rows.find(callId);
    if (!row || row.dataKey === null) await this.clear(callId);
  }

  /** @returns undefined where there is none, or none any more */
  private async fileOf(row: JobRow): Promise<JobFile | undefined> {
    if (row.status !== 'completed' || row.dataKey === null) return undefined;
    const { filename, mediaType, bytes } = this.outcomeOf(row);
    const pieces = this.open(row, 'result')[Symbol.asyncIterator]();
    // What cannot be read is told before an answer has begun.
    const first = await pieces.next().catch((cause: unknown) => {
      throw failed('document_storage_unavailable', { cause });
    });
    return { filename, mediaType, bytes, pieces: beginningWith(first, pieces) };
  }

  private seen(row: JobRow): SeenJob {
    return { view: this.view(row), workloadId: row.workloadId, memberId: row.memberId };
  }

  private view(row: JobRow): JobView {
    const filename = this.filenameOf(row);
    if (row.status !== 'completed' || row.resultSha256 === null)
      return jobView(row, filename, null);
    const jobId = jobIdOf(row.callId);
    const { organisationId, resultSha256: sha256 } = row;
    const keptSeconds = Math.floor((row.expiresAt?.getTime() ?? 0) / 1_000);
    const nowSeconds = Math.floor(this.clock.nowMs() / 1_000);
    const expSeconds = Math.min(nowSeconds + URL_SECONDS, keptSeconds);
    const signed = signResult(this.secrets, { jobId, organisationId, sha256 }, expSeconds);
    const query = new URLSearchParams({ ...signed });
    const url = `${this.config.publicUrl ?? ''}${JOBS_PATH}/${jobId}/result?${query.toString()}`;
    return jobView(row, filename, { outcome: this.outcomeOf(row), url, expSeconds });
  }

  private outcomeOf(row: JobRow): JobOutcome {
    if (!row.outcome) throw refuse('result_expired');
    const text = openText(this.keyOf(row), `${row.callId}/outcome`, row.outcome);
    return JSON.parse(text) as JobOutcome;
  }

  private async find(
    { organisationId, workloads, memberId }: JobScope,
    jobId: string,
  ): Promise<JobRow> {
    const row = await this.get(jobId);
    const isOwn =
      workloads === null ||
      workloads.includes(row.workloadId) ||
      (memberId !== null && row.memberId === memberId);
    const isThere = row.deletedAt === null && row.organisationId === organisationId;
    if (!isOwn || !isThere) throw refuse('job_unknown');
    return row;
  }

  /** Deleted ones included. */
  private async get(jobId: string): Promise<JobRow> {
    const callId = callIdOf(jobId);
    const row = callId === undefined ? undefined : await this.rows.find(callId);
    if (!row) throw refuse('job_unknown');
    return row;
  }

  private now(): Date {
    return new Date(this.clock.nowMs());
  }
}

async function* beginningWith<Item>(
  first: IteratorResult<Item>,
  others: AsyncIterator<Item>,
): AsyncGenerator<Item> {
  for (let next = first; !next.done; next = await others.next()) yield next.value;
}
