import type { Finding } from '../kinds.js';
import { plainOf } from '../scan/fold.js';

const NO_WORD = /[^\p{L}\p{N}]+/gu;

/**
 * What was found in the request of a call, whatever its kind and however sure: in the answer it is no news to
 * its caller. Lives and ends with the call.
 */
export class KnownValues {
  private readonly values = new Set<string>();

  add(text: string, findings: readonly Finding[]): void {
    for (const { value, start, end } of findings) {
      this.values.add(looseOf(value ?? text.slice(start, end)));
    }
  }

  has(spelling: string): boolean {
    return this.values.has(looseOf(spelling));
  }
}

/** In any case, with any signs between its parts. */
const looseOf = (spelling: string): string => plainOf(spelling).toLowerCase().replace(NO_WORD, '');
