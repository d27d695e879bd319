import type { InjectionFinding, InjectionMode } from '#call';
import type { Steps } from '#kernel';
import type { BodyText, BodyTexts } from '../inspect/body-texts.js';
import { newPace, spend } from '../inspect/pace.js';
import { FINDINGS_OF_CALL_MAX, TEXT_COST_CHARS } from '../limits.js';
import type { DataPlace, DataPlaces } from '../walk/data-in.js';
import { withoutHidden } from './hidden-characters.js';
import type { Suspicion } from './kinds.js';
import { OverEnds, type Find } from './over-ends.js';

export interface DataLook {
  readonly mode: Exclude<InjectionMode, 'off'>;
  /** Finds where a text speaks to a model, or knows it from before. */
  readonly find: Find;
}

/**
 * Looks through what of a body is data. Where hidden characters are to be taken out, adds the new texts to `rewritten`, by
 * their place in `texts`.
 */
export function* lookThroughData(
  { texts, plainKeys }: Pick<BodyTexts, 'texts' | 'plainKeys'>,
  places: DataPlaces,
  { mode, find }: DataLook,
  rewritten: Map<number, string>,
): Steps<readonly InjectionFinding[]> {
  const found: InjectionFinding[] = [];
  const pace = newPace();
  const overEnds = new OverEnds(find);
  let before: DataPlace | null = null;
  const add = ({ kind, start: offset, score }: Suspicion, place: DataPlace): void => {
    if (found.length < FINDINGS_OF_CALL_MAX) found.push({ kind, place, offset, score });
  };
  for (const [index, one] of texts.entries()) {
    const { text, node } = one;
    yield* spend(pace, TEXT_COST_CHARS);
    const place = places.of(node);
    if (!place) continue;
    yield* spend(pace, text.length);
    // Names that follow one another are no sentence, nor are ids.
    if (!one.owner && !one.isFixed) {
      if (place !== before) overEnds.clear();
      before = place;
      const over = yield* overEnds.add(text);
      if (over) add(over, place);
    }
    const suspicions = yield* find(text);
    for (const suspicion of suspicions) add(suspicion, place);
    const isHiding = suspicions.some(({ kind }) => kind === 'hidden_unicode');
    if (mode === 'flag' || !isHiding || !isFree(one)) continue;
    rewritten.set(index, yield* withoutHidden(rewritten.get(index) ?? text));
  }
  for (const { node, text } of plainKeys) {
    yield* spend(pace, text.length + TEXT_COST_CHARS);
    const place = places.of(node);
    if (!place) continue;
    for (const suspicion of yield* find(text)) add(suspicion, place);
  }
  return found;
}

/** A key, a signed text or a fixed word means something else when a character of it is gone. */
const isFree = ({ isFixed, unit, owner }: BodyText): boolean => !isFixed && !unit && !owner;
