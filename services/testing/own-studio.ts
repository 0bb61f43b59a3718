import { afterAll, beforeAll, beforeEach } from 'vitest';
import { mondayMorning } from './settable-time.ts';
import { testRondo, type TestRondo } from './test-rondo.ts';
import type { Visitor } from './visitor.ts';

// Imported variables have the values of the current test.
export let rondo: TestRondo;
export let dana: Visitor;
export let email: string;
let studios = 0;

const start = async (): Promise<void> => {
  rondo = await testRondo(mondayMorning);
};
const openStudio = async (): Promise<void> => {
  studios += 1;
  email = `dana${studios}@example.com`;
  dana = await rondo.visitor().register(email);
};

/** Gives each test of the file a studio of its own, Dana's, on that Monday morning. */
export const inOwnStudio = (): void => {
  beforeAll(start);
  afterAll(() => rondo.stop());
  beforeEach(openStudio);
};

/** Gives all tests of the file one studio, Dana's, on that Monday morning. */
export const inOneStudio = (): void => {
  beforeAll(async () => {
    await start();
    await openStudio();
  });
  afterAll(() => rondo.stop());
};
