import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { writeCheckpoint } from './checkpoint.js';
import type { Hash } from './hashes.js';
import { signNote, writeNoteKey, type NoteKey } from './note.js';

const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex'); // DER before the seed.

const NO_KEY =
  'The signing key of the audit log must be an Ed25519 private key: PEM, without a passphrase.';

/** The instance's signing key. It lies outside of the database that it vouches for. */
export class CheckpointSigner {
  private readonly publicKey: KeyObject;

  /** @param instance first part of every origin; without spaces and `+`, for instance a host name */
  private constructor(
    private readonly instance: string,
    private readonly privateKey: KeyObject,
    private readonly former: readonly KeyObject[] = [],
  ) {
    if (!/^[^\s+]+$/.test(instance)) {
      throw new Error('The instance name of the audit log may hold neither spaces nor "+".');
    }
    if (privateKey.asymmetricKeyType !== 'ed25519') {
      throw new Error(NO_KEY);
    }
    this.publicKey = createPublicKey(privateKey);
  }

  /** @param seed 32 secret bytes */
  static fromSeed(instance: string, seed: Buffer): CheckpointSigner {
    const key = Buffer.concat([PKCS8_ED25519, seed]);
    return new CheckpointSigner(instance, createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
  }

  static fromPem(instance: string, pem: string): CheckpointSigner {
    return new CheckpointSigner(instance, readPrivateKey(pem));
  }

  /** @param former public keys that this one followed, oldest first */
  following(former: readonly KeyObject[]): CheckpointSigner {
    const others = former.filter((key) => !key.equals(this.publicKey));
    return new CheckpointSigner(this.instance, this.privateKey, others);
  }

  /** Another key under the same name. */
  withPem(pem: string): CheckpointSigner {
    return CheckpointSigner.fromPem(this.instance, pem);
  }

  /** Former keys of a log and the one in force, in the order in which they followed each other. */
  keysOf(organisationId: string): readonly NoteKey[] {
    const name = this.originOf(organisationId);
    return [...this.former, this.publicKey].map((publicKey) => ({ name, publicKey }));
  }

  originOf(organisationId: string): string {
    return `${this.instance}/${organisationId}`;
  }

  keyOf(organisationId: string): NoteKey {
    return { name: this.originOf(organisationId), publicKey: this.publicKey };
  }

  /** What a verifier needs, as C2SP prints it. */
  vkeyOf(organisationId: string): string {
    return writeNoteKey(this.keyOf(organisationId));
  }

  /** That another key of the log follows this one: the database alone could not say so. */
  signRotation(organisationId: string, to: string): string {
    const key = this.keyOf(organisationId);
    return signNote(rotationText(writeNoteKey(key), to), key, this.privateKey);
  }

  /** That rows of the log are dropped: who may write into the database alone could not say so. */
  signText(organisationId: string, text: string): string {
    return signNote(text, this.keyOf(organisationId), this.privateKey);
  }

  sign(organisationId: string, size: number, root: Hash): string {
    const key = this.keyOf(organisationId);
    return signNote(writeCheckpoint({ origin: key.name, size, root }), key, this.privateKey);
  }
}

/** OpenSSL's words about a file that holds no such key say nothing to a person. */
function readPrivateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Error(NO_KEY);
  }
}

/** What is signed; a checkpoint has a number in its second line, so neither passes for the other. */
export const rotationText = (from: string, to: string): string => `key_rotation\n${from}\n${to}\n`;
