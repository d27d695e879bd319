import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { exportLog, type LogSource } from '#audit';
import { addPiece, type ExportResult } from './job-store.js';
import { TAR_END, tarFill, tarHead } from './tar.js';

const PIECE_BYTES = 1024 * 1024;
/** Of one export, packed: some four million calls. It lies in the database for a day. */
const BYTES_MAX = 1024 * 1024 * 1024;
const FILES = ['manifest.json', 'checkpoints.txt', 'leaves.bin', 'entries.ndjson'];

type OnRows = NonNullable<Parameters<typeof exportLog>[3]>;

/** What `gw audit export` writes, as one packed file in pieces: any replica can hand it out. */
export async function writeExport(
  source: LogSource,
  jobId: string,
  range: { readonly from: number; readonly to: number },
  onRows: OnRows,
): Promise<ExportResult> {
  const home = await mkdtemp(join(tmpdir(), 'gw-export-'));
  try {
    const folder = join(home, 'audit-export');
    const { vkey } = await exportLog(source, folder, range, onRows);
    const bytes = await storePieces(source, jobId, packed(folder));
    return { vkey, bytes };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function* archived(folder: string): AsyncGenerator<Buffer> {
  for (const name of FILES) {
    const path = join(folder, name);
    const { size } = await stat(path);
    yield tarHead(`audit-export/${name}`, size);
    for await (const chunk of createReadStream(path)) yield chunk as Buffer;
    yield tarFill(size);
  }
  yield TAR_END;
}

const packed = (folder: string): AsyncIterable<Buffer> =>
  Readable.from(archived(folder)).pipe(createGzip({ level: 6 }));

async function storePieces(
  { database }: LogSource,
  jobId: string,
  chunks: AsyncIterable<Buffer>,
): Promise<number> {
  let held: Buffer[] = [];
  let [heldBytes, bytes, pieces] = [0, 0, 0];
  const store = async () => {
    if (heldBytes > 0) await addPiece(database, jobId, pieces++, Buffer.concat(held));
    [held, heldBytes] = [[], 0];
  };
  for await (const chunk of chunks) {
    held.push(chunk);
    heldBytes += chunk.length;
    bytes += chunk.length;
    if (bytes > BYTES_MAX) throw new ExportTooLarge();
    if (heldBytes >= PIECE_BYTES) await store();
  }
  await store();
  return bytes;
}

export class ExportTooLarge extends Error {
  constructor() {
    super('The export is larger than one gibibyte. Ask for fewer rows, or use gw audit export.');
  }
}
