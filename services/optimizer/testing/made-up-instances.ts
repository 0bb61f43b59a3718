import fc from 'fast-check';
import { parseInstance, type Instance, type InstanceInput } from '../week/instance.ts';

/** Options of a made-up week. */
export type Shape = {
  readonly students: { readonly min: number; readonly max: number };
  /** Maximum fixed lessons; they may contradict each other, the windows and the blocks. */
  readonly fixed?: number;
  readonly blocks?: number;
  readonly weighted?: boolean;
};

const quarter = (min: number, max: number) => fc.integer({ min: min / 15, max: max / 15 }).map((n) => n * 15);
const day = fc.constantFrom(1 as const, 2 as const);

const stretch = (min: number, max: number, shortest: number, longest: number) =>
  fc
    .record({ dayOfWeek: day, startTime: quarter(min, max), length: quarter(shortest, longest) })
    .map(({ dayOfWeek, startTime, length }) => ({ dayOfWeek, startTime, endTime: startTime + length }));

/** Two days, the second of which may have a second window. */
const windows = fc
  .record({ first: quarter(840, 930), length: quarter(90, 240), second: fc.boolean() })
  .map(({ first, length, second }) => [
    { dayOfWeek: 1 as const, startTime: first, endTime: first + length },
    { dayOfWeek: 2 as const, startTime: 900, endTime: 900 + length },
    ...(second ? [{ dayOfWeek: 2 as const, startTime: 900 + length, endTime: 1020 + length }] : []),
  ]);

const student = (weighted: boolean) =>
  fc.record({
    lessonDuration: fc.constantFrom(15, 30, 45, 60, 50),
    weight: weighted ? fc.integer({ min: 1, max: 4 }) : fc.constant(1),
    availability: fc.array(
      fc.tuple(stretch(825, 1080, 30, 120), fc.boolean()).map(([row, isPreferred]) => ({ ...row, isPreferred })),
      { minLength: 0, maxLength: 3 },
    ),
  });

/** Drives that are sometimes asymmetric and violate the triangle inequality; 0 for students at one address. */
const drives = (nodes: number) =>
  fc.array(
    fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 45 })), { minLength: nodes, maxLength: nodes }),
    {
      minLength: nodes,
      maxLength: nodes,
    },
  );

/** Small random weeks: both interpretations, both return rules, all grids, several windows a day, with and without time between lessons. */
export const madeUpInstance = (shape: Shape): fc.Arbitrary<Instance> =>
  fc.integer(shape.students).chain((count) =>
    fc
      .record({
        startGrid: fc.constantFrom(1, 5, 10, 15),
        returnRule: fc.constantFrom('home-by-end' as const, 'last-lesson-by-end' as const),
        availabilityInterpretation: fc.constantFrom('leave_home' as const, 'start_lesson' as const),
        availability: windows,
        students: fc.array(student(shape.weighted ?? false), { minLength: count, maxLength: count }),
        minutesBetween: fc.constantFrom(0, 5, 12),
        driveMinutes: drives(count + 1),
        pins: fc.array(fc.record({ dayOfWeek: day, startTime: fc.integer({ min: 840, max: 1100 }) }), {
          maxLength: Math.min(count, shape.fixed ?? 0),
        }),
        blocked: fc.array(stretch(840, 1080, 15, 60), { maxLength: shape.blocks ?? 0 }),
      })
      .map(({ availability, availabilityInterpretation, students, pins, ...rest }) =>
        parseInstance({
          ...rest,
          teacher: { availabilityInterpretation, availability },
          students: students.map((each, index) => ({ ...each, id: `s${index + 1}` })),
          fixedLessons: pins.map((pin, index) => ({ ...pin, studentId: `s${index + 1}` })),
        } satisfies InstanceInput),
      ),
  );
