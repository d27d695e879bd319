import { failed } from '#kernel';
import { isDatabaseOutage } from '#platform';

/** @throws document_storage_unavailable where the database is away, which is told as what it is */
export async function whileStored<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!isDatabaseOutage(cause)) throw cause;
    const message = 'Vector stores cannot be read right now, so nothing was sought. Try again.';
    throw failed('document_storage_unavailable', { message, cause });
  }
}
