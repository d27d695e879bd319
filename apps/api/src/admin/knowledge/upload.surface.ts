import { readFile } from 'node:fs/promises';
import type { Arrival } from '#call';
import { refuse } from '#kernel';
import {
  DOCUMENT_BYTES_MAX,
  readAttributes,
  type Added,
  type IngestDocument,
  type NewDocument,
  type StoreRow,
} from '#knowledge';
import { whileReachable } from '#platform';
import { keyOf } from '../../http/caller-key.js';
import { chatEnvelope } from '../../http/chat-envelope.js';
import { fileOf, keeping, readForm } from '../../http/file-form.js';
import { FORM_FIELDS_BYTES_MAX } from '../../http/limits.js';
import type { NoCall, SurfaceAdapter, SurfaceRequest } from '../../http/surface.js';
import type { DocumentView } from './knowledge.dto.js';

export interface Upload {
  readonly store: StoreRow;
  readonly ingest: IngestDocument;
  readonly memberId: string;
  /** Keeps it, and says so in the log. */
  readonly add: (document: NewDocument) => Promise<Added>;
  readonly view: (id: string) => Promise<DocumentView>;
}

const AWAY =
  'It is not known whether the document was kept, since the database cannot be reached right now. Send it again: the same bytes are one document.';

/** What there is to be paid for any document; how much it is really is known when its text was read. */
const LEAST_TOKENS = 1;

/** A form of `file` and `attributes`: what is wrong with it, or cannot be paid, is a refusal on record. */
export const uploadSurface = (upload: Upload): SurfaceAdapter => ({
  protocol: 'native',
  surfaceOf: () => 'knowledge',
  keyOf,
  envelope: chatEnvelope,

  async readCall(arrival: Arrival, request: SurfaceRequest): Promise<NoCall> {
    const form = await readForm(request, DOCUMENT_BYTES_MAX + FORM_FIELDS_BYTES_MAX);
    const kept = () => keeping(form, () => take(arrival, request, form, upload));
    const added = await whileReachable(kept, AWAY);
    await form.dispose();
    const text = JSON.stringify(await whileReachable(() => upload.view(idOf(added)), AWAY));
    return { givenBefore: { status: added.kind === 'new' ? 202 : 200, headers: {}, text } };
  },
});

async function take(
  { principal }: Arrival,
  { body }: SurfaceRequest,
  form: Parameters<typeof fileOf>[0],
  { store, ingest, memberId, add }: Upload,
): Promise<Added> {
  const { file, beside } = fileOf(form, 'attributes', (message) =>
    refuse('field_invalid', { message, param: 'attributes' }),
  );
  if (file.bytes > DOCUMENT_BYTES_MAX) {
    throw refuse('body_too_large', {
      message: `The document has more than ${DOCUMENT_BYTES_MAX / 1_048_576} MiB. Split it into smaller ones.`,
      param: 'file',
    });
  }
  const attributes = readAttributes(beside);
  await ingest.expectAffordable(principal, store.embeddingModel, LEAST_TOKENS);
  await body.keep(file.bytes); // It is held in memory while it is sealed.
  return add({
    organisationId: principal.organisation.id,
    storeId: store.id,
    memberId,
    workloadId: principal.workload.id,
    bytes: await readFile(file.path),
    filename: file.filename,
    mediaType: file.contentType ?? '',
    attributes,
  });
}

/** @throws what stood in its way */
function idOf(added: Added): string {
  switch (added.kind) {
    case 'new':
    case 'known':
      return added.id;
    case 'store_gone':
      throw refuse('store_unknown');
    case 'store_full':
      throw refuse('store_full');
    case 'too_many_wait':
      throw refuse('documents_busy');
  }
}
