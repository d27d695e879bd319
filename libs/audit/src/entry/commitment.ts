import { createHmac, type Hmac } from 'node:crypto';
import { HmacSha256, textPieces, type Steps } from '#kernel';

/** HMAC-SHA-256(salt, field ‖ 0x00 ‖ value), base64url: binds to a value without telling it. */
export const commitTo = (hmac: HmacSha256, field: string, value: string): string =>
  hmac.text(`${field}\0${value}`, 'base64url');

const STEP_CHARS = 262_144; // Hashed within a millisecond.

/** The same of a text of any length, step by step. */
export function* commitSteps(salt: Buffer, field: string, value: string): Steps<string> {
  if (value.length <= STEP_CHARS) return commitTo(new HmacSha256(salt), field, value);
  const hmac = createHmac('sha256', salt).update(`${field}\0`);
  for (const piece of textPieces(value, STEP_CHARS)) {
    hmac.update(piece);
    yield;
  }
  return hmac.digest('base64url');
}

const FLUSH_CHARS = 16_384; // Hashing a long text costs far less than hashing many short ones.

/** The same over texts that come one by one, each followed by a newline once there are several. */
export class StreamCommitment {
  private text = '';
  private count = 0;
  private stream: Hmac | undefined;

  constructor(
    private readonly salt: Buffer,
    private readonly field: string,
  ) {}

  add(text: string): void {
    this.text += this.count === 0 ? text : `\n${text}`;
    this.count++;
    if (this.text.length > FLUSH_CHARS) this.flush();
  }

  /**
   * Null when nothing came.
   * @param hmac of the same salt: a short answer is hashed at once, for half the price
   */
  finish(hmac: HmacSha256): string | null {
    if (this.count === 0) return null;
    if (!this.stream) return commitTo(hmac, this.field, this.text);
    return this.stream.update(this.text).digest('base64url');
  }

  private flush(): void {
    this.stream ??= createHmac('sha256', this.salt).update(`${this.field}\0`);
    this.stream.update(this.text);
    this.text = '';
  }
}
