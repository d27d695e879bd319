import { HmacSha256, type OrganisationId, type WorkloadId } from '#kernel';

/** Whose answers a look may find: without an organisation and a scope there is none. */
interface CacheScope {
  readonly organisationId: OrganisationId;
  /** A workload, or the organisation itself where its workloads share answers. */
  readonly scopeId: WorkloadId | OrganisationId;
}

/** Where the answer to a request lies. */
export interface CachePlace extends CacheScope {
  /** HMAC-SHA-256 of the request under the organisation's cache key, 32 bytes. */
  readonly digest: Buffer;
  /** Of the key: a purge makes another one. */
  readonly round: number;
  readonly tag: string;
}

/** The cache key of an organisation as it is in force. */
export interface CacheKey {
  readonly round: number;
  readonly hmac: HmacSha256;
  /** What its answers have in common in Redis; of another round, or another organisation, it is another one. */
  readonly tag: string;
}

/** @param bytes of the organisation's cache key */
export function cacheKeyOf(organisationId: OrganisationId, round: number, bytes: Buffer): CacheKey {
  const hmac = new HmacSha256(bytes);
  return { round, hmac, tag: hmac.text(`tag/${organisationId}/${round}`, 'base64url') };
}

/**
 * Organisation and scope stand beside the hash, not in it: who forgets one of them does not compile, and what was hashed under
 * the key of one organisation is found under no other.
 */
export const placeOf = (scope: CacheScope, key: CacheKey, request: string): CachePlace => ({
  ...scope,
  digest: key.hmac.digest(request),
  round: key.round,
  tag: key.tag,
});

/** The same place, as text. */
export const nameOf = ({ organisationId, scopeId, round, digest }: CachePlace): string =>
  `${organisationId}/${scopeId}/${round}/${digest.toString('base64url')}`;
