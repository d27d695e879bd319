import { DocumentFault } from '../../document-fault.js';
import { TEXT_BYTES_MAX } from '../../limits.js';

/**
 * UTF-8 or UTF-16 by its mark, else as it is said to be written, else as Windows writes the letters of western Europe.
 * @param said name of an encoding, which may be none
 * @throws DocumentFault
 */
export function decodeText(bytes: Uint8Array, said?: string): string {
  if (bytes.length > TEXT_BYTES_MAX) throw new DocumentFault('document_too_large_to_scan');
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (said !== undefined && STATEFUL.test(said)) return decoderNamed(said).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decoderNamed(said ?? '').decode(bytes);
  }
}

/** Their bytes are all valid UTF-8, which says something else. */
const STATEFUL = /^iso-2022-jp/i;

function decoderNamed(name: string) {
  try {
    return new TextDecoder(name);
  } catch {
    return new TextDecoder('windows-1252');
  }
}

export const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text);
