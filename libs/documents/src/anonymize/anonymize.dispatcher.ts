import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import {
  Dispatcher,
  LOCAL_FAMILY,
  ValueFinder,
  type DispatchRecord,
  type Family,
  type FormFile,
  type JobOrder,
  type MeteredCall,
  type Operation,
} from '#call';
import { assert, Clock, failed, NEVER_ENDED, parseSteps, runInSlices } from '#kernel';
import { NO_USAGE, type Reply } from '#wire';
import { Cell } from '../cell/cell.js';
import { acceptedHead, DocumentJobs } from '../jobs/document-jobs.js';
import { Anonymizer, type Anonymized } from './anonymizer.js';
import { readOptions, type AnonymizationOptions } from './read-options.js';
import { SYNC_PAGES_MAX } from './limits.js';

/** Takes personal data out of a document on this machine: no provider gets to see it. */
@Injectable()
export class AnonymizeDispatcher extends Dispatcher {
  constructor(
    private readonly cell: Cell,
    private readonly finder: ValueFinder,
    private readonly jobs: DocumentJobs,
    private readonly clock: Clock,
  ) {
    super();
  }

  serves(operation: Operation['kind'], family: Family): boolean {
    return operation === 'anonymize' && family === LOCAL_FAMILY;
  }

  speaks(): boolean {
    return false; // No conversation is held about it.
  }

  /** @throws what is wrong with the document; nothing is charged then */
  async send(call: MeteredCall, dispatch: DispatchRecord): Promise<Reply> {
    const { operation, body, timeoutMs, principal } = call;
    const [endpoint] = call.hold.endpoints;
    assert(operation.kind === 'anonymize' && body.kind === 'form', 'a document comes in a form');
    assert(endpoint?.model, 'a document is anonymized under the name of a model');
    const file = body.form.parts.find((part) => part.kind === 'file');
    const field = body.form.parts.find((part) => part.kind === 'field');
    assert(file?.kind === 'file', 'a form without a file was refused');
    const text = field?.kind === 'field' ? field.value : null;
    const options = readOptions(text, this.finder);
    const startedMs = this.clock.monotonicMs();
    dispatch.endpoint = endpoint;
    dispatch.noteSent();
    if (operation.job) return this.begin(call, operation.job, { file, text, options });
    const alarm = this.clock.after(timeoutMs, () =>
      dispatch.cancellation.cancel(failed('document_processing_timeout')),
    );
    try {
      const cell = this.cell.of(principal.organisation.id);
      const done = await new Anonymizer(cell, this.finder, this.clock).run({
        bytes: await readFile(file.path),
        filename: file.filename,
        mediaType: file.contentType ?? '',
        options,
        organisation: principal.organisation,
        protection: principal.workload.protection,
        pagesMax: SYNC_PAGES_MAX,
        ended: dispatch.cancellation,
      });
      dispatch.billable = 'answer';
      return operation.wantsBytes
        ? asBytes(done)
        : await this.asJson(call, done, { options, inputBytes: file.bytes });
    } finally {
      alarm.cancel();
      dispatch.attempts.push({
        provider: endpoint.provider.name,
        model: endpoint.model.id,
        status: dispatch.billable === 'answer' ? 200 : null,
        transport: null,
        ms: Math.round(this.clock.monotonicMs() - startedMs),
      });
    }
  }

  /** Nothing is charged yet: its call is settled when the job has ended. */
  private async begin(
    { callId, principal, expected }: MeteredCall,
    { idempotency }: JobOrder,
    {
      file,
      text,
      options,
    }: {
      readonly file: FormFile;
      readonly text: string | null;
      readonly options: AnonymizationOptions;
    },
  ): Promise<Reply> {
    const job = await this.jobs.create({
      callId,
      organisationId: principal.organisation.id,
      workloadId: principal.workload.id,
      memberId: principal.kind === 'member' ? principal.memberId : null,
      path: file.path,
      bytes: file.bytes,
      filename: file.filename,
      mediaType: file.contentType ?? '',
      pages: expected.pages,
      options: text,
      wantsMapping: options.includeMapping,
      idempotency,
    });
    const document = await runInSlices(parseSteps(JSON.stringify(job)), NEVER_ENDED);
    return {
      ...acceptedHead(job),
      protocol: 'native',
      body: { kind: 'json', frame: { document, edits: [], events: [{ type: 'done' }] } },
    };
  }

  private async asJson(
    { callId, receivedAtMs }: MeteredCall,
    done: Anonymized,
    {
      options,
      inputBytes,
    }: { readonly options: AnonymizationOptions; readonly inputBytes: number },
  ): Promise<Reply> {
    const { bytes, filename, mediaType, mapping, entities, pages, warnings } = done;
    const text = JSON.stringify({
      id: `anon_${callId}`,
      object: 'document.anonymization',
      created_at: Math.floor(receivedAtMs / 1_000),
      file: {
        filename,
        mime_type: mediaType,
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        file_data: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`,
      },
      entities,
      ...(options.includeMapping && { mapping }),
      pages: pages.map(({ imagesBlurred, ...page }) => ({
        ...page,
        images_blurred: imagesBlurred,
      })),
      warnings,
      usage_info: {
        pages_processed: done.pagesProcessed,
        images_processed: done.imagesProcessed,
        doc_size_bytes: inputBytes,
      },
    });
    const document = await runInSlices(parseSteps(text), NEVER_ENDED);
    const usage = { ...NO_USAGE, pages: done.pagesProcessed + done.imagesProcessed };
    return {
      status: 200,
      headers: {},
      protocol: 'native',
      body: {
        kind: 'json',
        frame: {
          document,
          edits: [],
          events: [{ type: 'usage', usage, isWholeFrame: false }, { type: 'done' }],
        },
      },
    };
  }
}

const PIECE_BYTES = 262_144;

/** The file alone; its mapping never travels with it. */
function asBytes({ bytes, filename, mediaType }: Anonymized): Reply {
  return {
    status: 200,
    headers: {
      'content-type': mediaType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    protocol: 'native',
    body: { kind: 'bytes', chunks: piecesOf(bytes) },
  };
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield await Promise.resolve(bytes.subarray(at, at + PIECE_BYTES));
  }
}
