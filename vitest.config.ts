import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// The same doors as `imports` in package.json, at their sources: tests never read a stale build.
const libs = fileURLToPath(new URL('./libs/', import.meta.url));
/** Threads that a test starts run the sources, too. */
const execArgv = [
  '--experimental-transform-types',
  '--disable-warning=ExperimentalWarning',
  '--conditions=gateway-source',
  `--import=${fileURLToPath(new URL('./test/support/resolve-sources.mjs', import.meta.url))}`,
];
const resolve = { alias: [{ find: /^#([\w-]+)$/, replacement: `${libs}$1/src/index.ts` }] };

// Says that a test hangs, not that it is slow: what a machine has beside it is no fault of ours.
const HANGS_MS = 120_000;
const SUITE_TEST_MS_MAX = 300_000; // Thousands of attempts, or minutes of faults.
// In vain, not slowly: a machine that has other work takes its time. Below the limit of a test.
const WAITS_MS = 60_000;
// One a core: many tests wait for processes that they started, so none is kept for the rest.
const WORKERS = availableParallelism();

export default defineConfig({
  resolve,
  test: {
    maxWorkers: WORKERS,
    expect: { poll: { timeout: WAITS_MS } },
    isolate: false, // Loading the gateway anew for each file took longer than many of them run.
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          execArgv,
          include: ['libs/**/*.test.ts', 'apps/**/*.test.ts'],
          exclude: ['**/*.{int,redis,pgvector}.test.ts'],
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      {
        resolve,
        test: {
          // Real PostgreSQL: one server for the run, one database for each file.
          name: 'system',
          execArgv,
          include: ['libs/**/*.int.test.ts', 'apps/**/*.int.test.ts', 'test/**/*.test.ts'],
          exclude: [
            'test/{browser,attack,chaos,compat,leaks,measure}/**',
            '**/*.{redis,pgvector}.test.ts',
            '**/node_modules/**',
          ],
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      {
        resolve,
        test: {
          // Redis is no part of a fresh machine: `npm run test:redis`, and every CI run.
          name: 'redis',
          execArgv,
          include: ['{libs,apps,test}/**/*.redis.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      {
        resolve,
        test: {
          // Nor is a PostgreSQL that has pgvector: `npm run test:pgvector`, and every CI run.
          name: 'pgvector',
          execArgv,
          include: ['{libs,apps,test}/**/*.pgvector.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: HANGS_MS,
          hookTimeout: 60_000,
        },
      },
      ...['attack', 'chaos', 'compat'].map((name) => ({
        resolve,
        test: {
          // Suites of their own, with a table at their end: `npm run attack`, `npm run chaos`.
          name,
          isolate: true, // They measure memory and the event loop.
          execArgv,
          include: [`test/${name}/**/*.test.ts`],
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: SUITE_TEST_MS_MAX,
          hookTimeout: HANGS_MS,
        },
      })),
      {
        resolve,
        test: {
          // Programs that are no part of a fresh machine: `npm run leaks`, and every CI run.
          name: 'leaks',
          execArgv,
          include: ['test/leaks/**/*.test.ts'],
          testTimeout: 3_600_000, // Two hundred documents, each read, written and looked at in many ways.
        },
      },
      {
        resolve,
        test: {
          // Times and memory, as a table: `npm run bench:documents`.
          name: 'measure',
          execArgv,
          include: ['test/measure/**/*.test.ts'],
        },
      },
      'console',
      {
        resolve,
        test: {
          // A browser is no part of a fresh machine: `npm run test:browser`, and every CI run.
          name: 'browser',
          execArgv,
          // Another program draws the pages, at its own pace: what fails twice is at fault.
          retry: 1,
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: HANGS_MS,
        },
      },
    ],
  },
});
