import { Injectable } from '@nestjs/common';
import { HmacSha256 } from '#kernel';
import { InstanceSecrets } from '#platform';

/**
 * Keys are stored as an HMAC under a pepper of the instance: a stolen table alone opens nothing.
 * No slow hash is needed, since 256 random bits cannot be guessed.
 */
@Injectable()
export class KeyHasher {
  private readonly hmac: HmacSha256;

  constructor(secrets: InstanceSecrets) {
    this.hmac = new HmacSha256(secrets.derive('keys/pepper'));
  }

  hash(key: string): Buffer {
    return this.hmac.digest(key);
  }
}
