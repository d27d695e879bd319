import type { CleanedDocuments, InjectionFinding, InjectionMode } from '#call';
import type { JsonNode, Steps } from '#kernel';
import { FINDINGS_OF_CALL_MAX } from '../limits.js';
import type { BodyText } from '../inspect/body-texts.js';
import { dataIn, type DataPlace } from '../walk/data-in.js';
import { findHidden, without } from './hidden-characters.js';
import type { Suspicion } from './kinds.js';

export interface DataLook {
  readonly mode: Exclude<InjectionMode, 'off'>;
  /** Where texts of documents stand that came to be texts of a message. */
  readonly documents: CleanedDocuments['spans'];
  /** Finds where a text speaks to a model, or knows it from before. */
  readonly find: (text: string) => Steps<readonly Suspicion[]>;
}

/**
 * Looks through what of a body is data. Where hidden characters are to be taken out, adds the new texts to `rewritten`, by
 * their place in `texts`.
 */
export function* lookThroughData(
  root: JsonNode,
  texts: readonly BodyText[],
  { mode, documents, find }: DataLook,
  rewritten: Map<number, string>,
): Steps<readonly InjectionFinding[]> {
  const found: InjectionFinding[] = [];
  for (const [index, one] of texts.entries()) {
    const { text, node } = one;
    const place: DataPlace | null = isWithinAny(node, documents) ? 'document' : dataIn(root, node);
    if (!place) continue;
    const suspicions = yield* find(text);
    for (const { kind, start: offset, score } of suspicions) {
      if (found.length < FINDINGS_OF_CALL_MAX) found.push({ kind, place, offset, score });
    }
    const isHiding = suspicions.some(({ kind }) => kind === 'hidden_unicode');
    if (mode === 'flag' || !isHiding || !isFree(one)) continue;
    const shown = rewritten.get(index) ?? text;
    rewritten.set(index, without(shown, yield* findHidden(shown)));
  }
  return found;
}

const isWithinAny = ({ start }: JsonNode, spans: DataLook['documents']): boolean =>
  spans.some((span) => span.start <= start && start < span.end);

/** A key, a signed text or a fixed word means something else when a character of it is gone. */
const isFree = ({ isFixed, unit, owner }: BodyText): boolean => !isFixed && !unit && !owner;
