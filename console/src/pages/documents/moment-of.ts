/** @param seconds since the epoch, as the API has the times of a job */
export const momentOf = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1_000).toISOString();
