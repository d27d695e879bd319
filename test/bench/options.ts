import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readPositive } from '../support/read-positive.js';
import { COMPARISONS, type Comparison, KINDS, LENGTHS, type Options, USUAL_KINDS } from './plan.js';

const LATEST = fileURLToPath(new URL('./results/latest.json', import.meta.url));
const PEERS_ONLY: readonly Comparison[] = ['bare', 'portkey', 'llms', 'ours'];
const AGAINST_ONLY: readonly Comparison[] = ['before', 'ours'];

export const USAGE = `npm run bench -- [options]
  --against REF  measures the checkout against another commit, in turns, and judges the ratios
  --seconds N    of each measurement (8; 4 and two turns a round with --against)
  --rounds N     every target is measured in each round, one after the other (3)
  --smoke        about half a minute in all: fails on errors, never on speed
  --quiet        waits until nothing else is at work, repeats what was disturbed
  --only LIST    of ${COMPARISONS.join(',')} (${PEERS_ONLY.join(',')}; ${AGAINST_ONLY.join(',')} with --against)
  --kinds LIST   of ${KINDS.join(',')}: whole answers, streams, many open streams, data protection,
                 streams of several lengths (all but the last)
  --frames LIST  of frames with text: the lengths of the streams of --kinds lengths (${LENGTHS.join(',')})
  --json FILE    where the results go (test/bench/results/latest.json)
  --node-flags   for the gateway's own Node, for instance --node-flags=--cpu-prof
  --help         shows this`;

/** @throws Error that says what is wrong with an argument */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      against: { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      smoke: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      only: { type: 'string' },
      kinds: { type: 'string', default: USUAL_KINDS.join(',') },
      frames: { type: 'string', default: LENGTHS.join(',') },
      json: { type: 'string', default: LATEST },
      'node-flags': { type: 'string', default: '' },
    },
  });
  const isSmoke = values.smoke;
  const against = values.against ?? null;
  // Short turns, and more of them: two commits differ by less than a machine does in a minute.
  const { turns, seconds } = against === null ? { turns: 1, seconds: 8 } : { turns: 2, seconds: 4 };
  return {
    seconds: readPositive('seconds', values.seconds ?? String(isSmoke ? 0.6 : seconds)),
    rounds: readPositive('rounds', values.rounds ?? String(isSmoke ? 1 : 3)),
    turns: isSmoke ? 1 : turns,
    isSmoke,
    isPatient: values.quiet,
    jsonFile: values.json,
    only: readOnly(values.only, against),
    kinds: readNames('kinds', values.kinds, KINDS),
    lengths: values.frames.split(',').map((length) => readPositive('frames', length)),
    against,
    nodeFlags: values['node-flags'].split(' ').filter(Boolean),
  };
}

function readOnly(text: string | undefined, against: string | null): readonly Comparison[] {
  if (text === undefined) return against === null ? PEERS_ONLY : AGAINST_ONLY;
  const names = readNames('only', text, COMPARISONS);
  if (against === null && names.includes('before')) {
    throw new Error('--only: "before" is the commit that --against names.');
  }
  const missing = AGAINST_ONLY.find((name) => !names.includes(name));
  if (against !== null && missing !== undefined) {
    throw new Error(`--against needs "${missing}" in --only.`);
  }
  return names;
}

/** Those of the known names that the list has, in their own order. */
function readNames<N extends string>(option: string, text: string, known: readonly N[]): N[] {
  const names = text.split(',').filter(Boolean);
  const unknown = names.find((name) => !known.some((one) => one === name));
  if (unknown !== undefined || names.length === 0) {
    throw new Error(`--${option}: "${unknown ?? ''}" is none of ${known.join(', ')}.`);
  }
  return known.filter((one) => names.includes(one));
}
