import type { SearchedText } from '#call';
import { hasLeak } from '../anonymize/leak-scan.js';
import type { Rewriting } from '../anonymize/anonymize-texts.js';
import { openDocument, type RewritableKind } from '../rewrite/open-document.js';

/** A document that is rewritten in this process: what cells do, without cells. */
export function inProcess(kind: RewritableKind, bytes: Uint8Array): Rewriting<Uint8Array> {
  const textsOf = (read: Uint8Array): readonly SearchedText[] => openDocument(kind, read).texts;
  return {
    texts: textsOf(bytes),
    write: (edits) => {
      const document = openDocument(kind, bytes);
      return Promise.resolve(
        document.write(
          edits,
          document.pictures.map(() => null),
        ),
      );
    },
    lookAgain: (written, values) =>
      Promise.resolve({ texts: textsOf(written), isLeaking: hasLeak(written, values) }),
  };
}
