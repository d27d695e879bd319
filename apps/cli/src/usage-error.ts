/** The command was not called as it can be; its usage line is shown. */
export class UsageError extends Error {}
