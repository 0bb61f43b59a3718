import fc from 'fast-check';
import { teachers, type Step } from './steps.ts';

export const students = ['Ann', 'Ben', 'Cy'] as const;
export const anyStudent = fc.constantFrom(...students);

/** Everything of a random step but its kind. */
export const anyWhere = {
  teacher: fc.constantFrom(...teachers),
  student: anyStudent,
  others: fc.array(anyStudent, { maxLength: 2 }),
  nth: fc.nat(5),
  dayOfWeek: fc.constantFrom(1, 2, 3, 4, 5),
  hour: fc.integer({ min: 9, max: 18 }),
  ahead: fc.constantFrom(0, 0, 1, 2, 3, 7, 10),
};

/** A random step of one of some kinds; one that is given twice is twice as likely. */
export const stepOf = (...kinds: readonly Step['kind'][]): fc.Arbitrary<Step> =>
  fc.record({ kind: fc.constantFrom(...kinds), ...anyWhere });
