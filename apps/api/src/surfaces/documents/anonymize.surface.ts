import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import {
  ANONYMIZE_MODEL,
  NO_HINTS,
  NOTHING_EXPECTED,
  OWN_PREFIX,
  type AnonymizeOperation,
  type Arrival,
  type FormFile,
  type ReceivedCall,
  type ReceivedForm,
  type ValueFinder,
} from '#call';
import {
  acceptedHead,
  IDEMPOTENCY_KEY_CHARS_MAX,
  JOB_BYTES_MAX,
  JOB_PAGES_MAX,
  JOBS_PATH,
  measureDocument,
  readOptions,
  SYNC_BYTES_MAX,
  SYNC_PAGES_MAX,
  type Cell,
  type DocumentJobs,
  type Idempotency,
} from '#documents';
import { refuse } from '#kernel';
import { keyOf } from '../../http/caller-key.js';
import { chatEnvelope } from '../../http/chat-envelope.js';
import { FORM_BYTES_MAX, FORM_FIELDS_BYTES_MAX } from '../../http/limits.js';
import { fileOf, keeping, readForm } from '../../http/file-form.js';
import type { GivenBefore, SurfaceAdapter, SurfaceRequest } from '../../http/surface.js';

export const ANONYMIZE_PATH = '/v1/documents/anonymize';

const BYTES = /(?:^|,)\s*application\/octet-stream\s*(?:;|,|$)/i;

/** Counts pages and pictures, whose price is held. */
interface Tools {
  readonly cell: Cell;
  readonly finder: ValueFinder;
}

interface Bounds {
  readonly bytesMax: number;
  readonly pagesMax: number;
  /** What somebody does whose document has more. */
  readonly otherwise: string;
}

const SYNC: Bounds = {
  bytesMax: SYNC_BYTES_MAX,
  pagesMax: SYNC_PAGES_MAX,
  otherwise: `Send it to POST ${JOBS_PATH}.`,
};
const JOB: Bounds = {
  bytesMax: JOB_BYTES_MAX,
  pagesMax: JOB_PAGES_MAX,
  otherwise: 'Split it into smaller ones.',
};

/** `POST /v1/documents/anonymize`: a form of a file and options. */
export const anonymizeSurface = (cell: Cell, finder: ValueFinder): SurfaceAdapter => ({
  protocol: 'native',
  surfaceOf: () => 'documents',
  keyOf,
  envelope: chatEnvelope,

  async readCall(arrival: Arrival, request: SurfaceRequest): Promise<ReceivedCall> {
    const { incoming } = request;
    const form = await readForm(request, FORM_BYTES_MAX);
    return keeping(form, async () => {
      const parts = partsOf(form, SYNC);
      readOptions(parts.options, finder);
      const wantsBytes = BYTES.test(incoming.headers.accept ?? '');
      const pages = await pagesOf(parts.file, arrival, request, { bounds: SYNC, cell });
      const operation = {
        kind: 'anonymize',
        protocol: 'native',
        wantsBytes,
        hints: NO_HINTS,
      } as const;
      return callOf(arrival, request, { form, pages, operation });
    });
  },
});

/** `POST /v1/documents/anonymize/jobs`: the same form, and an answer before the document is worked on. */
export const jobsSurface = ({ cell, finder }: Tools, jobs: DocumentJobs): SurfaceAdapter => ({
  protocol: 'native',
  surfaceOf: () => 'documents',
  keyOf,
  envelope: chatEnvelope,

  async readCall(arrival: Arrival, request: SurfaceRequest): Promise<ReceivedCall | GivenBefore> {
    const key = idempotencyKeyOf(request.incoming);
    const form = await readForm(request, JOB_BYTES_MAX + FORM_FIELDS_BYTES_MAX);
    return keeping(form, async () => {
      const parts = partsOf(form, JOB);
      readOptions(parts.options, finder);
      const idempotency = key === null ? null : await fingerprintOf(key, parts);
      const known =
        idempotency && (await jobs.replayOf(arrival.principal.workload.id, idempotency));
      if (known) {
        await form.dispose();
        const { status, headers } = acceptedHead(known);
        const all = { ...headers, 'idempotent-replayed': 'true' };
        return { givenBefore: { status, headers: all, text: JSON.stringify(known) } };
      }
      const pages = await pagesOf(parts.file, arrival, request, { bounds: JOB, cell });
      const operation = {
        kind: 'anonymize',
        protocol: 'native',
        wantsBytes: false,
        job: { idempotency },
        hints: NO_HINTS,
      } as const;
      return callOf(arrival, request, { form, pages, operation });
    });
  },
});

