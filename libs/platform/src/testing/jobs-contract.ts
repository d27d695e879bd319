import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { SystemClock } from '#kernel';
import { waitFor } from '../../../../test/support/wait-for.js';
import type { JobBackend } from '../jobs/job-backend.js';
import { Jobs } from '../jobs/jobs.js';

const TIMES = { lockMs: 1_000, lookMs: 500, backOffMs: 50 };
const DYING = fileURLToPath(new URL('./die-at-work.ts', import.meta.url));

export interface JobsPlace {
  readonly kind: 'postgres' | 'redis';
  url(): string;
  backend(url: string): JobBackend;
}

/** What jobs promise, wherever they wait. */
export function describeJobs(name: string, place: JobsPlace): void {
  describe(`jobs in ${name}`, () => {
    const opened: Jobs[] = [];
    let queue = '';
    let queues = 0;

    beforeEach(() => {
      queue = `q${queues++}`; // Nothing of the test before is in it.
    });
    afterAll(() => Promise.all(opened.map((jobs) => jobs.stop())));

    const open = (url = place.url()): Jobs => {
      const jobs = new Jobs(place.backend(url), new SystemClock(), TIMES);
      opened.push(jobs);
      return jobs;
    };
    const one = { concurrency: 1 };

    it('are run with their data, by a process that did not add them', async () => {
      const seen: unknown[] = [];
      await open().work(queue, async (data, id) => void seen.push([id, data]), one);
      await open().add(queue, { id: 'a', data: { n: 1, text: 'ü' } });
      await waitFor('the run', () => seen.length > 0);
      expect(seen).toEqual([['a', { n: 1, text: 'ü' }]]);
    });

    it('wait as long as they are told to', async () => {
      const jobs = open();
      const ran: string[] = [];
      await jobs.add(queue, { id: 'late', data: null, delayMs: 600 });
      await jobs.add(queue, { id: 'soon', data: null, delayMs: 50 });
      const startedMs = performance.now();
      await jobs.work(queue, async (_data, id) => void ran.push(id), one);
      await waitFor('both', () => ran.length === 2);
      expect(ran).toEqual(['soon', 'late']);
      expect(performance.now() - startedMs).toBeGreaterThan(400);
    });

    it('are tried again, later and later, when a run rejects', async () => {
      const jobs = open();
      const atMs: number[] = [];
      const run = async () => {
        atMs.push(performance.now());
        if (atMs.length < 4) throw new Error('not yet');
      };
      await jobs.work(queue, run, one);
      await jobs.add(queue, { id: 'a', data: null });
      await waitFor('four runs', () => atMs.length === 4);
      const gaps = atMs.slice(1).map((ms, index) => ms - (atMs[index] ?? 0));
      gaps.forEach((gap, index) => expect(gap).toBeGreaterThanOrEqual(45 * 2 ** index));
      expect(jobs.counters.failures).toBe(3);
    });

    it('are run again as often as they say', async () => {
      const jobs = open();
      let runs = 0;
      await jobs.work(queue, async () => (++runs < 20 ? { againInMs: 5.25 } : undefined), one);
      await jobs.add(queue, { id: 'a', data: null, delayMs: 0.5 });
      await waitFor('twenty runs', () => runs === 20);
      expect(jobs.counters.failures).toBe(0);
    });

    it('of one id are there once while they wait or run, and again afterwards', async () => {
      const jobs = open();
      const ran: unknown[] = [];
      let isFree: () => void = () => undefined;
      const free = new Promise<void>((resolve) => (isFree = resolve));
      for (const n of [1, 2, 3]) await jobs.add(queue, { id: 'a', data: n, delayMs: 10 });
      const run = async (data: unknown) => {
        ran.push(data);
        await free;
      };
      await jobs.work(queue, run, { concurrency: 4 });
      await waitFor('the first', () => ran.length > 0);
      await jobs.add(queue, { id: 'a', data: 4 });
      await jobs.add(queue, { id: 'b', data: 'other' });
      await waitFor('the other one', () => ran.length > 1);
      isFree();
      await waitFor('a later one of the same id', async () => {
        await jobs.add(queue, { id: 'a', data: 5 });
        return ran.includes(5);
      });
      expect(ran.slice(0, 2)).toEqual([1, 'other']);
      expect(ran).not.toContain(4);
    });

    it('that failed for good make room for another one of their id', async () => {
      const jobs = open();
      let isBroken = true;
      let runs = 0;
      const run = async () => {
        runs++;
        if (isBroken) throw new Error('broken');
      };
      await jobs.work(queue, run, one);
      await jobs.add(queue, { id: 'a', data: null });
      await waitFor('the last attempt', () => jobs.counters.failures === 8);
      isBroken = false;
      await jobs.add(queue, { id: 'a', data: null });
      await waitFor('another run', () => runs === 9);
    });

    it('of a worker that was killed are taken over by another', async () => {
      const jobs = open();
      await jobs.add(queue, { id: 'a', data: 'left' });
      const args = [DYING, place.kind, place.url(), queue, String(TIMES.lockMs)];
      const child = spawn(process.execPath, [...process.execArgv, ...args], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await new Promise((resolve) => child.stdout.once('data', resolve));
      child.kill('SIGKILL');
      const ran: unknown[] = [];
      await jobs.work(queue, async (data) => void ran.push(data), one);
      await waitFor('the other worker', () => ran.length > 0);
      expect(ran).toEqual(['left']);
    });

    it('are refused in milliseconds where their server does not answer', async () => {
      const silent = createServer(() => undefined).listen(0, '127.0.0.1');
      await new Promise((resolve) => silent.once('listening', resolve));
      const { port } = silent.address() as AddressInfo;
      const away = new URL(place.url());
      away.host = `127.0.0.1:${port}`;
      away.search = '';
      const jobs = new Jobs(place.backend(away.href), new SystemClock(), TIMES);
      const startedMs = performance.now();
      await expect(jobs.add(queue, { id: 'a', data: null })).rejects.toThrow();
      expect(performance.now() - startedMs).toBeLessThan(1_000);
      silent.close();
    });
  });
}
