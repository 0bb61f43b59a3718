import type { Reporter, Vitest } from 'vitest/node';

/** Prints the seed of a run's random tests, by which they can be repeated. */
export default class SeedReporter implements Reporter {
  onInit({ config }: Vitest): void {
    process.stdout.write(`SHARED_SEED=${config.provide.sharedSeed}\n`);
  }
}
