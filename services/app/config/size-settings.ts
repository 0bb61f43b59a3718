import { z } from 'zod';

const most = (noun: string, figure: number, what: string) =>
  z.coerce
    .number(`expected a number of ${noun}`)
    .int('expected a whole number')
    .min(1, 'expected at least 1')
    .max(10_000_000, 'expected at most 10000000')
    .default(figure)
    .describe(what);

/** How large studios may become. Spread into the settings of `config.ts`. */
export const sizeSettings = {
  MAX_STUDENTS: most('students', 10_000, 'The most students of a studio. What is beyond already stays.'),
  MAX_TEACHERS: most('teachers', 300, 'The most teachers of a studio.'),
  MAX_TEACHERS_OF_STUDENT: most('teachers', 20, 'The most teachers of one student.'),
  MAX_LESSONS: most(
    'lessons',
    20_000,
    'The most lessons of a studio that were entered or imported: series that have not ended, and single lessons from today on. Lessons that a plan placed do not count.',
  ),
  MAX_GUEST_STUDENTS: most('students', 500, 'The same for a guest: students.'),
  MAX_GUEST_TEACHERS: most('teachers', 30, 'The same for a guest: teachers.'),
  MAX_GUEST_LESSONS: most('lessons', 3000, 'The same for a guest: lessons.'),
  MAX_GUEST_EVENTS: most(
    'events',
    50_000,
    'The most events that a guest’s studio may have recorded, counted by each process. After that a guest can only sign out or register.',
  ),
};

/** The figures of the settings. */
export const sizeFigures = (config: { readonly [Name in keyof typeof sizeSettings]: number }) => ({
  account: { students: config.MAX_STUDENTS, teachers: config.MAX_TEACHERS, lessons: config.MAX_LESSONS },
  guest: {
    students: config.MAX_GUEST_STUDENTS,
    teachers: config.MAX_GUEST_TEACHERS,
    lessons: config.MAX_GUEST_LESSONS,
  },
  teachersOfStudent: config.MAX_TEACHERS_OF_STUDENT,
});
