import { DatabaseUnavailable } from './pulse.js';

/** Sockets that break, and states of a server that ends, starts, or has no room (08, 53, 57P). */
const CODE = /^(?:ECONN\w+|EPIPE|ETIMEDOUT|ENOENT|ENOTFOUND|EAI_AGAIN|08...|53...|57P0.)$/;
/** What `pg` and its pool say where they have no code. */
const WORDS =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client (?:has encountered a connection error|was closed)|Cannot use a pool after)/;

/** Whether a fault says that the database cannot be reached, rather than that something was wrong to ask. */
export function isDatabaseOutage(fault: unknown): boolean {
  if (fault instanceof DatabaseUnavailable) return true;
  if (!(fault instanceof Error)) return false;
  const { driverError } = fault as { readonly driverError?: unknown };
  if (driverError !== undefined && driverError !== fault) return isDatabaseOutage(driverError);
  const { code } = fault as { readonly code?: unknown };
  return (typeof code === 'string' && CODE.test(code)) || WORDS.test(fault.message);
}
