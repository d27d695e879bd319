import { AlikeDocument, type Edit, type JsonDocument } from '#kernel';

/** The edits that payloads of a stream get on their way to a caller of their own format, made once for all that are alike. */
export class OwnEdits {
  private base: JsonDocument | null = null;
  private edits: readonly Edit[] = [];

  /** @param make of a payload, by anything but its texts */
  constructor(private readonly make: (document: JsonDocument) => readonly Edit[]) {}

  of(document: JsonDocument): readonly Edit[] {
    if (!(document instanceof AlikeDocument)) return this.make(document);
    if (this.base !== document.base) {
      this.base = document.base;
      this.edits = this.make(document.base);
    }
    return this.edits.map((edit) => document.editLike(edit));
  }
}
