import type { Content } from '../layout/blocks.js';

/** A page of a document that has no pixels: all of a letter, one slide, one sheet. */
export interface DocumentPage {
  /** Within its document, such as `slide 2`; none where the document is one page. */
  readonly name: string;
  readonly header: readonly Content[];
  readonly body: readonly Content[];
  readonly footer: readonly Content[];
  /** Pictures in it, whose words nobody read. */
  readonly pictures: number;
}

/** A document within another one: what was attached to a mail. */
export interface Attachment {
  readonly name: string;
  /** That the mail says; its bytes decide. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface ReadDocument {
  readonly pages: readonly DocumentPage[];
  readonly attachments: readonly Attachment[];
}

export const pageOf = (page: Partial<DocumentPage>): DocumentPage => ({
  name: '',
  header: [],
  body: [],
  footer: [],
  pictures: 0,
  ...page,
});

/** A document without others in it. */
export const documentOf = (pages: readonly DocumentPage[]): ReadDocument => ({
  pages,
  attachments: [],
});
