import { DocumentFault } from '../document-fault.js';
import { sniff, type DocumentKind } from './sniff.js';

/** Office files with a password are no archives any more, but a file system of their maker's, with a file of this name. */
const OLD_CONTAINER = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const LOCKED = Buffer.from('EncryptedPackage', 'utf16le');

/** @throws DocumentFault for what is of no kind that is read here */
export function kindOf(
  bytes: Uint8Array,
  { mediaType, filename }: { readonly mediaType: string; readonly filename: string },
): DocumentKind {
  const kind = sniff(bytes, mediaType, filename);
  if (kind !== null) return kind;
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const isLocked = all.subarray(0, 8).equals(OLD_CONTAINER) && all.includes(LOCKED);
  throw new DocumentFault(isLocked ? 'document_encrypted' : 'document_type_unsupported');
}
