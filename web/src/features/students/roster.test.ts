import type { Student } from '@rondo/contracts/api/people/students.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { expect, test } from 'vitest';
import { aLesson, aStudent, aTeacher } from '../../calendar/days/testing.ts';
import { filteredRows, nameOf, sortedRows, studentRows, type RowOrder } from './roster.ts';

const today = '2026-11-25'; // a Wednesday

const student = (id: string, firstName: string, lastName = 'Ito') => aStudent(id, { firstName, lastName });

const teacher = (id: string, name: string) => aTeacher({ id, name });

const lesson = (more: Partial<CalendarLesson>): CalendarLesson =>
  aLesson({ studentId: 's', teacherId: 't', start: 940, ...more });

const rowWith = (...lessons: readonly Partial<CalendarLesson>[]) =>
  studentRows({
    students: [student('s', 'Ben')],
    teachers: [],
    assignments: [],
    lessons: lessons.map((more, index) => lesson({ lessonId: `l${index}`, ...more })),
    today,
  })[0];

const lessonShown = (...lessons: readonly Partial<CalendarLesson>[]) => rowWith(...lessons)?.lesson;

test('a weekly lesson is shown with its weekday and start', () => {
  expect(lessonShown({})).toEqual({ when: 'Tue 3:40\u00a0PM', kind: 'weekly', state: 'settled' });
  expect(lessonShown({ isManual: true })?.state).toBe('manual');
  expect(lessonShown({ status: 'optimized' })?.state).toBe('pending');
  expect(lessonShown({ status: 'recommended', isManual: true })?.state).toBe('recommended');
});

test('students with a single date or a series in its last week have a lesson, but are not scheduled', () => {
  const shown = (more: Partial<CalendarLesson>) => {
    const row = rowWith(more);
    return [row?.lesson?.kind, row?.scheduled];
  };
  expect(shown({})).toEqual(['weekly', true]);
  expect(shown({ status: 'recommended' })).toEqual(['weekly', true]);
  expect(shown({ dayOfWeek: 4, validTo: '2026-11-26' })).toEqual(['ending', false]);
  expect(shown({ dayOfWeek: 5, date: '2026-11-27', validFrom: null })).toEqual(['once', false]);
});

test('cancelled or past lessons, and entries that are not lessons, leave the student without a lesson', () => {
  expect(lessonShown()).toBeNull();
  expect(lessonShown({ status: 'cancelled' })).toBeNull();
  expect(lessonShown({ entryType: 'appointment' })).toBeNull();
  expect(lessonShown({ validTo: '2026-11-24' })).toBeNull();
  expect(lessonShown({ date: '2026-11-24' })).toBeNull();
});

test('an ongoing series takes precedence over one that ends this week, and that over a single date', () => {
  expect(
    lessonShown(
      { dayOfWeek: 4, validTo: '2026-11-26' },
      { dayOfWeek: 5, date: '2026-11-27', validFrom: null },
      { dayOfWeek: 1, start: 1020, validFrom: '2026-11-30' },
    )?.when,
  ).toBe('Mon 5:00\u00a0PM');
  expect(lessonShown({ dayOfWeek: 5, date: '2026-11-27', validFrom: null })?.kind).toBe('once');
});

test('a skipped date does not unschedule a student', () => {
  expect(lessonShown({ skips: ['2026-12-01'] })?.when).toBe('Tue 3:40\u00a0PM');
});

const rows = studentRows({
  students: [student('b', 'Ben'), student('a', 'Ava', 'Lindqvist'), student('c', 'Cy')],
  teachers: [teacher('m', 'Marcus'), teacher('d', 'Dana')],
  assignments: [
    { id: '1', studentId: 'b', teacherId: 'm', preferenceRank: 2, createdAt: '' },
    { id: '2', studentId: 'b', teacherId: 'd', preferenceRank: 1, createdAt: '' },
    { id: '3', studentId: 'c', teacherId: 'gone', preferenceRank: 1, createdAt: '' },
  ],
  lessons: [],
  today,
});

