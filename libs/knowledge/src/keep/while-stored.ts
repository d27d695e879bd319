import { whileReachable } from '#platform';

const AWAY = 'Vector stores cannot be read right now, so nothing was sought. Try again.';

/** @throws document_storage_unavailable where the database is away, which is told as what it is */
export const whileStored = <Result>(work: () => Promise<Result>): Promise<Result> =>
  whileReachable(work, AWAY);
