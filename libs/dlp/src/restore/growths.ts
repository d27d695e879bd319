import type { Steps } from '#kernel';
import type { TextRules } from './new-text.js';
import { TextRestorer } from './text-restorer.js';

interface Growth<Place> {
  readonly restorer: TextRestorer;
  place: Place;
}

/** Texts that grow from frame to frame, each with the place where it grew last. */
export class Growths<Place> {
  private readonly growths = new Map<string, Growth<Place>>();

  /** What can be shown of the text after this delta. */
  *push(key: string, delta: string, place: Place, rules: TextRules): Steps<string> {
    let growth = this.growths.get(key);
    if (growth) growth.place = place;
    else this.growths.set(key, (growth = { restorer: new TextRestorer(rules), place }));
    return yield* growth.restorer.pushSteps(delta);
  }

  /** Ends a text, and returns what was held of it. */
  take(key: string, isCut?: boolean): string {
    const held = this.growths.get(key)?.restorer.flush(isCut) ?? '';
    this.growths.delete(key);
    return held;
  }

  /** Ends the texts that are to end, and tells of each of which something was held. */
  takeAll(
    isEnding: (place: Place) => boolean,
    isCut?: boolean,
  ): { readonly place: Place; readonly held: string }[] {
    const taken: { place: Place; held: string }[] = [];
    for (const [key, { place }] of this.growths) {
      if (!isEnding(place)) continue;
      const held = this.take(key, isCut);
      if (held !== '') taken.push({ place, held });
    }
    return taken;
  }

  /** What need not be held for longer of the texts that go on. */
  pause(): { readonly place: Place; readonly held: string }[] {
    const shown: { place: Place; held: string }[] = [];
    for (const { restorer, place } of this.growths.values()) {
      const held = restorer.pause();
      if (held !== '') shown.push({ place, held });
    }
    return shown;
  }
}
