import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, success } from '../shapes.ts';
import { lessonDuration, paymentType, rate } from './students.ts';

// Actions on several students or teachers at once. In a file of their own, because few screens load them.

const mostSelected = 10_000;

/** Whom a bulk action is about, each once. */
const selectedIds = (noun: 'student' | 'teacher', missing = `Please select at least one ${noun}.`) =>
  z
    .array(id)
    .min(1, missing)
    .max(mostSelected, `At most 10,000 ${noun}s can be changed at once.`)
    .transform((ids) => [...new Set(ids)]);

const studentIds = selectedIds('student');

export const deleteStudents = endpoint({
  method: 'POST',
  path: '/api/students/delete',
  expensive: true,
  summary: 'Removes several students as one change, each as DELETE /api/students/{id} does.',
  body: z.object({ studentIds }),
  response: success.extend({ deletedCount: z.number() }),
  updates: ['students', 'households', 'lessons', 'history'],
  waitsFor: ['removals', 'transfers'],
});

export const assignRandomAvailability = endpoint({
  method: 'POST',
  path: '/api/students/assign-random-availability',
  expensive: true,
  summary:
    'Replaces students’ availability with random windows: two to four of the days Monday to Saturday, each two to four hours between 2:00 and 9:00 PM.',
  body: z.object({ studentIds }),
  response: success.extend({ updatedCount: z.number() }),
  updates: ['students', 'history'],
});

export const assignStandardAvailability = endpoint({
  method: 'POST',
  path: '/api/students/assign-standard-availability',
  expensive: true,
  summary: 'Replaces students’ availability with Monday to Friday, 4:00 to 9:00 PM.',
  body: z.object({ studentIds }),
  response: success.extend({ updatedCount: z.number() }),
  updates: ['students', 'history'],
});

export const clearStudentAvailability = endpoint({
  method: 'POST',
  path: '/api/students/clear-availability',
  expensive: true,
  summary: 'Clears students’ availability.',
  body: z.object({ studentIds }),
  response: success.extend({ clearedCount: z.number() }),
  updates: ['students', 'history'],
});

export const setRates = endpoint({
  method: 'POST',
  path: '/api/students/set-rate',
  expensive: true,
  summary: 'Sets how several students pay and the rate of it as one change; null clears that rate.',
  body: z.object({
    studentIds,
    paymentType,
    rate: rate.refine((value) => value !== undefined, 'The rate must be a number.'),
  }),
  response: success.extend({ updatedCount: z.number() }),
  updates: ['students', 'history'],
});

export const setLengths = endpoint({
  method: 'POST',
  path: '/api/students/set-length',
  expensive: true,
  summary: 'Sets the lesson length of several students as one change. Lessons stay as they are until the next plan.',
  body: z.object({ studentIds, lessonDuration }),
  response: success.extend({ updatedCount: z.number() }),
  updates: ['students', 'history'],
});

export const createAssignments = endpoint({
  method: 'POST',
  path: '/api/assignments/bulk',
  expensive: true,
  summary:
    'Assigns teachers to several students as one change, after the teachers that a student already has, or with `replace` instead of them.',
  body: z.object({
    studentIds,
    teacherIds: selectedIds('teacher', 'Please select at least one teacher to assign.'),
    /** The students’ assignments to other teachers end. */
    replace: z.boolean().optional(),
  }),
  response: success.extend({
    updatedCount: z.number(),
    /** With `replace`: the students’ lessons with other teachers, which stay until a plan replaces them or they are ended by hand. */
    standingLessons: z.number().optional(),
  }),
  updates: ['students', 'history'],
});

const teacherIds = selectedIds('teacher');

export const deleteTeachers = endpoint({
  method: 'POST',
  path: '/api/teachers/delete',
  expensive: true,
  summary: 'Removes several teachers as one change, each as DELETE /api/teachers/{id} does.',
  body: z.object({ teacherIds, moveTo: id.optional() }),
  response: success.extend({ deletedCount: z.number() }),
  updates: ['teachers', 'students', 'lessons', 'history', 'reports'],
  waitsFor: ['removals', 'transfers'],
});

export const clearTeacherAvailability = endpoint({
  method: 'POST',
  path: '/api/teachers/clear-availability',
  expensive: true,
  summary: 'Clears teachers’ availability.',
  body: z.object({ teacherIds }),
  response: success.extend({ clearedCount: z.number() }),
  updates: ['teachers', 'history'],
});
