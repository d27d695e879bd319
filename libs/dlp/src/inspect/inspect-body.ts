import {
  applyEdits,
  changeMembers,
  jsonPath,
  objectOf,
  parseSteps,
  type JsonDocument,
  type JsonNode,
  type Steps,
} from '#kernel';
import type { CleanedDocuments, InjectionFinding } from '#call';
import type { TextGrammar } from '#wire';
import { lookThroughData, type DataLook } from '../injection/request-data.js';
import { SLICE_CHARS } from '../limits.js';
import { DataPlaces } from '../walk/data-in.js';
import { isSaidByOthers } from '../walk/is-said-by-others.js';
import { placeIn } from '../walk/place-in.js';
import { editsOf, type BodyTexts } from './body-texts.js';
import { BESIDE } from './operation-texts.js';
import { inspectTexts, type Verdict } from './inspect-texts.js';
import type { Job, PlacedText } from './inspection-job.js';
import { refuseTokens, refuseUnread, type Rules } from './rules.js';
import { runsOf, turnsOf } from './runs.js';

/** The gateway's own member of a request body; no provider sees it. */
const EXTENSION: ReadonlySet<string> = new Set(['gw']);

export interface InspectedBody {
  readonly verdict: Verdict;
  /** What goes on; the very document where nothing was replaced. */
  readonly inspected: JsonDocument;
  /** New texts of `beside`, by their place in it. */
  readonly besideRewritten: ReadonlyMap<number, string>;
  /** Something passes that was not read. */
  readonly isUnread: boolean;
  /** Where its data speaks to the model; undefined where nobody wants to know. */
  readonly injections: readonly InjectionFinding[] | undefined;
}

/** A JSON body with what `collectTexts` found in it. */
export interface ReadBody {
  readonly document: JsonDocument;
  readonly grammar: TextGrammar;
  readonly read: BodyTexts;
  /** Where nothing stands that has to be read. */
  readonly cleaned: CleanedDocuments['spans'];
  /** Where texts of documents stand that came to be texts of a message; in order, none crossing another. */
  readonly documents: CleanedDocuments['spans'];
  /** Null where nobody wants to know whether data speaks to the model. */
  readonly data: DataLook | null;
}

const isClean = ({ start, end }: JsonNode, spans: CleanedDocuments['spans']): boolean =>
  spans.some((span) => span.start <= start && end <= span.end);

/**
 * Inspects a JSON body and brings what replaces the values into it. It is parsed anew when something
 * was replaced, so that later edits cannot collide with these.
 */
export function* inspectBody(
  { document, grammar, read, cleaned, documents, data }: ReadBody,
  rules: Rules & Pick<Job, 'terms' | 'marked'>,
  beside: readonly PlacedText[],
): Steps<InspectedBody> {
  const { root } = document;
  const { texts, hasUnread, token } = read;
  const places = new DataPlaces(root, documents);
  const files = read.files.filter(({ node }) => !isClean(node, cleaned));
  if (token) refuseTokens(rules, rules.terms !== null, jsonPath(root, token));
  refuseUnread(
    rules,
    files.map(({ node, kind }) => ({ kind, pathOf: () => jsonPath(root, node) })),
  );
  const pathOf = (index: number) => {
    const text = texts[index];
    return text ? jsonPath(root, text.node) : (beside[index - texts.length]?.path ?? '');
  };
  const verdict = yield* inspectTexts({
    ...rules,
    texts: [...texts, ...beside],
    runs: yield* runsOf(texts),
    turns: yield* turnsOf(root, texts),
    pathOf,
    isSaidByOthers: (index) => {
      const text = texts[index];
      return text !== undefined && isSaidByOthers(root, text.node, places);
    },
    placeOf: (index) => {
      const text = texts[index];
      return text ? placeIn(root, text.node, grammar.request) : BESIDE;
    },
  });
  const { inBody, besideRewritten } = splitAt(texts.length, verdict.rewritten);
  const injections = data ? yield* lookThroughData(read, places, data, inBody) : undefined;
  const edits = yield* editsOf(document, texts, inBody);
  const object = objectOf(root);
  if (object?.keys.includes('gw')) edits.push(...changeMembers(object, EXTENSION));
  const isUnread = hasUnread || token !== null || files.length > 0 || verdict.hasUnread;
  const looked = { verdict, besideRewritten, isUnread, injections };
  if (edits.length === 0) return { ...looked, inspected: document };
  if (document.text.length > SLICE_CHARS) yield;
  const text = applyEdits(document.text, edits);
  if (text.length > SLICE_CHARS) yield;
  return { ...looked, inspected: yield* parseSteps(text) };
}

function splitAt(bodyTexts: number, rewritten: ReadonlyMap<number, string>) {
  const inBody = new Map<number, string>();
  const besideRewritten = new Map<number, string>();
  for (const [index, text] of rewritten) {
    if (index < bodyTexts) inBody.set(index, text);
    else besideRewritten.set(index - bodyTexts, text);
  }
  return { inBody, besideRewritten };
}
