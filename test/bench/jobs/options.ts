import { parseArgs } from 'node:util';
import { readCount } from '../../support/read-positive.js';

export const USAGE = `npm run bench:jobs -- [options]
  --pages N      of the document (300)
  --processes N  that read pages, against one (2)
  --rounds N     of both, in turns (1)
  --help         shows this`;

export interface JobsOptions {
  readonly pages: number;
  readonly processes: number;
  readonly rounds: number;
}

/** @throws Error that says what is wrong with an argument */
export function readOptions(args: readonly string[]): JobsOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      pages: { type: 'string', default: '300' },
      processes: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '1' },
    },
  });
  return {
    pages: readCount('pages', values.pages),
    processes: readCount('processes', values.processes),
    rounds: readCount('rounds', values.rounds),
  };
}
