import { json, type Handler } from '../http/answer.js';
import { FILES_BYTES_MAX, FILES_MAX } from '../limits.js';
import { notFound } from '../provider-error.js';
import { oneOf } from '../validation/check.js';
import { checkFields, fileIn, formOf, requiredTextIn } from './form.js';
import { Shelf } from './shelf.js';

interface ShelvedFile {
  readonly facts: { readonly id: string };
  readonly content: Buffer;
  readonly bytes: number;
}

const FIELDS = new Set(['expires_after', 'file', 'purpose']);
const purpose = oneOf('assistants', 'batch', 'fine-tune', 'vision', 'user_data', 'evals');

/** Uploaded files. */
export class FileStore {
  private readonly shelf = new Shelf<ShelvedFile>({ items: FILES_MAX, bytes: FILES_BYTES_MAX });

  /** POST /v1/files */
  readonly upload: Handler = async ({ body, newId, nowSeconds }) => {
    const form = formOf(body);
    checkFields(form, FIELDS);
    const file = fileIn(form, 'file');
    const facts = {
      id: newId('file-'),
      object: 'file',
      bytes: file.size,
      created_at: nowSeconds,
      filename: file.name,
      purpose: requiredTextIn(form, 'purpose', purpose),
      status: 'processed',
    };
    const content = Buffer.from(await file.arrayBuffer());
    this.shelf.put(facts.id, { facts, content, bytes: file.size });
    return json(facts);
  };

  /** GET /v1/files */
  readonly list: Handler = () =>
    json({ object: 'list', data: this.shelf.all().map(({ facts }) => facts), has_more: false });

  /** GET /v1/files/{id} */
  readonly get: Handler = ({ pathId }) => json(this.find(pathId).facts);

  /** GET /v1/files/{id}/content */
  readonly content: Handler = ({ pathId }) => ({
    status: 200,
    contentType: 'application/octet-stream',
    body: this.find(pathId).content,
  });

  /** DELETE /v1/files/{id} */
  readonly remove: Handler = ({ pathId }) => {
    this.shelf.remove(this.find(pathId).facts.id);
    return json({ id: pathId, object: 'file', deleted: true });
  };

  /** What an uploaded file holds. @throws ProviderError 404 */
  contentOf(id: string): Buffer {
    return this.find(id).content;
  }

  /** A file that the provider makes itself. */
  keep(id: string, content: Buffer, nowSeconds: number): void {
    const bytes = content.length;
    const facts = {
      id,
      object: 'file',
      bytes,
      created_at: nowSeconds,
      filename: `${id}.jsonl`,
      purpose: 'batch_output',
      status: 'processed',
    };
    this.shelf.put(id, { facts, content, bytes });
  }

  private find(id: string): ShelvedFile {
    const file = this.shelf.get(id);
    if (!file) throw notFound(`No such File object: ${id}`);
    return file;
  }
}
