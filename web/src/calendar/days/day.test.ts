import { describe, expect, test } from 'vitest';
import {
  availableOn,
  daysOf,
  emptyDay,
  isLeg,
  phaseOf,
  timelineOf,
  totalOf,
  withoutEmptyPast,
  withWayHome,
} from './day.ts';
import { entryWord } from './entry.ts';
import { aLesson, aTeacher } from './testing.ts';

const tuesday = '2026-11-24';
const dayOf = (...rows: Parameters<typeof daysOf>[1][number][]) => {
  const [day] = daysOf([tuesday], rows, aTeacher());
  if (!day) throw new Error('no day');
  return day;
};

describe('the counts of a day', () => {
  test('are the lessons that take place and the drive to every stop', () => {
    const day = dayOf(
      aLesson(),
      aLesson({ lessonId: 'b', start: 960, driveTime: 12 }),
      aLesson({ lessonId: 'c', start: 1020, status: 'cancelled', driveTime: null }),
      aLesson({ lessonId: 'd', start: 1080, entryType: 'appointment', student: null, studentId: null, driveTime: 7 }),
    );
    expect(day.lessons).toBe(2);
    expect(withWayHome(day, { minutes: 9, notice: null, approximate: false }).driving).toBe(38);
    expect(day.entries).toHaveLength(4);
  });

  test('have no driving, nor has their week, until the drive home is known', () => {
    const [free, day] = [emptyDay('2026-11-25'), dayOf(aLesson())];
    expect([free.driving, day.driving, withWayHome(day, null).driving]).toEqual([0, null, null]);
    expect(totalOf([free, day])).toEqual({ lessons: 1, driving: null });
    expect(totalOf([free, withWayHome(day, { minutes: 9, notice: null, approximate: false })])).toEqual({
      lessons: 1,
      driving: 19,
    });
  });

  test('leave out a place that the drive does not stop at', () => {
    const day = dayOf(aLesson(), aLesson({ lessonId: 'b', start: 960, useInOptimization: false }));
    expect(withWayHome(day, { minutes: 9, notice: null, approximate: false })).toMatchObject({
      lessons: 2,
      driving: 19,
    });
  });

  test('count 15 minutes for an unknown drive', () => {
    expect(
      withWayHome(dayOf(aLesson({ driveTime: null })), { minutes: 0, notice: null, approximate: false }).driving,
    ).toBe(15);
  });

  test('exclude other teachers’ lessons', () => {
    expect(dayOf(aLesson({ teacherId: 'marcus' })).lessons).toBe(0);
  });
});

describe('an entry', () => {
  test.each([
    [{ source: 'optimized' }, 'Optimized'],
    [{ source: 'optimized', status: 'optimized' }, 'Pending'],
    [{ source: 'manual' }, 'Manual'],
    [{ source: 'manual', status: 'recommended' }, 'Recommended'],
    [{ source: 'actual' }, 'Imported'],
    [{ source: 'manual', entryType: 'appointment' }, 'Appointment'],
    [{ source: 'manual', status: 'cancelled' }, '(Cancelled)'],
  ] as const)('%o reads %s', (given, word) => {
    const [entry] = dayOf(aLesson(given)).entries;
    expect(entry && entryWord(entry)).toBe(word);
  });

  test('is named after its student, its title, or "Unknown Student"', () => {
    const titles = (lesson: ReturnType<typeof aLesson>) => dayOf(lesson).entries.map(({ title }) => title);
    expect(titles(aLesson())).toEqual(['Ann Lee']);
    expect(titles(aLesson({ student: null, eventTitle: 'Recital' }))).toEqual(['Recital']);
    expect(titles(aLesson({ student: null, entryType: 'appointment' }))).toEqual(['Appointment']);
    expect(titles(aLesson({ student: null }))).toEqual(['Unknown Student']);
  });

  test('conflicts with an overlapping entry of the same teacher, but not with an adjacent one', () => {
    const conflicts = (start: number, status: 'scheduled' | 'cancelled' = 'scheduled') =>
      dayOf(aLesson(), aLesson({ lessonId: 'b', studentId: 'ben', start, status })).entries.map(
        ({ conflict }) => conflict,
      );
    expect(conflicts(930)).toEqual([true, true]);
    expect(conflicts(945)).toEqual([false, false]);
    expect(conflicts(930, 'cancelled')).toEqual([false, false]);
  });

  test('conflicts with the student’s lesson with another teacher', () => {
    expect(dayOf(aLesson(), aLesson({ lessonId: 'b', teacherId: 'marcus' })).entries[0]?.conflict).toBe(true);
  });

  test('is past, current or upcoming', () => {
    const lesson = { start: 900, end: 945 };
    const at = (today: string, minute: number) => phaseOf(lesson, tuesday, { today, minute });
    expect([at(tuesday, 899), at(tuesday, 900), at(tuesday, 945)]).toEqual(['coming', 'now', 'past']);
    expect([at('2026-11-23', 1000), at('2026-11-25', 0)]).toEqual(['coming', 'past']);
  });
});

test('past days without entries are distinguished from the rest of the week', () => {
  const days = daysOf(['2026-11-23', tuesday, '2026-11-25'], [aLesson()], aTeacher());
  const [passed, shown] = withoutEmptyPast(days, '2026-11-25');
  expect(passed.map(({ date }) => date)).toEqual(['2026-11-23']);
  expect(shown.map(({ date }) => date)).toEqual([tuesday, '2026-11-25']);
});

test('an occurrence replaces its series', () => {
  const day = dayOf(
    aLesson(),
    aLesson({
      lessonId: 'moved',
      date: tuesday,
      seriesId: 'lesson-1',
      originalDate: tuesday,
      start: 1020,
      validFrom: null,
    }),
  );
  expect(day.entries.map(({ id }) => id)).toEqual(['moved']);
});

test('a day lists its entries and drives in order, from home to home', () => {
  const day = withWayHome(dayOf(aLesson(), aLesson({ lessonId: 'b', studentId: 'ben', start: 960 })), {
    minutes: 9,
    notice: null,
    approximate: false,
  });
  expect(timelineOf(day).map((item) => (isLeg(item) ? `${item.minutes} min` : item.id))).toEqual([
    '10 min',
    'lesson-1',
    '10 min',
    'b',
    '9 min',
  ]);
});

test('adjacent and overlapping windows are merged, disabled ones are dropped', () => {
  const row = (startTime: string, endTime: string, enabled = true) => ({
    id: startTime,
    entityId: 'dana',
    entityType: 'teacher' as const,
    dayOfWeek: 2 as const,
    startTime,
    endTime,
    enabled,
    isPreferred: false,
  });
  expect(
    availableOn({ availability: [row('15:00', '17:00'), row('17:00', '18:00'), row('09:00', '10:00', false)] }, 2),
  ).toEqual([{ start: 900, end: 1080 }]);
});
