import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ContentKeys, openBytes, sealBytes } from '#content';
import { Entropy, HmacSha256, type OrganisationId } from '#kernel';

/** Where something of a document is kept: it opens nowhere else. */
export type SealedPlace =
  | `${string}/head`
  | `${string}/source`
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
    const hash = createHash('sha256').update(bytes).digest('hex');
    const key = await this.keys.of(organisationId);
    return new HmacSha256(key).digest(Buffer.from(`knowledge/${storeId}/${hash}`));
  }
}
