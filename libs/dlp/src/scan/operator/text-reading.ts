import type { FoundSpan } from '#local-models';
import { findingOf, type Finding, type Kind } from '../../kinds.js';
import { PASSAGE_CHARS_MAX } from '../../limits.js';
import { Places } from '../names/keep-names.js';
import type { Passage } from './passages.js';

/** One text on its way through the model. */
export class TextReading {
  private readonly found: Finding[] = [];
  private left: number;

  /** @param key that it is kept under */
  constructor(
    readonly key: string,
    readonly text: string,
    readonly passages: readonly Passage[],
  ) {
    this.left = passages.length;
  }

  get isWhole(): boolean {
    return this.left === 0;
  }

  /** @param spans of one of its passages */
  add({ start: from }: Passage, spans: readonly FoundSpan[]): void {
    this.left--;
    for (const { kind, start, end, score } of spans) {
      this.found.push(
        findingOf(kind as Kind, from + start, from + end, { score, evidence: 'model' }),
      );
    }
  }

  /** As for the gateway's own model, a name within code is none. */
  findings(): readonly Finding[] {
    if (this.found.length === 0) return this.found;
    const places = new Places(this.text);
    return this.found.filter(({ start, end }) => places.mayHold(start, end));
  }
}

/** Passages that go to the model together. */
export interface PassageJob {
  readonly parts: readonly { readonly reading: TextReading; readonly passage: Passage }[];
}

/** Jobs of about the size of the largest passage, in the order of the texts. */
export function jobsOf(readings: readonly TextReading[]): readonly PassageJob[] {
  const jobs: PassageJob['parts'][number][][] = [];
  let left = 0;
  for (const reading of readings) {
    for (const passage of reading.passages) {
      const chars = passage.end - passage.start;
      if (left < chars) {
        jobs.push([]);
        left = PASSAGE_CHARS_MAX;
      }
      jobs.at(-1)?.push({ reading, passage });
      left -= chars;
    }
  }
  return jobs.map((parts) => ({ parts }));
}
