import { json, type Handler } from '../http/answer.js';
import { FILES_BYTES_MAX, FILES_MAX } from '../limits.js';
import { notFound } from '../provider-error.js';
import { oneOf } from '../validation/check.js';
import { checkFields, fileIn, formOf, requiredTextIn } from './form.js';

interface ShelvedFile {
  readonly facts: { readonly id: string; readonly bytes: number };
  readonly content: Buffer;
}

const FIELDS = new Set(['expires_after', 'file', 'purpose']);
const purpose = oneOf('assistants', 'batch', 'fine-tune', 'vision', 'user_data', 'evals');

/** Uploaded files, in memory: the oldest make room for the newest. */
export class FileShelf {
  private readonly files = new Map<string, ShelvedFile>();

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
    this.files.set(facts.id, { facts, content: Buffer.from(await file.arrayBuffer()) });
    this.makeRoom();
    return json(facts);
  };

  /** GET /v1/files */
  readonly list: Handler = () =>
    json({
      object: 'list',
      data: [...this.files.values()].map(({ facts }) => facts).reverse(),
      has_more: false,
    });

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
    this.files.delete(this.find(pathId).facts.id);
    return json({ id: pathId, object: 'file', deleted: true });
  };

  private find(id: string): ShelvedFile {
    const file = this.files.get(id);
    if (!file) throw notFound(`No such File object: ${id}`);
    return file;
  }

  private makeRoom(): void {
    let bytes = 0;
    for (const { facts } of this.files.values()) bytes += facts.bytes;
    for (const [id, { facts }] of this.files) {
      if (this.files.size <= FILES_MAX && bytes <= FILES_BYTES_MAX) return;
      this.files.delete(id);
      bytes -= facts.bytes;
    }
  }
}
