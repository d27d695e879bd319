import { parseArgs } from 'node:util';
import { readCount } from '../../support/read-positive.js';

export const USAGE = `npm run seed:audit -- [options]   fills a log with calls that were never made
npm run bench:reads -- [options]  the same in a database of its own, and how fast the Console reads it
  --rows N    calls (1000000)
  --days N    that they are spread over, up to now (90)
  --rounds N  of each measurement (30)
  --url URL   of a gateway that runs on a log of GW_DATA_DIR: bench:reads reads it over HTTP with GW_ADMIN_TOKEN
  --help      shows this

seed:audit works on the database of the environment (DATABASE_URL, or the one in GW_DATA_DIR), and refuses one
that holds calls, unless GW_SEED=1 says that they may be mixed with made-up ones.`;

export interface SeedOptions {
  readonly rowCount: number;
  readonly days: number;
  readonly rounds: number;
  /** Null: a gateway of one's own. */
  readonly url: string | null;
}

/** @throws Error that says what is wrong with an argument */
export function readOptions(args: readonly string[]): SeedOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string', default: '1000000' },
      days: { type: 'string', default: '90' },
      rounds: { type: 'string', default: '30' },
      url: { type: 'string' },
    },
  });
  return {
    rowCount: readCount('rows', values.rows),
    days: readCount('days', values.days),
    rounds: readCount('rounds', values.rounds),
    url: values.url ?? null,
  };
}
