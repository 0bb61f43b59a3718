import { dayOfWeekOf } from '@rondo/contracts/calendar/dates.ts';
import { toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStudent, addTeacher } from '../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';
import { batchOf, ok, type Answer, type Visitor } from '../../../testing/visitor.ts';

// Monday, November 23, 2026, 9 in the morning in Austin.
let rondo: TestRondo;
let studios = 0;
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z');
});
afterAll(() => rondo.stop());

const today = '2026-11-23';
const places = ['1905 S 5th St, Austin, TX 78704', '100 Main St, Round Rock, TX 78664', '4 Elm St, Austin, TX 78745'];
const dates = ['2026-11-24', '2026-11-27', '2026-12-01', '2026-12-02', '2026-12-08'];

type Slot = {
  date: string;
  dayOfWeek: number;
  startTime: string;
  endTime: string;
  reasoningText: string;
  weekly?: boolean;
};
type Window = { day: number; from: string; to: string };

const hour = (from: number, to: number) => fc.integer({ min: from, max: to }).map((hours) => toTimeText(60 * hours));
const windows = fc
  .subarray([1, 2, 3, 4, 5], { minLength: 2 })
  .chain((days) =>
    fc.tuple(...days.map((day) => fc.record({ day: fc.constant(day), from: hour(9, 14), to: hour(17, 20) }))),
  );
const start = fc.integer({ min: 9 * 12, max: 19 * 12 }).map((steps) => toTimeText(5 * steps));
const lesson = fc.record({
  student: fc.integer({ min: 0, max: 2 }),
  when: fc.oneof(
    fc.record({ lessonDate: fc.constant(''), dayOfWeek: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ lessonDate: fc.constantFrom(...dates) }),
  ),
  startTime: start,
  duration: fc.constantFrom(30, 45, 60),
});
const week = fc.record({
  teacher: windows,
  students: fc.tuple(windows, windows, windows),
  lessons: fc.array(lesson, { minLength: 3, maxLength: 8 }),
  wanted: lesson,
});
type Week = typeof week extends fc.Arbitrary<infer Value> ? Value : never;
type Lesson = Week['lessons'][number];

/** A way to look for another time, and to take it. */
type Question = {
  readonly slots: readonly Slot[];
  readonly student: number;
  /** The time that is no alternative. */
  readonly present: { readonly date: string | null; readonly dayOfWeek: number; readonly startTime: string };
  readonly take: (slot: Slot) => Promise<Answer>;
};

const studioOf = async (given: Week) => {
  studios += 1;
  const user: Visitor = await rondo.visitor().register(`dana${studios}@example.com`);
  const teacher = await addTeacher(user, 'Dana Whitfield', given.teacher);
  const students: string[] = [];
  for (const [i, availability] of given.students.entries())
    students.push(await addStudent(user, `Student ${i}`, availability, { address: places[i] ?? '' }));
  const bodyOf = ({ student, when, startTime, duration }: Lesson) => ({
    teacherId: teacher,
    studentId: students[student],
    startTime,
    duration,
    ...when,
  });
  const alternatives = async (body: object): Promise<Slot[]> =>
    ok(await user.post('/api/lessons/generate-alternatives', body)).alternatives;
  return { user, bodyOf, alternatives };
};

const presentOf = ({ when, startTime }: Lesson): Question['present'] =>
  'dayOfWeek' in when
    ? { date: null, dayOfWeek: when.dayOfWeek, startTime }
    : { date: when.lessonDate, dayOfWeek: dayOfWeekOf(when.lessonDate), startTime };

