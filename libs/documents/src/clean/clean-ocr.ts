import type { CleanedDocuments } from '#call';
import { replaceWithString, type JsonDocument } from '#kernel';
import { readOcr } from '#wire';
import { isDataUrl, readDataUrl } from '../intake/data-url.js';
import type { Cleaning } from './cleaning.js';
import { dataUrlOf } from './data-url-of.js';
import { placeEdits, type PlacedEdits } from './place-edits.js';

/**
 * The body of `/v1/ocr` with its document anonymized.
 * @returns null where it brings none: what lies elsewhere is for data protection to judge
 */
export async function cleanOcr(
  document: JsonDocument,
  cleaning: Cleaning,
): Promise<(Pick<PlacedEdits, 'text'> & CleanedDocuments) | null> {
  const { document: asked } = readOcr(document);
  if (asked.kind !== 'address' || !isDataUrl(asked.url)) return null;
  const { bytes, mediaType } = await readDataUrl(asked.url, asked.param);
  const clean = await cleaning.file({ bytes, mediaType, name: asked.name }, asked.param);
  const edits = [{ ...replaceWithString(asked.node, dataUrlOf(clean)), isClean: true }];
  if (asked.nameNode)
    edits.push({ ...replaceWithString(asked.nameNode, clean.name), isClean: true });
  const { text, spans } = placeEdits(document.text, edits);
  return { text, spans, found: cleaning.found };
}
