import { parseArgs } from 'node:util';
import { readCount, readPositive } from '../../support/read-positive.js';

export const USAGE = `npm run bench:console -- [options]   what administrators who look at live views cost the calls
  --sessions N   of as many people, each with a live view (50)
  --calls N      a second, beside them (1000)
  --seconds N    of each measurement (15)
  --rounds N     each with and without them, in turns (5)
  --smoke        fails on errors, never on speed: 3 sessions, 20 calls a second, one round of 2 seconds
  --help         shows this`;

export interface ConsoleOptions {
  readonly sessions: number;
  readonly callsPerSecond: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly isSmoke: boolean;
}

/** @throws Error that says what is wrong with an argument */
export function readOptions(args: readonly string[]): ConsoleOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sessions: { type: 'string' },
      calls: { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      smoke: { type: 'boolean', default: false },
    },
  });
  const isSmoke = values.smoke;
  return {
    sessions: readCount('sessions', values.sessions ?? (isSmoke ? '3' : '50')),
    callsPerSecond: readCount('calls', values.calls ?? (isSmoke ? '20' : '1000')),
    seconds: readPositive('seconds', values.seconds ?? (isSmoke ? '2' : '15')),
    rounds: readCount('rounds', values.rounds ?? (isSmoke ? '1' : '5')),
    isSmoke,
  };
}
