import type { HmacSha256, OrganisationId, WorkloadId } from '#kernel';

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
}

/** The cache key of an organisation as it is in force. */
export interface CacheKey {
  readonly round: number;
  readonly hmac: HmacSha256;
}

/**
 * Organisation and scope stand beside the hash, not in it: who forgets one of them does not compile, and what was hashed under
 * the key of one organisation is found under no other.
 */
export const placeOf = (scope: CacheScope, key: CacheKey, request: string): CachePlace => ({
  ...scope,
  digest: key.hmac.digest(request),
  round: key.round,
});

/** The same place, as text. */
export const nameOf = ({ organisationId, scopeId, round, digest }: CachePlace): string =>
  `${organisationId}/${scopeId}/${round}/${digest.toString('base64url')}`;
