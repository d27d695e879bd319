import {
  replaceKey,
  replaceWithString,
  type Edit,
  type JsonDocument,
  type JsonNode,
  type JsonObject,
  type JsonString,
  type Steps,
} from '#kernel';
import { isFormal, type AnswerPlace, type ReplyEvent, type ReplyFrame } from '#wire';
import { dropThinking, flaggedThinking } from '../answers/flagged-thinking.js';
import { mayHoldCode } from '../pseudonyms/code.js';
import { joinedTexts } from './joined-texts.js';
import { isLimited, isText, restoreEvent, rulesOf, type Restoring } from './restoring.js';
import { restoreWhole } from './text-restorer.js';

const NONE: ReadonlySet<number> = new Set();

/** A complete answer: every string of it is restored, also where no event points to. */
export function* restoreWholeFrame(whole: ReplyFrame, restoring: Restoring): Steps<ReplyFrame> {
  const isCut = isLimited(whole);
  const frame = dropThinking(whole, yield* flaggedThinking(whole, restoring), restoring);
  const joined = yield* joinedTexts(frame.events, restoring, isCut);
  // What was put together of several answers has no payload: its events alone tell its texts.
  const told = new Map<number, Edit>();
  for (const [index, delta] of joined) {
    const event = frame.events[index];
    if (event && isText(event) && event.at) {
      told.set(event.at.start, replaceWithString(event.at, delta));
    }
  }
  const edits = frame.document ? yield* editsOf(frame.document, told, restoring, isCut) : [];
  if (frame.document && edits.length === 0 && (restoring.isSpliced || !restoring.guard)) {
    return frame;
  }
  const events: ReplyEvent[] = [];
  for (const [index, event] of frame.events.entries()) {
    const delta = joined.get(index);
    if (delta !== undefined && isText(event)) events.push({ ...event, delta });
    else events.push(yield* restoreEvent(event, eventRules(restoring, frame), isCut));
  }
  return { ...frame, edits: [...frame.edits, ...edits], events };
}

/** What a caller reads in the payload was looked through there: its events say it to nobody. */
const eventRules = (restoring: Restoring, { document }: ReplyFrame): Restoring =>
  document && restoring.isSpliced ? { ...restoring, guard: null } : restoring;

/** @param told edits for texts that are put back otherwise, by where these begin */
function* editsOf(
  document: JsonDocument,
  told: ReadonlyMap<number, Edit>,
  restoring: Restoring,
  isCut: boolean,
): Steps<Edit[]> {
  const edits = yield* restoreDocument(document, restoring, { isCut, skips: new Set(told.keys()) });
  if (told.size === 0) return edits;
  return dropEchoes(document, [...told.values(), ...edits], restoring);
}

export interface DocumentOptions {
  readonly isCut?: boolean;
  /** Where strings begin that are left to somebody else. */
  readonly skips?: ReadonlySet<number>;
}

export function* restoreDocument(
  document: JsonDocument,
  restoring: Restoring,
  { isCut = false, skips = NONE }: DocumentOptions = {},
): Steps<Edit[]> {
  const { texts } = restoring;
  const guard = restoring.isSpliced ? restoring.guard : null;
  const edits: Edit[] = [];
  // Tokens go with the text that they spell.
  const echoes = guard ? texts.tokenEchoes(document) : [];
  const isEcho = ({ start }: JsonNode) =>
    echoes.some((echo) => echo.start < start && start < echo.end);
  const rulesAt = (place: AnswerPlace) => ({
    ...rulesOf(restoring, place.sort, place.name),
    guard: isFormal(place) ? null : guard,
  });
  function* restoreText(node: JsonString, place: AnswerPlace): Steps<void> {
    const restored = yield* restoreWhole(rulesAt(place), node.value, isCut);
    if (restored !== node.value) edits.push(replaceWithString(node, restored));
  }
  function* restoreKey(key: string, value: JsonNode, place: AnswerPlace): Steps<void> {
    const restored = yield* restoreWhole(rulesAt({ ...place, name: '' }), key);
    if (restored !== key) edits.push(replaceKey(document.text, value, restored));
  }
  function* refuseSigned({ values }: JsonObject): Steps<void> {
    const rules = { ...rulesOf(restoring, 'thinking'), vault: null, isSigned: true };
    for (const value of values) {
      if (value.kind === 'string') yield* restoreWhole(rules, value.value);
    }
  }
  yield* texts.visitAnswer(document.root, {
    text(node, place) {
      if (skips.has(node.start) || isEcho(node)) return undefined;
      return guard || isCut || mayHoldCode(node.value) ? restoreText(node, place) : undefined;
    },
    key({ keys, values }, index, place) {
      const key = keys[index] as string;
      const mayHoldValue = (guard && place.isFree) || mayHoldCode(key);
      return mayHoldValue ? restoreKey(key, values[index] as JsonNode, place) : undefined;
    },
    ...(guard && {
      *number(node: JsonNode, place: AnswerPlace): Steps<void> {
        const literal = document.text.slice(node.start, node.end);
        const shown = yield* restoreWhole({ ...rulesAt(place), vault: null }, literal);
        if (shown !== literal) edits.push(replaceWithString(node, shown));
      },
      file: () => guard.markUnscanned(),
      // Where its caller gives it back, its events were looked through.
      ...(!restoring.keepsThinking && { signed: refuseSigned }),
    }),
  });
  return edits.length === 0 ? edits : dropEchoes(document, edits, restoring);
}

/** Their tokens spell the pseudonyms, and no longer add up to the text. */
export function dropEchoes(
  document: JsonDocument,
  edits: readonly Edit[],
  { texts }: Restoring,
): Edit[] {
  const echoes = texts.tokenEchoes(document);
  const isOutside = (edit: Edit) =>
    !echoes.some((echo) => edit.start >= echo.start && edit.end <= echo.end);
  const gone = echoes.map(({ start, end }) => ({
    start,
    end,
    text: document.text.startsWith('[', start) ? '[]' : 'null',
  }));
  return [...edits.filter(isOutside), ...gone];
}
