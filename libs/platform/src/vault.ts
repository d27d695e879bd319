import { createCipheriv, createDecipheriv } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Entropy } from '#kernel';
import { InstanceSecrets } from './instance-secrets.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Small secrets at rest: AES-256-GCM under a key of their purpose, with nonce and tag in front. What it
 * belongs to is authenticated with it, so that no row takes over the secret of another.
 */
@Injectable()
export class Vault {
  constructor(
    private readonly secrets: InstanceSecrets,
    private readonly entropy: Entropy,
  ) {}

  seal(purpose: string, owner: string, text: string): Buffer {
    const nonce = this.entropy.bytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.secrets.derive(`vault/${purpose}`), nonce);
    cipher.setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws when it was sealed for another owner, under another master key, or was changed */
  open(purpose: string, owner: string, sealed: Buffer): string {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(
      'aes-256-gcm',
      this.secrets.derive(`vault/${purpose}`),
      nonce,
    );
    decipher.setAAD(Buffer.from(owner));
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  }
}