test('students are sorted by name, their teachers by preference', () => {
  expect(rows.map((row) => nameOf(row.student))).toEqual(['Ava Lindqvist', 'Ben Ito', 'Cy Ito']);
  expect(rows[1]?.teachers.map(({ name }) => name)).toEqual(['Dana', 'Marcus']);
});

test('the filter shows all students, unassigned ones, or those of one teacher; a search narrows it down', () => {
  const names = (teacher: string | null, search = '') =>
    filteredRows(rows, { teacher, search, without: [] }).map((row) => row.student.firstName);
  expect(names(null)).toEqual(['Ava', 'Ben', 'Cy']);
  expect(names('unassigned')).toEqual(['Ava', 'Cy']);
  expect(names('m')).toEqual(['Ben']);
  expect(names(null, 'ito')).toEqual(['Ben', 'Cy']);
  expect(names('unassigned', 'ito')).toEqual(['Cy']);
});

test('students whom nothing can be billed are found: without the rate by which they pay', () => {
  const pays = (rates: Pick<Student, 'paymentType' | 'perLessonRate' | 'monthlyRate'>, id: string) => ({
    ...student(id, id),
    ...rates,
  });
  const found = filteredRows(
    studentRows({
      students: [
        pays({ paymentType: 'per_lesson', perLessonRate: 50, monthlyRate: null }, 'ann'),
        pays({ paymentType: 'per_lesson', perLessonRate: null, monthlyRate: 200 }, 'ben'),
        pays({ paymentType: 'monthly', perLessonRate: 50, monthlyRate: null }, 'cy'),
        pays({ paymentType: 'monthly', perLessonRate: null, monthlyRate: 200 }, 'di'),
      ],
      teachers: [],
      assignments: [],
      lessons: [],
      today,
    }),
    { teacher: null, search: '', without: ['rate'] },
  );
  expect(found.map((row) => row.student.id)).toEqual(['ben', 'cy']);
});

test('a student without a name gets a placeholder', () => {
  expect(nameOf({ ...student('x', ''), lastName: '', name: '' })).toBe('Unknown Student');
});

test('the list is sorted by any column both ways; who has nothing in it comes last, and equals by name', () => {
  const { students, teachers, assignments } = {
    students: [student('b', 'Ben'), student('a', 'Ava', 'Lindqvist'), student('c', 'Cy'), student('d', 'Di', 'Moss')],
    teachers: [teacher('m', 'Marcus'), teacher('d', 'Dana')],
    assignments: [
      { id: '1', studentId: 'b', teacherId: 'm', preferenceRank: 1, createdAt: '' },
      { id: '2', studentId: 'd', teacherId: 'd', preferenceRank: 1, createdAt: '' },
    ],
  };
  const lessons = [
    lesson({ studentId: 'b', lessonId: '1', dayOfWeek: 0, start: 600 }),
    lesson({ studentId: 'd', lessonId: '2', dayOfWeek: 1, start: 900 }),
  ];
  const all = studentRows({ students, teachers, assignments, lessons, today });
  const names = (by: RowOrder['by'], descending = false) =>
    sortedRows(all, { by, descending }).map((row) => row.student.firstName);
  expect(names('student')).toEqual(['Ava', 'Ben', 'Cy', 'Di']);
  expect(names('student', true)).toEqual(['Di', 'Cy', 'Ben', 'Ava']);
  expect(names('teacher')).toEqual(['Di', 'Ben', 'Ava', 'Cy']);
  expect(names('teacher', true)).toEqual(['Ben', 'Di', 'Ava', 'Cy']);
  // The week begins on Monday.
  expect(names('lesson')).toEqual(['Di', 'Ben', 'Ava', 'Cy']);
  expect(names('lesson', true)).toEqual(['Ben', 'Di', 'Ava', 'Cy']);
  expect(
    filteredRows(all, { teacher: null, search: '', without: ['lesson', 'times'] }).map(({ student }) => student.id),
  ).toEqual(['a', 'c']);
});
