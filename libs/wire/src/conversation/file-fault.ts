import { documentFormatOf } from '../converse/media.js';
import type { Protocol } from '../protocol.js';
import type { RequestPart } from './conversation.js';
import {
  BYTES_ALONE,
  DOCUMENT_KINDS,
  KEPT_ELSEWHERE,
  NO_ADDRESS,
  NO_IDS,
  NO_IMAGE_IDS,
  TEXTS_ALONE,
} from './file-refusals.js';
import { isKept, isText } from './source.js';

/** What is shown beside words. */
export type ShownPart = Extract<RequestPart, { readonly type: 'image' | 'file' }>;

type Judge = (part: ShownPart) => string | undefined;

const imageIds: Judge = ({ type, source }) =>
  type === 'image' && source.kind === 'id' ? NO_IMAGE_IDS : undefined;

/** Of formats that do not take what lies anywhere. */
const JUDGES: { readonly [Target in Protocol]?: Judge } = {
  chat: imageIds,
  mistral: imageIds,
  gemini: ({ source }) => {
    const isElsewhere = source.kind === 'id' || (source.kind === 'url' && isKept(source.url));
    return isElsewhere ? KEPT_ELSEWHERE : undefined;
  },
  cohere: ({ type, source }) => {
    if (type === 'file') return isText(source) ? undefined : TEXTS_ALONE;
    return source.kind === 'id' ? NO_IDS : undefined;
  },
  converse: (part) => {
    if (part.source.kind === 'url') return BYTES_ALONE;
    if (part.source.kind === 'id') return NO_IDS;
    return part.type === 'file' && !documentFormatOf(part) ? DOCUMENT_KINDS : undefined;
  },
};

/** Why the format of a provider cannot take what is shown from where it lies; undefined where it can. */
export function fileFault(part: ShownPart, target: Protocol): string | undefined {
  if (part.source.kind === 'url' && !URL.canParse(part.source.url)) return NO_ADDRESS;
  return JUDGES[target]?.(part);
}
