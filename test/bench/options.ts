import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { COMPARISONS, type Comparison, type Options } from './plan.js';

const LATEST = fileURLToPath(new URL('./results/latest.json', import.meta.url));

export const USAGE = `npm run bench -- [options]
  --seconds N   of each measurement (8)
  --rounds N    every target is measured in each round, one after the other (3)
  --smoke       about half a minute in all: fails on errors, never on speed
  --quiet       waits until nothing else is at work, repeats what was disturbed
  --only LIST   of ${COMPARISONS.join(',')}
  --json FILE   where the results go (test/bench/results/latest.json)
  --node-flags  for the gateway's own Node, for instance --node-flags=--cpu-prof`;

/** @throws Error that says what is wrong with an argument */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      smoke: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      only: { type: 'string', default: COMPARISONS.join(',') },
      json: { type: 'string', default: LATEST },
      'node-flags': { type: 'string', default: '' },
    },
  });
  return {
    seconds: readPositive('seconds', values.seconds, values.smoke ? 0.6 : 8),
    rounds: readPositive('rounds', values.rounds, values.smoke ? 1 : 3),
    turns: 1,
    isSmoke: values.smoke,
    isPatient: values.quiet,
    jsonFile: values.json,
    only: readComparisons(values.only),
    nodeFlags: values['node-flags'].split(' ').filter(Boolean),
  };
}

function readPositive(name: string, text: string | undefined, otherwise: number): number {
  const value = Number(text ?? otherwise);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not "${text}".`);
  return value;
}

function readComparisons(text: string): Comparison[] {
  const names = text.split(',').filter(Boolean);
  const unknown = names.find((name) => !COMPARISONS.some((known) => known === name));
  if (unknown !== undefined) {
    throw new Error(`--only: "${unknown}" is none of ${COMPARISONS.join(', ')}.`);
  }
  return COMPARISONS.filter((known) => names.includes(known));
}
