import { parseArgs } from 'node:util';
import { readCount } from '../../support/read-positive.js';

export const USAGE = `npm run bench:log -- [options]
  --rows N           sealed in each round (200000)
  --rounds N         of each measurement (3)
  --organisations N  that the rows are spread over, beside a run with one (50)
  --help             shows this`;

export interface LogOptions {
  readonly rowCount: number;
  readonly rounds: number;
  readonly organisations: number;
}

/** @throws Error that says what is wrong with an argument */
export function readOptions(args: readonly string[]): LogOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string', default: '200000' },
      rounds: { type: 'string', default: '3' },
      organisations: { type: 'string', default: '50' },
    },
  });
  return {
    rowCount: readCount('rows', values.rows),
    rounds: readCount('rounds', values.rounds),
    organisations: readCount('organisations', values.organisations),
  };
}
