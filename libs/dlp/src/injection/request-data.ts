import type { CleanedDocuments, InjectionFinding, InjectionMode } from '#call';
import type { JsonNode, Steps } from '#kernel';
import type { BodyText } from '../inspect/body-texts.js';
import { newPace, spend } from '../inspect/pace.js';
import { FINDINGS_OF_CALL_MAX, TEXT_COST_CHARS } from '../limits.js';
import { isWithin } from '../scan/stretches.js';
import { DataPlaces, type DataPlace } from '../walk/data-in.js';
import { withoutHidden } from './hidden-characters.js';
import type { Suspicion } from './kinds.js';
import { findOverEnds, type Find } from './over-ends.js';

export interface DataLook {
  readonly mode: Exclude<InjectionMode, 'off'>;
  /** Where texts of documents stand that came to be texts of a message; in order, none crossing another. */
  readonly documents: CleanedDocuments['spans'];
  /** Finds where a text speaks to a model, or knows it from before. */
  readonly find: Find;
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
  const places = new DataPlaces(root);
  const inDocuments = documents.flatMap(({ start, end }) => [start, end]);
  const pace = newPace();
  let last: { readonly place: DataPlace; readonly text: string } | null = null;
  const add = ({ kind, start: offset, score }: Suspicion, place: DataPlace): void => {
    if (found.length < FINDINGS_OF_CALL_MAX) found.push({ kind, place, offset, score });
  };
  for (const [index, one] of texts.entries()) {
    const { text, node } = one;
    yield* spend(pace, TEXT_COST_CHARS);
    const place = isWithin(inDocuments, node.start, node.end) ? 'document' : places.of(node);
    if (!place) continue;
    yield* spend(pace, text.length);
    // Names that follow one another are no sentence.
    const isSaid = !one.owner;
    const over =
      isSaid && last?.place === place ? yield* findOverEnds(last.text, text, find) : null;
    if (over) add(over, place);
    if (isSaid) last = { place, text };
    const suspicions = yield* find(text);
    for (const suspicion of suspicions) add(suspicion, place);
    const isHiding = suspicions.some(({ kind }) => kind === 'hidden_unicode');
    if (mode === 'flag' || !isHiding || !isFree(one)) continue;
    rewritten.set(index, yield* withoutHidden(rewritten.get(index) ?? text));
  }
  return found;
}

/** A key, a signed text or a fixed word means something else when a character of it is gone. */
const isFree = ({ isFixed, unit, owner }: BodyText): boolean => !isFixed && !unit && !owner;
