import type { Cancellation } from '#kernel';
import type { CellDoor } from '../cell/cell.js';

/**
 * Pages and pictures of a document, as they are billed: those of a PDF or an image, and of anything else one for
 * the document and one for each picture in it. @throws what is wrong with the document
 */
export async function measureDocument(
  cell: CellDoor,
  {
    bytes,
    filename,
    mediaType,
    ended,
  }: {
    readonly bytes: Uint8Array;
    readonly filename: string;
    readonly mediaType: string;
    readonly ended: Cancellation;
  },
): Promise<number> {
  const opened = await cell.run('openToRewrite', {
    documents: [bytes],
    options: { filename, mediaType },
    ended,
  });
  return 'pages' in opened ? opened.pages : 1 + opened.pictures.length;
}
