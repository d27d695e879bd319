import { failed } from '#kernel';
import { isDatabaseOutage } from './is-outage.js';

/**
 * What is asked of the database for somebody who waits: that it is away is told as what it is.
 * @param message what is not done now, for people; that nothing of documents is, unless given
 * @throws document_storage_unavailable
 */
export async function whileReachable<Result>(
  work: () => Promise<Result>,
  message?: string,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!isDatabaseOutage(cause)) throw cause;
    throw failed('document_storage_unavailable', { ...(message && { message }), cause });
  }
}
