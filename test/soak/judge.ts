import { growthOf, type MemoryMb, type Sample } from './sample.js';
import type { Verdict } from './report.js';

const GROWTH_MAX = 0.1; // Of ten minutes; the noise between two medians is some percent.
const AFTER_BURST_MAX = 0.2;
/** Until then caches fill and code is compiled: growth says nothing. */
const GROWTH_MINUTES_MIN = 3;

/** What memory came to, judged by the aims of the service. */
export function judgeMemory(
  minutes: number,
  samples: readonly Sample[],
  { idle, idleAfterBurst, calm, calmAfterBurst }: MemoryMb,
): readonly Verdict[] {
  return [
    growthVerdict(minutes, samples),
    {
      what: 'Memory two minutes after a burst of 64 × 120 KiB is within 20 % of idle',
      ...compared(idle, idleAfterBurst),
    },
    {
      what: 'The same when the load is over: within 20 % of before the burst',
      ...compared(calm, calmAfterBurst),
    },
    {
      what: 'Memory after load and burst, against that of a gateway that has just started',
      measured: textOf(idle, calmAfterBurst),
      isMet: null,
    },
  ];
}

function growthVerdict(minutes: number, samples: readonly Sample[]): Verdict {
  const what = `Memory does not grow by more than ${GROWTH_MAX * 100} % under load`;
  if (minutes < GROWTH_MINUTES_MIN) {
    const measured = `a run of less than ${GROWTH_MINUTES_MIN} minutes says nothing about it`;
    return { what, measured, isMet: null };
  }
  const growth = growthOf(samples);
  return { what, measured: `${(growth * 100).toFixed(1)} %`, isMet: growth <= GROWTH_MAX };
}

const compared = (before: number, after: number) => ({
  measured: textOf(before, after),
  isMet: after <= before * (1 + AFTER_BURST_MAX),
});

const textOf = (before: number, after: number): string =>
  `${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after (${after < before ? '' : '+'}${((after / before - 1) * 100).toFixed(0)} %)`;
