import {
  isNull,
  itemsOf,
  member,
  numberOf,
  stringOf,
  type GatewayError,
  type JsonDocument,
  type JsonNode,
} from '#kernel';
import { refuse } from '#kernel';
import { isAbsent, readFlag, rootOf } from '../check-request.js';

/** What the body of `/v1/ocr` asks for. */
export interface OcrRequest {
  readonly document: OcrDocument;
  /** From 0, in the caller's order, each once; null for all. */
  readonly pages: readonly number[] | null;
  readonly includesImages: boolean;
  readonly imagesMax: number | null;
  /** Width and height, in pixels. */
  readonly imageSizeMin: number;
  readonly tables: 'inline' | 'markdown' | 'html';
  readonly partsHeader: boolean;
  readonly partsFooter: boolean;
  readonly includesBlocks: boolean;
  readonly confidence: 'page' | 'word' | null;
  /** The first member that asks for what only some models do, such as annotations. */
  readonly beyond: string | undefined;
}

export type OcrDocument =
  | {
      readonly kind: 'address';
      readonly url: string;
      readonly param: string;
      readonly name: string;
      /** Where the address stands. */
      readonly node: JsonNode;
      readonly nameNode: JsonNode | undefined;
    }
  | { readonly kind: 'stored'; readonly param: string };

const PAGES_MAX = 10_000; // Of the longest documents that anybody has read in one call.
const IMAGE_SIZE_MAX = 100_000;

/** @throws field_invalid, with the member at fault */
export function readOcr(document: JsonDocument): OcrRequest {
  const root = rootOf(document);
  const table = readWord(root, 'table_format', ['markdown', 'html']);
  const granularity = readWord(root, 'confidence_scores_granularity', ['page', 'word', 'block']);
  const annotations = ['bbox_annotation_format', 'document_annotation_format'];
  return {
    document: readDocument(member(root, 'document')),
    pages: readPages(member(root, 'pages')),
    includesImages: readFlag(root, 'include_image_base64'),
    imagesMax: readNumber(root, 'image_limit', IMAGE_SIZE_MAX),
    imageSizeMin: readNumber(root, 'image_min_size', IMAGE_SIZE_MAX) ?? 0,
    tables: table ?? 'inline',
    partsHeader: readFlag(root, 'extract_header'),
    partsFooter: readFlag(root, 'extract_footer'),
    includesBlocks: readFlag(root, 'include_blocks'),
    confidence: granularity === 'block' ? 'page' : (granularity ?? null),
    beyond:
      annotations.find((name) => !isAbsent(member(root, name))) ??
      (granularity === 'block' ? 'confidence_scores_granularity' : undefined),
  };
}

function readDocument(node: JsonNode | undefined): OcrDocument {
  const type = stringOf(member(node, 'type'));
  // Clients of older versions leave the type out.
  const is = (word: string): boolean =>
    type === word || (type === undefined && !!member(node, word));
  if (is('document_url')) {
    const address = member(node, 'document_url');
    const url = stringOf(address);
    const nameNode = member(node, 'document_name');
    const name = stringOf(nameNode) ?? '';
    const param = 'document.document_url';
    if (address && url) return { kind: 'address', url, param, name, node: address, nameNode };
    throw invalid(param, 'must be an address or a data: URL');
  }
  if (is('image_url')) {
    const image = member(node, 'image_url');
    const isBare = stringOf(image) !== undefined;
    const address = isBare ? image : member(image, 'url');
    const url = stringOf(address);
    const param = isBare ? 'document.image_url' : 'document.image_url.url';
    if (address && url) {
      return { kind: 'address', url, param, name: '', node: address, nameNode: undefined };
    }
    throw invalid(param, 'must be an address or a data: URL');
  }
  if (type === 'file') return { kind: 'stored', param: 'document.file_id' };
  throw invalid('document', 'must be an object of type document_url or image_url');
}

/** A number, a range such as `0-3`, or a list of both; also as one text with commas. */
function readPages(node: JsonNode | undefined): readonly number[] | null {
  if (isAbsent(node)) return null;
  const items = node?.kind === 'array' ? itemsOf(node) : node ? [node] : [];
  const pages = new Set<number>();
  for (const item of items) {
    const number = numberOf(item);
    const ranges = number !== undefined ? [String(number)] : (stringOf(item)?.split(',') ?? ['']);
    for (const range of ranges) addRange(pages, range);
  }
  if (pages.size === 0) throw invalid('pages', 'must name a page');
  return [...pages];
}

function addRange(pages: Set<number>, text: string): void {
  const [, first, last = first] = /^\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?$/.exec(text) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (first === undefined || from > to || to >= PAGES_MAX) {
    throw invalid('pages', 'must be page numbers from 0, or ranges such as 0-3');
  }
  for (let page = from; page <= to; page++) pages.add(page);
}

function readNumber(root: JsonNode, name: string, most: number): number | null {
  const node = member(root, name);
  if (isAbsent(node)) return null;
  const value = numberOf(node);
  if (value !== undefined && Number.isSafeInteger(value) && value >= 0 && value <= most) {
    return value;
  }
  throw invalid(name, 'must be a whole number');
}

function readWord<Word extends string>(
  root: JsonNode,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const node = member(root, name);
  if (!node || isNull(node)) return undefined;
  const found = words.find((word) => word === stringOf(node));
  if (found) return found;
  throw invalid(name, `must be ${words.join(' or ')}`);
}

const invalid = (param: string, fault: string): GatewayError =>
  refuse('field_invalid', { message: `${param} ${fault}.`, param });
