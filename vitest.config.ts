import { defineConfig } from 'vitest/config';

const conditions = ['source', 'node', 'import', 'default'];
const shared = { resolve: { conditions }, ssr: { resolve: { conditions } } };

export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: ['libs/**/*.test.ts', 'apps/**/*.test.ts'],
          exclude: ['**/*.int.test.ts'],
        },
      },
      {
        ...shared,
        test: {
          // Real PostgreSQL: one server for the run, one database for each file.
          name: 'system',
          include: ['libs/**/*.int.test.ts', 'test/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
