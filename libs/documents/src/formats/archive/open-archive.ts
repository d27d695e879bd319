import { Unzip, UnzipInflate, type UnzipFile } from 'fflate';
import { DocumentFault } from '../../document-fault.js';
import {
  ARCHIVE_BYTES_MAX,
  ZIP_ENTRIES_MAX,
  ENTRY_BYTES_MAX,
  RATIO_FROM_BYTES,
  RATIO_MAX,
} from '../../limits.js';

/** Parts by their names, in the order they stand in. */
export type Archive = Map<string, Uint8Array>;

/** Bytes that are inflated before the bounds are looked at again. */
const FEED_BYTES = 16_384;

/**
 * Inflates an archive within bounds that hold while it grows, whatever its head says of its sizes.
 * @throws DocumentFault
 */
export function openArchive(bytes: Uint8Array): Archive {
  const archive: Archive = new Map();
  const room = { left: ARCHIVE_BYTES_MAX };
  const unzip = new Unzip((file) => takePart(file, archive, room, bytes.length));
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += FEED_BYTES) {
      const to = Math.min(bytes.length, at + FEED_BYTES);
      unzip.push(bytes.subarray(at, to), to === bytes.length);
    }
  } catch (fault) {
    if (fault instanceof DocumentFault) throw fault;
    throw new DocumentFault('document_unreadable');
  }
  if (archive.size === 0) throw new DocumentFault('document_unreadable');
  return archive;
}

function takePart(
  file: UnzipFile,
  archive: Archive,
  room: { left: number },
  packedBytes: number,
): void {
  if (archive.size >= ZIP_ENTRIES_MAX) tooLarge();
  if (archive.has(file.name) || !isPlain(file.name)) {
    throw new DocumentFault('document_unreadable');
  }
  const isFolder = file.name.endsWith('/');
  const chunks: Uint8Array[] = [];
  let size = 0;
  archive.set(file.name, new Uint8Array());
  if (isFolder) archive.delete(file.name);
  file.ondata = (fault, chunk, isLast) => {
    // What was thrown in here while it inflated comes back as its fault.
    if (fault)
      throw fault instanceof DocumentFault ? fault : new DocumentFault('document_unreadable');
    size += chunk.length;
    room.left -= chunk.length;
    if (size > ENTRY_BYTES_MAX || room.left < 0) tooLarge();
    // A part whose head does not say how long it is packed is no longer than the archive.
    const packed = file.size ?? packedBytes;
    if (size > RATIO_FROM_BYTES && size > packed * RATIO_MAX) tooLarge();
    chunks.push(chunk);
    if (isLast && !isFolder) archive.set(file.name, joined(chunks, size));
  };
  file.start();
}

/** No way out of the archive, and no second spelling of a part's name. */
const isPlain = (name: string): boolean =>
  name !== '' &&
  !name.startsWith('/') &&
  !/[\\\0]/.test(name) &&
  !name.split('/').some((word) => word === '..' || word === '.');

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  if (chunks.length === 1) return chunks[0] as Uint8Array;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function tooLarge(): never {
  throw new DocumentFault('document_too_large_to_scan');
}