/** Every way in which screens ask for another time. */
const questionsOf = async (given: Week): Promise<{ user: Visitor; questions: Question[] }> => {
  const { user, bodyOf, alternatives } = await studioOf(given);
  const taken = async (row: Lesson): Promise<{ row: Lesson; id: string }> => ({
    row,
    id: ok(await user.post('/api/lessons', bodyOf(row))).id,
  });
  const rows = [];
  for (const row of given.lessons) rows.push(await taken(row));

  const wish = bodyOf(given.wanted);
  const added: Question = {
    slots: await alternatives(wish),
    student: given.wanted.student,
    present: presentOf(given.wanted),
    take: ({ date, dayOfWeek, startTime, weekly }) =>
      user.post('/api/lessons/create-recommended', {
        ...wish,
        startTime,
        dayOfWeek,
        lessonDate: weekly === true ? '' : date,
        ifFree: true,
      }),
  };
  const [first] = rows;
  if (!first) throw new Error('A week has lessons.');
  const { row, id } = first;
  const weekly = 'dayOfWeek' in row.when;
  const moved = { ...bodyOf(row), id, startTime: given.wanted.startTime };
  const edit = (scope: object, { startTime }: Slot): Promise<Answer> =>
    user.patch(`/api/lessons/${id}/edit`, { ...scope, startTime, ifFree: true });
  const whole = { student: row.student, present: presentOf(row) };
  const edited: Question = {
    ...whole,
    slots: await alternatives(moved),
    take: (slot) =>
      weekly ? edit({ editScope: 'series', dayOfWeek: slot.dayOfWeek }, slot) : edit({ lessonDate: slot.date }, slot),
  };
  const { suggestions } = ok(await user.get(`/api/lessons/${id}/reschedule-suggestions`));
  const rescheduled: Question = {
    ...whole,
    slots: suggestions,
    take: (slot) =>
      weekly
        ? edit({ editScope: 'series', originalDate: slot.date, dayOfWeek: slot.dayOfWeek }, slot)
        : user.patch(`/api/lessons/${id}/reschedule`, {
            startTime: slot.startTime,
            endTime: slot.endTime,
            dayOfWeek: slot.dayOfWeek,
            lessonDate: slot.date,
            ifFree: true,
          }),
  };
  if (!weekly) return { user, questions: [added, edited, rescheduled] };
  // One date of the series moves into another week.
  const on = dates.slice(0, 2).concat(['2026-11-25', '2026-11-26', '2026-11-30']);
  const originalDate = on.find((date) => 'dayOfWeek' in row.when && dayOfWeekOf(date) === row.when.dayOfWeek) ?? '';
  const one: Question = {
    student: row.student,
    present: { date: originalDate, dayOfWeek: dayOfWeekOf(originalDate), startTime: row.startTime },
    slots: await alternatives({ ...moved, dayOfWeek: undefined, lessonDate: '2026-12-08', originalDate }),
    take: (slot) => edit({ editScope: 'single', originalDate, lessonDate: slot.date }, slot),
  };
  return { user, questions: [added, edited, rescheduled, one] };
};

const holds = (list: readonly Window[], { dayOfWeek, startTime, endTime }: Slot): boolean =>
  list.some(({ day, from, to }) => day === dayOfWeek && from <= startTime && endTime <= to);

const followsTheRule = (given: Week, { slots, student, present }: Question): void => {
  expect(slots.length).toBeLessThanOrEqual(5);
  const halves = Map.groupBy(slots, ({ date, startTime }) => `${date} ${startTime < '12:00' ? 'AM' : 'PM'}`);
  for (const half of halves.values()) expect(half.length).toBeLessThanOrEqual(2);
  for (const slot of slots) {
    expect(holds(given.teacher, slot) && holds(given.students[student] ?? [], slot)).toBe(true);
    expect(slot.date > today || slot.startTime >= '09:00').toBe(true);
    expect(toMinutes(slot.startTime) % 5).toBe(0);
    expect(slot.reasoningText).toMatch(/(min|h|\d|no) more driving; (buffer|no other stop)/);
    const isPresent =
      slot.startTime === present.startTime &&
      (present.date === null ? slot.dayOfWeek === present.dayOfWeek : slot.date === present.date);
    expect(isPresent, 'the present time is no alternative').toBe(false);
  }
};

test('every alternative that any search offers obeys the rule and can be taken', { timeout: 120_000 }, async () => {
  let offered = 0;
  await fc.assert(
    fc.asyncProperty(week, async (given) => {
      const { user, questions } = await questionsOf(given);
      for (const question of questions) {
        followsTheRule(given, question);
        for (const slot of question.slots) {
          offered += 1;
          const done = await question.take(slot);
          ok(done);
          ok(await user.post('/api/undo', { batchId: batchOf(done) }));
        }
      }
    }),
    { numRuns: 5, endOnFailure: true },
  );
  expect(offered).toBeGreaterThan(20);
});
