import { parseArgs } from 'node:util';
import { readCount, readPositive } from '../support/read-positive.js';

export const USAGE = `npm run soak -- [options]
  --minutes N  of load (10); memory is judged for growth from 3 on
  --callers N  at once (8)
  --redis      counters in a Redis of its own; else in PostgreSQL
  --out FILE   where the page with the plots goes (soak.html)
  --help       shows this`;

export interface SoakOptions {
  readonly minutes: number;
  readonly callers: number;
  readonly isWithRedis: boolean;
  readonly pageFile: string;
}

/** @throws Error that says what is wrong with an argument */
export function readOptions(args: readonly string[]): SoakOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '10' },
      callers: { type: 'string', default: '8' },
      redis: { type: 'boolean', default: false },
      out: { type: 'string', default: 'soak.html' },
    },
  });
  return {
    minutes: readPositive('minutes', values.minutes),
    callers: readCount('callers', values.callers),
    isWithRedis: values.redis,
    pageFile: values.out,
  };
}
