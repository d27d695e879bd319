import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS, type HostileText } from '../testing/hostile-texts.js';
import { scanText } from './scan-text.js';

const TEXTS_MIN = 500;
const CHARS = 4_096;
const SCALE = 4;
/** Linear work gives 4, quadratic work 16; what a step of plain words takes more is no growth. */
const GROWTH_MAX = 7;
/**
 * A step, by what as many plain words take, which is some 0.3 ms on a quiet machine: milliseconds alone would
 * tell how busy the machine is. The worst take some 60; beside other files of one process it varies by half.
 */
const STEP_TIMES_MAX = 100;
/** What others do on the machine only adds, so the best of several counts; nearly all pass at once. */
const TRIES = 40;
const PER_TEST = 65;

/** Milliseconds of CPU time: of a whole scan, and of its longest step. */
interface Cost {
  readonly all: number;
  readonly step: number;
}

function costOf(text: string): Cost {
  const steps = scanText(text, { terms: null });
  let all = 0;
  let step = 0;
  for (let isDone = false; !isDone;) {
    const before = process.cpuUsage();
    isDone = steps.next().done === true;
    const { user, system } = process.cpuUsage(before);
    all += (user + system) / 1_000;
    step = Math.max(step, (user + system) / 1_000);
  }
  return { all, step };
}

const PLAIN = 'the rear derailleur skips two gears since last week and '.repeat(100);
/** Of plain words, once they have been scanned a few times. */
const plainStep = Math.min(...Array.from({ length: 50 }, () => costOf(PLAIN.slice(0, CHARS)).all));

/** What is wrong with how a text is scanned; undefined where nothing is. */
function faultOf({ name, ofLength }: HostileText): string | undefined {
  const [small, large] = [ofLength(CHARS / SCALE), ofLength(CHARS)];
  let [ofSmall, ofLarge, step] = [Infinity, Infinity, Infinity];
  for (let round = 0; round < TRIES; round++) {
    ofSmall = Math.min(ofSmall, costOf(small).all);
    const cost = costOf(large);
    ofLarge = Math.min(ofLarge, cost.all);
    step = Math.min(step, cost.step);
    if (ofLarge <= GROWTH_MAX * ofSmall + plainStep && step <= STEP_TIMES_MAX * plainStep)
      return undefined;
  }
  return `${name}: grows ${(ofLarge / ofSmall).toFixed(1)}, a step of ${(step / plainStep).toFixed(0)} plain ones`;
}

const groups: (readonly HostileText[])[] = [];
for (let from = 0; from < HOSTILE_TEXTS.length; from += PER_TEST) {
  groups.push(HOSTILE_TEXTS.slice(from, from + PER_TEST));
}

describe('texts that are made to be scanned for long', () => {
  it('are hundreds', () => {
    expect(HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(TEXTS_MIN);
    expect(new Set(HOSTILE_TEXTS.map(({ name }) => name)).size).toBe(HOSTILE_TEXTS.length);
  });

  it.each(groups.map((group, at) => [at, group] as const))(
    'take time in proportion to their length, and little at a time: %i',
    { timeout: 60_000 },
    (_, group) => {
      expect(group.flatMap((text) => faultOf(text) ?? [])).toEqual([]);
    },
  );
});
