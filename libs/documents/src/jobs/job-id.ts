const PREFIX = 'anonjob_';
const ID = new RegExp(
  `^${PREFIX}([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$`,
);

/** What callers know a job by: the id of the call that made it, in another dress. */
export const jobIdOf = (callId: string): string => `${PREFIX}${callId.replaceAll('-', '')}`;

/** Undefined of what is no id of a job. */
export const callIdOf = (jobId: string): string | undefined => ID.exec(jobId)?.slice(1).join('-');
