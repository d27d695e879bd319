import type { Statement } from '#platform';
import { LEASE_AS_SEEN } from './lease-watch.js';

/** Answers where the other replicas count, if elsewhere: then there is no lease. */
export const TAKE_LEASE: Statement = {
  name: 'recover-take-lease',
  text: 'SELECT gw_take_lease($1::uuid, $2, $3::bigint) AS elsewhere',
};

export const REFRESH_LEASE: Statement = {
  name: 'recover-refresh-lease',
  text: `
    INSERT INTO replica_lease AS l (replica_id, seen_at, version, started_at)
    VALUES ($1, now(), $2, now()) ON CONFLICT (replica_id) DO UPDATE
    SET seen_at = now(), version = excluded.version, started_at = coalesce(l.started_at, now())`,
};

export const RELEASE_LEASE: Statement = {
  name: 'recover-release-lease',
  text: 'DELETE FROM replica_lease WHERE replica_id = $1',
};

export const READ_HEAD: Statement = {
  name: 'recover-read-head',
  text: 'SELECT size, frontier FROM audit_head WHERE org_id = $1',
};

/** Of the leases in `$1`, null is all of them, those whose calls are all ended. */
export const FORGET_DEAD: Statement = {
  name: 'recover-forget-dead',
  text: `
    DELETE FROM replica_lease l
    WHERE l.replica_id <> $2 AND ($1::text[] IS NULL OR ${LEASE_AS_SEEN} = ANY ($1::text[]))
      AND NOT EXISTS (
        SELECT FROM call_intent i WHERE i.replica_id = l.replica_id AND i.background IS NULL
      )
    RETURNING l.replica_id AS id`,
};
