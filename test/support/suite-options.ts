import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const TESTS = fileURLToPath(new URL('..', import.meta.url));

export const USAGE = `npm run attack -- [options] [name …]
npm run chaos -- [options] [name …]
  name …                     only files of the suite whose names contain one of them (all)
  -t, --testNamePattern TEXT only tests whose names match it
  --bail N                   ends after so many failures
  --help                     shows this
GW_ATTACK=long npm run attack sweeps the event loop with the largest bodies; it takes most of an hour.
GW_CHAOS=long npm run chaos runs random faults for GW_CHAOS_MINUTES (60), from GW_CHAOS_SEED.`;

/**
 * Vitest gets the arguments as they are, and would take what it does not know for granted.
 * @param args the suite's name first @throws Error that says what is wrong with an argument
 */
export function readOptions([suite = '', ...args]: readonly string[]): {
  readonly names: string[];
} {
  const { positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      testNamePattern: { type: 'string', short: 't' },
      bail: { type: 'string' },
    },
  });
  const files = globSync('**/*.test.ts', { cwd: join(TESTS, suite) });
  for (const name of positionals) {
    const isThere = files.some((file) => join('test', suite, file).includes(name));
    if (!isThere) throw new Error(`No file of ${suite} has "${name}" in its name.`);
  }
  return { names: positionals };
}
