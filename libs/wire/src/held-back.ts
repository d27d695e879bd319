import { failed } from '#kernel';

/** Far more than any model says in one call: what is held back counts against no room of answers. */
const CALLS_CHARS_MAX = 4 * 1_024 * 1_024;

/** Counts what the writer or reader of a stream keeps until it may go out. */
export class HeldBack {
  private chars = 0;

  /** @param what is held back, for the message */
  constructor(
    private readonly charsMax = CALLS_CHARS_MAX,
    private readonly what = 'calls',
  ) {}

  /** @throws upstream_failed past the bound */
  add(chars: number): void {
    this.chars += chars;
    if (this.chars > this.charsMax) {
      throw failed('upstream_failed', {
        message: `The provider sent ${this.what} of more than ${this.charsMax / 1_048_576} million characters.`,
        gw: { cause: 'malformed' },
      });
    }
  }
}
