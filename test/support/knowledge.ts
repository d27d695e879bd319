import { readDocumentId } from '#knowledge';
import type { AdminClient } from './admin.js';
import { formOf } from './document-jobs.js';
import type { TestGateway } from './gateway.js';
import type { Answer } from './http.js';
import { waitFor } from './wait-for.js';

export interface SeenStore {
  readonly id: string;
  readonly name: string;
  readonly documents: {
    readonly open: number;
    readonly completed: number;
    readonly failed: number;
  };
  readonly passages: number;
  readonly workloads: readonly string[];
}

export interface SeenDocument {
  readonly id: string;
  readonly filename: string;
  readonly status: 'queued' | 'in_progress' | 'completed' | 'failed';
  readonly passages: number | null;
  readonly embedded: number;
  readonly error: { readonly code: string } | null;
}

const READ_MS_MAX = 120_000; // A child is started for the first document, on a machine that may be busy.

/** A store of `sandbox/embedding`, unless said otherwise. */
export async function makeStore(
  client: AdminClient,
  name: string,
  fields: object = {},
): Promise<SeenStore> {
  const wanted = { name, embedding_model: 'sandbox/embedding', ...fields };
  const made = await client.post('/knowledge/stores', wanted);
  if (made.status !== 201) throw new Error(`no store was made: ${made.text}`);
  return made.json<SeenStore>();
}

export async function upload(
  client: AdminClient,
  store: Pick<SeenStore, 'id'>,
  file: { readonly name: string; readonly text: string | Uint8Array; readonly attributes?: object },
  query = '',
): Promise<Answer> {
  const bytes = typeof file.text === 'string' ? new TextEncoder().encode(file.text) : file.text;
  const form = await formOf(bytes, file.name, file.attributes, 'attributes');
  return client.postForm(`/knowledge/stores/${store.id}/documents${query}`, form);
}

/** How a document ended. What waits is the row: the admin API is not asked a hundred times a second. */
export async function ended(
  gateway: TestGateway,
  client: AdminClient,
  store: Pick<SeenStore, 'id'>,
  document: string,
): Promise<SeenDocument> {
  const { dataSource } = gateway.database.app;
  await waitFor(
    'the document',
    async () => {
      const [row] = await dataSource.query<{ status: string }[]>(
        'SELECT status FROM knowledge_document WHERE id = $1',
        [readDocumentId(document)],
      );
      return row?.status === 'completed' || row?.status === 'failed';
    },
    READ_MS_MAX,
  );
  return (
    await client.get(`/knowledge/stores/${store.id}/documents/${document}`)
  ).json<SeenDocument>();
}

/** Uploads, and waits until it is found, or failed. */
export async function learn(
  gateway: TestGateway,
  client: AdminClient,
  store: Pick<SeenStore, 'id'>,
  file: Parameters<typeof upload>[2],
  query = '',
): Promise<SeenDocument> {
  const answer = await upload(client, store, file, query);
  if (answer.status !== 202) throw new Error(`the upload was refused: ${answer.text}`);
  return ended(gateway, client, store, answer.json<SeenDocument>().id);
}
