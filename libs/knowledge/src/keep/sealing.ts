import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ContentKeys, openBytes, sealBytes } from '#content';
import { Entropy, HmacSha256, type OrganisationId } from '#kernel';

/** Where something of a document is kept: it opens nowhere else. */
export type SealedPlace =
  | `${string}/head`
  | `${string}/source/${number}`
  | `${string}/passage/${number}`
  | `${string}/vectors/${number}`;

/** What is kept of documents, sealed by the organisation's data key. */
@Injectable()
export class KnowledgeSealing {
  constructor(
    private readonly keys: ContentKeys,
    private readonly entropy: Entropy,
  ) {}

  async seal(
    organisationId: OrganisationId,
    place: SealedPlace,
    bytes: Uint8Array,
  ): Promise<Buffer> {
    return sealBytes(await this.keys.of(organisationId), `knowledge/${place}`, bytes, this.entropy);
  }

  /** @throws where it was changed, cut off, or belongs elsewhere */
  async open(organisationId: OrganisationId, place: SealedPlace, sealed: Buffer): Promise<Buffer> {
    return openBytes(await this.keys.of(organisationId), `knowledge/${place}`, sealed);
  }

  /** The same for the same bytes in the same store; without the key nobody can tell which bytes they are. */
  async digestOf(
    organisationId: OrganisationId,
    storeId: string,
    bytes: Uint8Array,
  ): Promise<Buffer> {
    const hash = createHash('sha256');
    for (const piece of piecesOf(bytes)) {
      hash.update(piece);
      await nextTurn();
    }
    const key = await this.keys.of(organisationId);
    return new HmacSha256(key).digest(Buffer.from(`knowledge/${storeId}/${hash.digest('hex')}`));
  }
}

const PIECE_BYTES = 1_048_576; // A millisecond or two of hashing or sealing, between two turns of the event loop.

/** Of a large file. */
export function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