async function pagesOf(
  file: FormFile,
  arrival: Arrival,
  { body }: SurfaceRequest,
  { bounds, cell }: { readonly bounds: Bounds; readonly cell: Cell },
): Promise<number> {
  await body.keep(file.bytes); // It is held in memory while it is worked on.
  const pages = await measureDocument(cell.of(arrival.principal.organisation.id), {
    bytes: await readFile(file.path),
    filename: file.filename,
    mediaType: file.contentType ?? '',
    ended: arrival.callerGone,
  });
  if (pages > bounds.pagesMax) throw tooLarge(`${bounds.pagesMax} pages and pictures`, bounds);
  return pages;
}

const callOf = (
  arrival: Arrival,
  { timeoutMs }: SurfaceRequest,
  {
    form,
    pages,
    operation,
  }: {
    readonly form: ReceivedForm;
    readonly pages: number;
    readonly operation: AnonymizeOperation;
  },
): ReceivedCall => ({
  ...arrival,
  operation,
  requestedModel: `${OWN_PREFIX}/${ANONYMIZE_MODEL.id}`,
  isStreaming: false,
  wantsUsage: true,
  showsThinking: true,
  endUser: null,
  expected: { ...NOTHING_EXPECTED, pages },
  body: { kind: 'form', form },
  timeoutMs,
});

/** @throws document_options_invalid, field_invalid, document_invalid, body_too_large */
function partsOf(form: ReceivedForm, bounds: Bounds): Parts {
  const { file, beside } = fileOf(form, 'options', (message) =>
    refuse('document_options_invalid', { message, param: 'options' }),
  );
  if (file.bytes > bounds.bytesMax) throw tooLarge(`${bounds.bytesMax / 1_048_576} MiB`, bounds);
  return { file, options: beside };
}

interface Parts {
  readonly file: FormFile;
  readonly options: string | null;
}

const tooLarge = (bound: string, { otherwise }: Bounds) =>
  refuse('body_too_large', {
    message: `The document has more than ${bound}. ${otherwise}`,
    param: 'file',
  });

const KEY_HEADER = 'idempotency-key';
const KEY_FORM = new RegExp(`^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_CHARS_MAX}}$`);

/** Null where none was sent. @throws field_invalid */
function idempotencyKeyOf({ headers }: IncomingMessage): string | null {
  const key = headers[KEY_HEADER];
  if (key === undefined) return null;
  if (typeof key === 'string' && KEY_FORM.test(key)) return key;
  throw refuse('field_invalid', {
    message: `Idempotency-Key takes 1 to ${IDEMPOTENCY_KEY_CHARS_MAX} characters of ASCII, without blanks.`,
    param: KEY_HEADER,
  });
}

/** The name of a file makes another document of it: its result is named after it. */
async function fingerprintOf(key: string, { file, options }: Parts): Promise<Idempotency> {
  const content = createHash('sha256');
  for await (const chunk of createReadStream(file.path)) content.update(chunk as Buffer);
  const fingerprint = createHash('sha256')
    .update(content.digest())
    .update(JSON.stringify([file.filename, file.contentType, options ?? '{}']))
    .digest();
  return { key, fingerprint };
}
