import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import './scripts/compile-cache.cjs';
import LongFilesFirst from './scripts/long-files-first.ts';

// What random tests that name no seed begin with: other cases at every run. The first line of a run says it, `SHARED_SEED=…` repeats it.
const sharedSeed = Number(process.env['SHARED_SEED'] ?? Date.now() % 0x7fffffff);

// The time limits are for what hangs, also on a machine that is ten times as slow as an idle one. Test files share the modules of their
// worker (`isolate: false`): loading them again for each file takes longer than most of the tests.
export default defineConfig({
  test: {
    sequence: { sequencer: LongFilesFirst },
    // Files wait for the database and the browser half of their time, so that one more than there are cores keeps the cores busy.
    maxWorkers: availableParallelism() + 2,
    // A snapshot that nothing compares with fails the run, and only `-u` writes one, here as in CI.
    update: 'none',
    reporters: ['default', './scripts/seed-reporter.ts', './scripts/closing-line-reporter.ts'],
    provide: { sharedSeed },
    setupFiles: './scripts/shared-seed.ts',
    coverage: { provider: 'v8', include: ['{contracts,projections,services,web}/**/*.ts'] },
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          expect: { poll: { timeout: 30_000 } },
          include: ['{contracts,projections,services,tools,scripts}/**/*.test.ts', 'web/{*,src/**/*}.test.ts'],
          exclude: ['**/*.db.test.ts', '**/*.contract.test.ts', '**/node_modules/**'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'integration',
          expect: { poll: { timeout: 30_000 } },
          include: ['{projections,services,tools,scripts}/**/*.db.test.ts'],
          exclude: ['**/node_modules/**'],
          pool: 'forks',
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 120_000,
          globalSetup: './services/testing/shared-postgres.ts',
        },
      },
      {
        test: {
          name: 'containers',
          include: ['services/**/*.contract.test.ts'],
          exclude: ['**/node_modules/**'],
          testTimeout: 30_000,
          hookTimeout: 360_000,
        },
      },
      {
        test: {
          name: 'e2e',
          expect: { poll: { timeout: 30_000 } },
          include: ['web/e2e/**/*.test.ts'],
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          globalSetup: './web/e2e/setup.ts',
        },
      },
    ],
  },
});
