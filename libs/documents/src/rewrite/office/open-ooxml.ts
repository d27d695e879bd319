import type { OpenDocument } from '../edit.js';
import { openArchive } from '../../formats/archive/open-archive.js';
import { writeArchive } from '../archive/write-archive.js';
import { Story } from '../story.js';
import { xmlStories, type XmlGrammar } from '../xml/xml-story.js';
import { NO_PROSE, SHEETS, SLIDES, WORD } from '../xml/xml-grammars.js';
import { mainPart } from '../../readers/office-parts.js';
import { localNameOf, rootOf } from '../../formats/xml/read-xml.js';
import { documentOf } from '../document-of.js';
import { isKept, isPicture, isUnread } from './kept-parts.js';
import { linkSlot } from './link-slot.js';
import { isRelationships, PackageParts } from '../../formats/office/package-parts.js';
import { inlineStrings, sheetStories } from './sheet.js';
import { stripMarks } from './strip-marks.js';

const PNG = 'image/png';

export type OoxmlKind = 'docx' | 'pptx' | 'xlsx';

const GRAMMAR_OF: Readonly<Record<OoxmlKind, XmlGrammar>> = {
  docx: WORD,
  pptx: SLIDES,
  xlsx: SHEETS,
};

/**
 * A document of Word, PowerPoint or Excel, to be changed in place: its forms stay, its words can be replaced.
 * What is no words and no picture (macros, embedded files, caches, properties, earlier versions, custom XML)
 * is not in what is written. @throws DocumentFault
 */
export function openOoxml(kind: OoxmlKind, bytes: Uint8Array): OpenDocument {
  const parts = new PackageParts(openArchive(bytes));
  mainPart(parts); // What is not there cannot be read again either.
  if (kind === 'xlsx') inlineStrings(parts);
  const pictures: string[] = [];
  for (const name of parts.names) {
    if (isRelationships(name)) continue;
    const type = parts.typeOf(name);
    if (isPicture(type)) pictures.push(name);
    else if (!isKept(type)) parts.remove(name);
  }
  // A thumbnail is a picture of the first page, and belongs to nothing that is shown.
  parts.unlink(
    '',
    ({ element }) => element.getAttribute('Type')?.endsWith('/officeDocument') !== true,
  );
  const shown = pictures.filter((name) => isLinked(parts, name) || drop(parts, name));
  const { prose, loose } = storiesOf(parts, GRAMMAR_OF[kind]);
  return documentOf({
    prose,
    loose,
    pictures: shown.map((name) => parts.archive.get(name) ?? new Uint8Array()),
    write(given) {
      for (const [index, name] of shown.entries()) {
        const picture = given[index];
        if (picture) parts.rename(name, pictureName(name, index), picture, PNG);
        else parts.remove(name);
      }
      return writeArchive(parts.toArchive());
    },
  });
}

const isLinked = (parts: PackageParts, picture: string): boolean =>
  parts.names.some((owner) =>
    parts
      .relationshipsOf(owner)
      .some(({ target, isExternal }) => !isExternal && target === picture),
  );

function drop(parts: PackageParts, name: string): false {
  parts.remove(name);
  return false;
}

/** The name of a picture's file is often that of whom it shows. */
const pictureName = (name: string, index: number): string =>
  `${name.split('/')[0] ?? 'word'}/media/picture${index + 1}.png`;

function storiesOf(
  parts: PackageParts,
  grammar: XmlGrammar,
): { readonly prose: readonly Story[]; readonly loose: readonly Story[] } {
  const prose: Story[] = [];
  const loose: Story[] = [];
  for (const name of parts.names) {
    if (isRelationships(name)) continue;
    const type = parts.typeOf(name);
    if (isPicture(type)) continue;
    const document = parts.document(name);
    stripMarks(document);
    for (const { element, isExternal } of parts.relationshipsOf(name)) {
      if (isExternal) prose.push(linkStory(element));
    }
    const isSheet = localNameOf(rootOf(document)) === 'worksheet';
    if (isSheet) prose.push(...sheetStories(document));
    const stories = xmlStories(
      document,
      isUnread(type) ? NO_PROSE : grammar,
      isSheet ? 'sheetData' : undefined,
    );
    prose.push(...stories.prose);
    loose.push(...stories.loose);
  }
  return { prose, loose };
}

function linkStory(element: Parameters<typeof linkSlot>[0]): Story {
  const story = new Story();
  story.add(linkSlot(element));
  return story;
}
