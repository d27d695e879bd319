import { createHash } from 'node:crypto';

/** A Lua program that the server keeps by its digest, so that a call sends only that. */
export interface RedisScript {
  readonly text: string;
  /** SHA-1 of the text, in hexadecimal, as `EVALSHA` wants it. */
  readonly digest: string;
}

export const redisScript = (text: string): RedisScript => ({
  text,
  digest: createHash('sha1').update(text).digest('hex'),
});
