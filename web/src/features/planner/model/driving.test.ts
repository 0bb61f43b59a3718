import { addDays, datesOfWeek, shortDayName } from '@rondo/contracts/calendar/dates.ts';
import { byStart, isStop } from '@rondo/contracts/calendar/rows.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysOf, homeOf, totalOf, withLegs, withWayHome } from '../../../calendar/days/day.ts';
import { drivenMinutes, stopsOf } from '../../../calendar/days/legs.ts';
import { aLesson, aTeacher } from '../../../calendar/days/testing.ts';
import type { PlannedStop } from './plan.ts';
import { entryOf, plannedLegs } from './planned-week.ts';

const monday = '2026-11-23';
const wayHome = 12;

const row = fc
  .record({
    start: fc.integer({ min: 9 * 12, max: 19 * 12 }).map((steps) => 5 * steps),
    duration: fc.constantFrom(30, 45, 60),
    dayOfWeek: fc.constantFrom(1, 2, 3),
    isDated: fc.boolean(),
    status: fc.constantFrom('scheduled', 'optimized', 'cancelled'),
    entryType: fc.constantFrom('lesson', 'appointment'),
    useInOptimization: fc.boolean(),
    driveTime: fc.option(fc.integer({ min: 0, max: 40 })),
  })
  .map(({ isDated, ...given }): Partial<CalendarLesson> => ({
    ...given,
    ...(isDated ? { date: addDays(monday, given.dayOfWeek - 1), validFrom: null } : {}),
  }));

/** The figure by its definition: a leg to each stop of the date and one home, 15 minutes for an unknown one. */
const defined = (rows: readonly CalendarLesson[], dayOfWeek: number): number => {
  const stops = rows.filter((one) => one.dayOfWeek === dayOfWeek && isStop(one));
  return stops.reduce((sum, { driveTime }) => sum + (driveTime ?? 15), stops.length > 0 ? wayHome : 0);
};

/** The day as a report stores it. */
const stored = (rows: readonly CalendarLesson[], dayOfWeek: CalendarLesson['dayOfWeek']): PlannedStop[] => {
  const stops = rows.filter((one) => one.dayOfWeek === dayOfWeek && isStop(one)).toSorted(byStart);
  return stops.map((one, i) => ({
    lessonId: one.lessonId,
    studentId: one.studentId,
    title: one.lessonId,
    address: null,
    day: shortDayName(dayOfWeek),
    startTime: toTimeText(one.start),
    endTime: toTimeText(one.start + one.duration),
    source: one.source,
    driveTime: one.driveTime ?? 15,
    driveHome: i === stops.length - 1 ? wayHome : null,
  }));
};

test('header, day card, day dialog and report show the same driving for any week', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), (given) => {
      const rows = given.map((one, i) =>
        aLesson({ ...one, lessonId: `row-${i}`, studentId: `student-${i}`, student: null, customAddress: `${i} Elm` }),
      );
      const teacher = aTeacher();
      const days = daysOf(datesOfWeek(monday), rows, teacher).map((day) =>
        withWayHome(day, { minutes: wayHome, notice: null, approximate: false }),
      );
      for (const [i, day] of days.entries()) {
        const dayOfWeek = ([1, 2, 3, 4, 5, 6, 0] as const)[i] ?? 0;
        const stops = stored(rows, dayOfWeek);
        const planned = stops.map((stop) => entryOf(stop, [], false));
        const report = withLegs(
          { date: day.date, entries: planned, windows: [], lessons: 0 },
          plannedLegs(stops, planned, homeOf(teacher), { minutesBetween: 0, approximateDriving: false }),
        );
        const expected = defined(rows, dayOfWeek);
        expect({ card: day.driving, dialog: drivenMinutes(day.legs), report: report.driving }).toEqual({
          card: expected,
          dialog: expected,
          report: expected,
        });
        expect(stopsOf(day.entries).map(({ id }) => id)).toEqual(stops.map(({ lessonId }) => lessonId));
      }
      expect(totalOf(days).driving).toBe([1, 2, 3].reduce((sum, day) => sum + defined(rows, day), 0));
    }),
  );
});
