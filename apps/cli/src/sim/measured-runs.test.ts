import { expect, it } from 'vitest';
import { COSTS } from './costs.js';
import { MEASURED_RUNS, type MeasuredRun } from './measured-runs.js';
import { aSetting } from './testing/a-setting.js';
import { simulate } from './simulate.js';

const APART = 0.3;

/** As the bench is: the records of a call without the call, in one process, on a core of two. */
const benched = ({ organisations, store }: MeasuredRun) =>
  aSetting({
    organisations,
    store,
    replicas: 1,
    databaseCores: 1,
    bodyKib: 0,
    streamSeconds: 0,
    callsPerSecond: 5_000,
  });
const RECORDS_ALONE = { ...COSTS, gatewayCallMicros: COSTS.ledgerProcessMicros };

it.each(MEASURED_RUNS)(
  'comes within 30 % of what was measured: $store, $organisations organisations, $callers callers',
  (run) => {
    const { callsPerSecond } = simulate(benched(run), RECORDS_ALONE, run.callers);
    expect(Math.abs(callsPerSecond / run.callsPerSecond - 1)).toBeLessThan(APART);
  },
);
