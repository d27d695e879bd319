import { openArchive } from '../../formats/archive/open-archive.js';
import { PackageParts } from '../../formats/office/package-parts.js';
import { childElements, elementsNamed, valueOf } from '../../formats/xml/find-in-xml.js';
import { rootOf } from '../../formats/xml/read-xml.js';
import type { Content } from '../../layout/blocks.js';
import { documentOf, pageOf, type ReadDocument } from '../document-page.js';
import { mainPart, partOfType } from '../office-parts.js';
import { onOneLine, paragraph, plainOf } from '../words.js';
import { Numbering } from './numbering.js';
import { newStory, StoryReader } from './story-reader.js';
import { stylesOf } from './styles.js';

/**
 * A letter of Word: its text, then its notes and comments; headers and footers apart. What was deleted or is hidden
 * is not read, nor is anything that lies elsewhere. @throws DocumentFault
 */
export function readDocx(bytes: Uint8Array): ReadDocument {
  const parts = new PackageParts(openArchive(bytes));
  const main = mainPart(parts);
  const rootOfType = (type: string) => {
    const name = partOfType(parts, main, type);
    return name === undefined ? undefined : rootOf(parts.document(name));
  };
  const story = newStory(stylesOf(rootOfType('styles')), new Numbering(rootOfType('numbering')));
  const read = (name: string): readonly Content[] =>
    new StoryReader(parts, name, story).blocksIn(rootOf(parts.document(name)));
  const body = read(main);
  const sourceOf = (type: string) => {
    const name = partOfType(parts, main, type);
    if (name === undefined) return undefined;
    const elements = childElements(rootOf(parts.document(name)));
    return {
      reader: new StoryReader(parts, name, story),
      elements: new Map(elements.map((element) => [valueOf(element, 'id') ?? '', element])),
    };
  };
  const sources = { footnotes: sourceOf('footnotes'), endnotes: sourceOf('endnotes') };
  const notes: Content[] = [];
  // Notes may have notes of their own; each is told once.
  for (let at = 0; at < story.notes.length; at++) {
    const note = story.notes[at];
    const source = note && sources[note.part];
    const element = source?.elements.get(note?.id ?? '');
    if (!source || !element) continue;
    const text = plainOf(source.reader.blocksIn(element));
    notes.push(paragraph(`[^${at + 1}]: ${onOneLine(text)}`));
  }
  return documentOf([
    pageOf({
      header: marginsOf(parts, main, 'header', read),
      body: [...body, ...notes, ...commentsOf(parts, main, story)],
      footer: marginsOf(parts, main, 'footer', read),
      pictures: story.pictures,
    }),
  ]);
}

/** Of all sections; most repeat each other. */
function marginsOf(
  parts: PackageParts,
  main: string,
  kind: 'header' | 'footer',
  read: (name: string) => readonly Content[],
): readonly Content[] {
  const seen = new Set<string>();
  return parts
    .relationshipsOf(main)
    .filter(({ element }) => valueOf(element, 'Type')?.endsWith(`/${kind}`))
    .filter(({ target }) => parts.archive.has(target))
    .map(({ target }) => read(target))
    .filter((contents) => {
      const text = plainOf(contents);
      return text !== '' && seen.size < seen.add(text).size;
    })
    .flat();
}

function commentsOf(
  parts: PackageParts,
  main: string,
  story: ReturnType<typeof newStory>,
): readonly Content[] {
  const name = partOfType(parts, main, 'comments');
  if (name === undefined) return [];
  const reader = new StoryReader(parts, name, story);
  return elementsNamed(rootOf(parts.document(name)), 'comment').flatMap((comment) => {
    const text = onOneLine(plainOf(reader.blocksIn(comment)));
    const author = onOneLine(valueOf(comment, 'author') ?? '');
    return text === '' ? [] : [paragraph(`[comment${author && ` by ${author}`}: ${text}]`)];
  });
}
