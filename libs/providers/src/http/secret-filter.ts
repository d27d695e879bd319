const SECRET_BYTES_MIN = 12; // What is shorter is a word such as "none" or "ollama", and no secret.
const STAND_IN = '*';

/**
 * Blots a credential out of what its provider sends back: error pages and debug servers quote the
 * headers that they received. A blot is as long as the secret.
 */
export class SecretFilter {
  private readonly secret: Buffer;
  /** The end of what came, where the secret may have begun. */
  private held: Buffer = EMPTY;

  private constructor(private readonly text: string) {
    this.secret = Buffer.from(text);
  }

  static of(secret: string | undefined): SecretFilter | undefined {
    return secret !== undefined && Buffer.byteLength(secret) >= SECRET_BYTES_MIN
      ? new SecretFilter(secret)
      : undefined;
  }

  header(value: string): string {
    return value.replaceAll(this.text, STAND_IN.repeat(this.text.length));
  }

  /** @returns what is certain to hold no part of the secret; the chunk is changed in its place */
  push(chunk: Buffer): Buffer {
    const bytes = this.held.length > 0 ? Buffer.concat([this.held, chunk]) : chunk;
    const { secret } = this;
    let from = 0;
    for (let at = bytes.indexOf(secret); at !== -1; at = bytes.indexOf(secret, from)) {
      from = at + secret.length;
      bytes.fill(STAND_IN, at, from);
    }
    const beginning = this.beginningIn(bytes, from);
    this.held = bytes.subarray(beginning);
    return bytes.subarray(0, beginning);
  }

  /** The rest, once nothing follows that could complete the secret. */
  end(): Buffer {
    const { held } = this;
    this.held = EMPTY;
    return held;
  }

  /** Where the last bytes are the first ones of the secret. */
  private beginningIn(bytes: Buffer, from: number): number {
    const first = this.secret[0] as number;
    let at = Math.max(from, bytes.length - this.secret.length + 1);
    for (at = bytes.indexOf(first, at); at !== -1; at = bytes.indexOf(first, at + 1)) {
      if (bytes.compare(this.secret, 0, bytes.length - at, at) === 0) return at;
    }
    return bytes.length;
  }
}

const EMPTY = Buffer.alloc(0);
