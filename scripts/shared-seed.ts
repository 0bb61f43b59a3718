import fc from 'fast-check';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** What random tests that name no seed begin with. */
    sharedSeed: number;
  }
}

// A test that runs out of time tells no seed, which therefore is known before it begins.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: inject('sharedSeed') });
