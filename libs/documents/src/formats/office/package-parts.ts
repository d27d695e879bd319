import type { Document, Element } from '@xmldom/xmldom';
import { posix } from 'node:path';
import type { Archive } from '../archive/open-archive.js';
import { elementsOf, localNameOf, readXml, removeNode, rootOf, writeXml } from '../xml/read-xml.js';

const CONTENT_TYPES = '[Content_Types].xml';
/** Namespace of attributes that name a relationship, in its two spellings. */
const RELATIONSHIPS = /\/relationships$/;

/** A relationship of a part, or of the package where the part is the empty name. */
export interface Relationship {
  readonly element: Element;
  readonly id: string;
  readonly isExternal: boolean;
  /** Name of a part, or an address outside. */
  readonly target: string;
}

/** An OOXML package: its parts by name, what they are and how they lead to each other. */
export class PackageParts {
  private readonly documents = new Map<string, Document>();
  private readonly types: Document;

  /** @throws DocumentFault */
  constructor(readonly archive: Archive) {
    this.types = readXml(archive.get(CONTENT_TYPES) ?? new Uint8Array());
  }

  get names(): readonly string[] {
    return [...this.archive.keys()].filter((name) => name !== CONTENT_TYPES);
  }

  /** Media type of a part, in lower case; empty where the package does not say. */
  typeOf(name: string): string {
    const extension = posix.extname(name).slice(1).toLowerCase();
    let byExtension = '';
    for (const element of elementsOf(rootOf(this.types))) {
      const type = (element.getAttribute('ContentType') ?? '').toLowerCase();
      if (samePart(element.getAttribute('PartName'), name)) return type;
      if (element.getAttribute('Extension')?.toLowerCase() === extension) byExtension = type;
    }
    return byExtension;
  }

  /** The tree of a part; the same one each time, and written with the package. @throws DocumentFault */
  document(name: string): Document {
    let document = this.documents.get(name);
    if (!document) {
      document = readXml(this.archive.get(name) ?? new Uint8Array());
      this.documents.set(name, document);
    }
    return document;
  }

  relationshipsOf(name: string): readonly Relationship[] {
    const file = relationshipsFile(name);
    if (!this.archive.has(file)) return [];
    return elementsOf(rootOf(this.document(file)))
      .filter((element) => localNameOf(element) === 'Relationship')
      .map((element) => {
        const isExternal = element.getAttribute('TargetMode') === 'External';
        const target = element.getAttribute('Target') ?? '';
        return {
          element,
          id: element.getAttribute('Id') ?? '',
          isExternal,
          target: isExternal ? target : resolvedTarget(name, target),
        };
      });
  }

  /** Takes a part out, with all that leads to it. */
  remove(name: string): void {
    this.archive.delete(name);
    this.documents.delete(name);
    this.archive.delete(relationshipsFile(name));
    this.documents.delete(relationshipsFile(name));
    for (const element of elementsOf(rootOf(this.types))) {
      if (samePart(element.getAttribute('PartName'), name)) removeNode(element);
    }
    for (const owner of ['', ...this.names]) {
      this.unlink(owner, ({ isExternal, target }) => !isExternal && target === name);
    }
  }

  /** Takes relationships of a part out, and the elements that stand for them. */
  unlink(owner: string, isMeant: (one: Relationship) => boolean): void {
    const meant = this.relationshipsOf(owner).filter(isMeant);
    if (meant.length === 0) return;
    const ids = new Set(meant.map(({ id }) => id));
    for (const { element } of meant) removeNode(element);
    if (owner !== '' && isXml(owner)) removeReferences(this.document(owner), ids);
  }

  /** @param type media type in place of what was said of the part */
  rename(name: string, to: string, bytes: Uint8Array, type: string): void {
    this.archive.delete(name);
    this.archive.set(to, bytes);
    for (const element of elementsOf(rootOf(this.types))) {
      if (samePart(element.getAttribute('PartName'), name)) removeNode(element);
    }
    const override = this.types.createElementNS(rootOf(this.types).namespaceURI, 'Override');
    override.setAttribute('PartName', `/${to}`);
    override.setAttribute('ContentType', type);
    rootOf(this.types).appendChild(override);
    for (const owner of ['', ...this.names]) {
      for (const { element, isExternal, target } of this.relationshipsOf(owner)) {
        if (!isExternal && target === name) element.setAttribute('Target', `/${to}`);
      }
    }
  }

  /** Writes every tree that was read back to its part. */
  toArchive(): Archive {
    const written: Archive = new Map([[CONTENT_TYPES, writeXml(this.types)]]);
    for (const [name, bytes] of this.archive) {
      if (name === CONTENT_TYPES) continue;
      const document = this.documents.get(name);
      written.set(name, document ? writeXml(document) : bytes);
    }
    return written;
  }
}

export const isXml = (name: string): boolean => /\.(?:xml|rels|vml)$/i.test(name);
export const isRelationships = (name: string): boolean => name.toLowerCase().endsWith('.rels');

const samePart = (said: string | null, name: string): boolean =>
  said?.toLowerCase() === `/${name}`.toLowerCase();

function relationshipsFile(name: string): string {
  const folder = posix.dirname(name);
  const base = posix.basename(name);
  if (name === '') return '_rels/.rels';
  return folder === '.' ? `_rels/${base}.rels` : `${folder}/_rels/${base}.rels`;
}

function resolvedTarget(owner: string, target: string): string {
  let plain: string;
  try {
    plain = decodeURIComponent(target.split('#')[0] ?? '');
  } catch {
    return target;
  }
  if (plain.startsWith('/')) return posix.normalize(plain.slice(1));
  return posix.normalize(posix.join(owner === '' ? '' : posix.dirname(owner), plain));
}

/** Lists that may not be empty in the format, once what they listed is gone. */
const LISTS: ReadonlySet<string> = new Set([
  'externalReferences',
  'pivotCaches',
  'controls',
  'oleObjects',
  'tableParts',
  'custDataLst',
  'embeddedFontLst',
]);

function removeReferences(document: Document, ids: ReadonlySet<string>): void {
  for (const element of elementsOf(rootOf(document)).toReversed()) {
    const leads = Array.from(element.attributes).some(
      ({ namespaceURI, value }) => RELATIONSHIPS.test(namespaceURI ?? '') && ids.has(value),
    );
    const isEmptyList = LISTS.has(localNameOf(element)) && !element.firstChild;
    if ((leads || isEmptyList) && element !== rootOf(document)) removeNode(element);
  }
}
