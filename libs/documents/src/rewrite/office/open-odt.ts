import type { Document } from '@xmldom/xmldom';
import { openArchive, type Archive } from '../../formats/archive/open-archive.js';
import { writeArchive } from '../archive/write-archive.js';
import { documentOf } from '../document-of.js';
import type { OpenDocument } from '../edit.js';
import { Story } from '../story.js';
import {
  childrenOf,
  elementsOf,
  isElement,
  localNameOf,
  readXml,
  removeNode,
  rootOf,
  writeXml,
} from '../../formats/xml/read-xml.js';
import { OPEN_DOCUMENT } from '../xml/xml-grammars.js';
import { xmlStories } from '../xml/xml-story.js';

const MIMETYPE = 'mimetype';
const MANIFEST = 'META-INF/manifest.xml';
const READ = ['content.xml', 'styles.xml'];
const PICTURES = 'Pictures/';
const NO_WORDS = new TextEncoder().encode('');

/** Earlier text, who wrote what, programs within the document, and forms that ask elsewhere. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'tracked-changes',
  'change',
  'change-start',
  'change-end',
  'scripts',
  'event-listeners',
  'forms',
  'dde-connection-decls',
  'object',
  'object-ole',
  'plugin',
  'applet',
  'font-face-uri',
]);

/**
 * A text of OpenDocument: what it says and how it looks, with its pictures. Properties, settings, the picture
 * of its first page, embedded objects and earlier versions are not in what is written. @throws DocumentFault
 */
export function openOdt(bytes: Uint8Array): OpenDocument {
  const archive = openArchive(bytes);
  const documents = new Map<string, Document>();
  for (const name of READ) {
    const part = archive.get(name);
    if (part) documents.set(name, readXml(part));
  }
  const pictures = [...archive.keys()].filter((name) => name.startsWith(PICTURES));
  const prose: Story[] = [];
  const loose: Story[] = [];
  for (const document of documents.values()) {
    strip(document);
    const stories = xmlStories(document, OPEN_DOCUMENT);
    prose.push(...stories.prose);
    loose.push(...stories.loose);
  }
  return documentOf({
    prose,
    loose,
    pictures: pictures.map((name) => archive.get(name) ?? NO_WORDS),
    write(given) {
      const written: Archive = new Map();
      written.set(MIMETYPE, archive.get(MIMETYPE) ?? NO_WORDS);
      const names = new Map<string, string>();
      for (const [index, name] of pictures.entries()) {
        const picture = given[index];
        if (!picture) continue;
        const to = `${PICTURES}picture${index + 1}.png`;
        names.set(name, to);
        written.set(to, picture);
      }
      for (const [name, document] of documents) {
        repoint(document, names);
        written.set(name, writeXml(document));
      }
      written.set(MANIFEST, manifestOf(written));
      return writeArchive(written, new Set([MIMETYPE]));
    },
  });
}

function strip(document: Document): void {
  for (const element of elementsOf(rootOf(document))) {
    const name = localNameOf(element);
    if (element !== rootOf(document) && LEFT_OUT.has(name)) removeNode(element);
    else if (name === 'creator' || name === 'creator-initials') element.textContent = 'Author';
    for (const child of childrenOf(element)) {
      if (!isElement(child) && (child.nodeType === 7 || child.nodeType === 8)) removeNode(child);
    }
  }
}

/** Pictures by their new names; one that was taken out, or that lies elsewhere, is gone with its frame's content. */
function repoint(document: Document, names: ReadonlyMap<string, string>): void {
  for (const element of elementsOf(rootOf(document))) {
    if (localNameOf(element) !== 'image') continue;
    const attribute = Array.from(element.attributes).find((one) => one.localName === 'href');
    const to = names.get(attribute?.value.replace(/^\.\//, '') ?? '');
    if (attribute && to) element.setAttribute(attribute.name, to);
    else removeNode(element);
  }
}

function manifestOf(archive: Archive): Uint8Array {
  const type = new TextDecoder().decode(archive.get(MIMETYPE) ?? NO_WORDS).trim();
  const entries = [...archive.keys()]
    .filter((name) => name !== MIMETYPE)
    .map((name) => entryOf(name, name.endsWith('.png') ? 'image/png' : 'text/xml'));
  const space = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0';
  const xml = `<manifest:manifest xmlns:manifest="${space}" manifest:version="1.2">${entryOf('/', type)}${entries.join('')}</manifest:manifest>`;
  const document = readXml(new TextEncoder().encode(xml));
  return writeXml(document);
}

const entryOf = (path: string, type: string): string =>
  `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${type}"/>`;
