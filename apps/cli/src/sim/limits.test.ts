import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COSTS } from './costs.js';
import { findLimit, limitsOf } from './limits.js';
import { aSetting } from './testing/a-setting.js';

const RUNS = { numRuns: 200 };
const replicas = fc.integer({ min: 1, max: 100 });

it('more replicas never lower what the gateway serves, nor more cores what the database does', () => {
  fc.assert(
    fc.property(replicas, fc.integer({ min: 1, max: 1_000 }), (count, organisations) => {
      const at = (more: number) =>
        limitsOf(
          aSetting({ organisations, replicas: count + more, databaseCores: 1 + more }),
          COSTS,
        );
      expect(at(1).gateway).toBeGreaterThan(at(0).gateway);
      expect(at(1).database).toBeGreaterThan(at(0).database);
      expect(at(1).disk).toBe(at(0).disk);
    }),
    RUNS,
  );
});

it.each([
  ['gateway', { replicas: 1 }, {}],
  ['database', { replicas: 20, databaseCores: 0.5 }, {}],
  ['disk', { diskMibPerSecond: 1 }, {}],
  ['sealing', { replicas: 20, databaseCores: 32 }, { sealRowMicros: 1_000, callMicros: 1_040 }],
  ['redis', { store: 'redis', replicas: 20 }, { redisCallMicros: 500 }],
  ['connections', { replicas: 4, connectionsMax: 20 }, {}],
  ['memory', { streamSeconds: 3_600 }, {}],
  ['lane', { organisations: 1, replicas: 10, databaseCores: 32 }, { flushMs: 8 }],
] as const)('finds that the limit is %s', (resource, given, costs) => {
  const setting = aSetting({ bodyKib: 0, ...given });
  const limit = findLimit(setting, { ...COSTS, ...costs });
  expect(limit.resource).toBe(resource);
  const least = Math.min(...Object.values(limitsOf(setting, { ...COSTS, ...costs })));
  expect(limit.callsPerSecond).toBeLessThanOrEqual(least);
  expect(limit.callsPerSecond).toBeGreaterThan(0);
});
