import { parseArgs } from 'node:util';
import { readCount, readPositive } from '../../support/read-positive.js';

export const USAGE = `npm run bench:ledger -- [options]
  --seconds N  of each measurement (10)
  --rounds N   every lane is measured in each round, one after the other (3)
  --callers N  at once (200)
  --costs      measures the costs that \`gw sim --costs\` takes instead, and prints them as JSON
  --help       shows this`;

export interface LedgerOptions {
  readonly seconds: number;
  readonly rounds: number;
  readonly callers: number;
  readonly isForCosts: boolean;
}

/** @throws Error that says what is wrong with an argument */
export function readOptions(args: readonly string[]): LedgerOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '10' },
      rounds: { type: 'string', default: '3' },
      callers: { type: 'string', default: '200' },
      costs: { type: 'boolean', default: false },
    },
  });
  return {
    seconds: readPositive('seconds', values.seconds),
    rounds: readCount('rounds', values.rounds),
    callers: readCount('callers', values.callers),
    isForCosts: values.costs,
  };
}
