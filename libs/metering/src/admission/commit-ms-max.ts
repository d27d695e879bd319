/** A statement whose client is gone may still commit, until the server's own limit ends it. */
export const COMMIT_MS_MAX = 12_000;
