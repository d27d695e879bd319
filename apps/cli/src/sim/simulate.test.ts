import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COSTS } from './costs.js';
import { simulate, type SimResult } from './simulate.js';
import { aSetting } from './testing/a-setting.js';

const RUNS = { numRuns: 15 }; // Each is some thousand calls.
const CHANCE = 0.03; // Of what there is: arrivals come as they like.

const settings = fc.record({
  organisations: fc.integer({ min: 1, max: 100 }),
  replicas: fc.integer({ min: 1, max: 4 }),
  databaseCores: fc.integer({ min: 1, max: 8 }),
  store: fc.constantFrom('postgres' as const, 'redis' as const),
});

it('comes to the same at each run', () => {
  expect(simulate(aSetting(), COSTS)).toEqual(simulate(aSetting(), COSTS));
});

it('more load never lowers what the gateway and the disk do', () => {
  fc.assert(
    fc.property(settings, fc.integer({ min: 50, max: 2_000 }), (given, callsPerSecond) => {
      const at = (rate: number) => simulate(aSetting({ ...given, callsPerSecond: rate }), COSTS);
      const [less, more] = [at(callsPerSecond).busy, at(callsPerSecond * 2).busy];
      expect(more.gateway).toBeGreaterThanOrEqual(less.gateway - CHANCE);
      expect(more.disk).toBeGreaterThanOrEqual(less.disk - CHANCE);
    }),
    RUNS,
  );
});

it('each call that a core has time for is recorded, and its time is what it costs', () => {
  fc.assert(
    fc.property(settings, (given) => {
      const setting = aSetting({ ...given, callsPerSecond: 200 });
      const { arrived, growth, busy } = simulate(setting, { ...COSTS, redisScriptMicros: 40 });
      expect(Math.abs(growth)).toBeLessThan(60);
      const work = (arrived / 2) * (COSTS.gatewayCallMicros + COSTS.gatewayKibMicros);
      expect(busy.gateway).toBeCloseTo(work / 1_000_000 / given.replicas, 1);
    }),
    RUNS,
  );
});

it('batches grow with the load, and calls wait longer where there is less time', () => {
  const at = (callsPerSecond: number): SimResult =>
    simulate(aSetting({ replicas: 1, callsPerSecond }), { ...COSTS, gatewayCallMicros: 100 });
  const [idle, busy, over] = [at(100), at(4_000), at(20_000)];
  expect(idle.batch).toBeLessThan(2);
  expect(busy.batch).toBeGreaterThan(idle.batch);
  expect(busy.admittedMs.p99).toBeGreaterThan(idle.admittedMs.p50);
  expect(over.growth).toBeGreaterThan(over.arrived * 0.2);
});
