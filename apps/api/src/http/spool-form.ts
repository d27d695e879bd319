import { isUtf8 } from 'node:buffer';
import { open, rm, type FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { FormPart, ReceivedForm } from '#call';
import { assert, failed, refuse } from '#kernel';
import type { IncomingBody } from './body-intake.js';
import {
  FORM_BYTES_MAX,
  FORM_FIELD_BYTES_MAX,
  FORM_FIELDS_BYTES_MAX,
  FORM_HEAD_BYTES_MAX,
  FORM_PARTS_MAX,
} from './limits.js';
import { checkFields } from './deciding-members.js';
import { readMediaType } from './media-type.js';
import { readPartHead, type PartHead } from './read-part-head.js';
import { scanParts, type PartEvent } from './scan-parts.js';
import { SAMPLES_HEAD_BYTES, secondsOfSamples } from './seconds-of-samples.js';
import { makeSpoolFolder } from './spool-folder.js';

const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/; // As RFC 2046 has it.

/**
 * Reads a multipart form: fields into memory, files to disk as they arrive. Clients may send the
 * model behind the file, and nothing may leave before data protection has seen every field, so the
 * upload is complete before the provider gets its first byte; memory stays flat all the same.
 * @param bytesMax of the whole form
 * @throws form_malformed, body_too_large, body_too_slow, body_not_utf8, field_invalid,
 *   gateway_overloaded, upload_storage_unavailable
 */
export async function spoolForm(
  request: IncomingMessage,
  body: IncomingBody,
  bytesMax = FORM_BYTES_MAX,
): Promise<ReceivedForm> {
  const tooLarge = () => formTooLarge(bytesMax);
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge();
  const media = readMediaType(request.headers['content-type'] ?? '');
  const delimiter = media?.parameters.get('boundary') ?? '';
  if (!BOUNDARY.test(delimiter)) {
    throw refuse('form_malformed', { message: 'The form names no boundary that can be used.' });
  }
  const spool = new Spool(body);
  const chunks = body.chunks(bytesMax, tooLarge);
  try {
    for await (const event of scanParts(chunks, delimiter, FORM_HEAD_BYTES_MAX)) {
      await spool.take(event);
    }
    const form = spool.form();
    checkFields(form.parts);
    return form;
  } catch (error) {
    await spool.dispose();
    throw error;
  }
}

const formTooLarge = (bytesMax: number) =>
  refuse('body_too_large', {
    message: `The form is larger than ${Math.floor(bytesMax / 1_048_576)} MiB.`,
  });

/** @throws upload_storage_unavailable: the disk is full, or the folder is gone */
const onDisk = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((cause: unknown) => {
    throw failed('upload_storage_unavailable', { cause });
  });

const NO_BYTES = Buffer.alloc(0);

/** The parts so far, and the folder that holds their files. */
class Spool {
  private readonly parts: FormPart[] = [];
  private folder: string | undefined;
  private head: PartHead | undefined;
  private chunks: Buffer[] = [];
  private bytes = 0;
  private fieldsBytes = 0;
  private file: { path: string; handle: FileHandle } | undefined;
  /** The first bytes of the file. */
  private start: Buffer = NO_BYTES;

  constructor(private readonly body: IncomingBody) {}

  async take(event: PartEvent): Promise<void> {
    switch (event.type) {
      case 'head':
        return this.begin(event.head);
      case 'data':
        return this.add(event.data);
      case 'end':
        return this.finish();
    }
  }

  form(): ReceivedForm {
    return { parts: this.parts, dispose: () => this.dispose() };
  }

  async dispose(): Promise<void> {
    const { file, folder } = this;
    this.file = undefined;
    this.folder = undefined;
    await file?.handle.close().catch(() => undefined); // Of a disk that is full, which is told already.
    if (folder) await rm(folder, { recursive: true, force: true });
  }

  private async begin(bytes: Buffer): Promise<void> {
    if (this.parts.length >= FORM_PARTS_MAX) throw refuse('form_malformed');
    this.head = readPartHead(bytes);
    this.chunks = [];
    this.bytes = 0;
    this.file = undefined;
    this.start = NO_BYTES;
    if (this.head.filename === null) return;
    const folder = (this.folder ??= await onDisk(makeSpoolFolder()));
    const path = join(folder, String(this.parts.length));
    this.file = { path, handle: await onDisk(open(path, 'wx', 0o600)) };
  }

  private async add(data: Buffer): Promise<void> {
    this.bytes += data.length;
    if (this.file) {
      const missing = SAMPLES_HEAD_BYTES - this.start.length;
      if (missing > 0) this.start = Buffer.concat([this.start, data.subarray(0, missing)]);
      return onDisk(this.file.handle.appendFile(data));
    }
    this.fieldsBytes += data.length;
    if (this.bytes > FORM_FIELD_BYTES_MAX || this.fieldsBytes > FORM_FIELDS_BYTES_MAX) {
      throw formTooLarge(FORM_FIELDS_BYTES_MAX);
    }
    await this.body.keep(data.length);
    this.chunks.push(data);
  }

  private async finish(): Promise<void> {
    const { head, bytes } = this;
    assert(head, 'a part that ends has begun');
    const { name, filename, contentType } = head;
    if (!this.file || filename === null) {
      const value = Buffer.concat(this.chunks);
      if (!isUtf8(value)) throw refuse('body_not_utf8', { param: name });
      this.parts.push({ kind: 'field', name, contentType, value: value.toString('utf8') });
      return;
    }
    const { path, handle } = this.file;
    this.file = undefined;
    await onDisk(handle.close());
    const seconds = secondsOfSamples(this.start, bytes);
    this.parts.push({ kind: 'file', name, filename, contentType, path, bytes, seconds });
  }
}
