import { neverClosed } from '@rondo/contracts/calendar/closures/closures.ts';
import { addDays, type DayOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { occupiesTime, spanOf } from '@rondo/contracts/calendar/rows.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { describe, expect, test } from 'vitest';
import type { Stop } from '../../../platform/maps/drive-time.ts';
import type { DayStop } from '../../../platform/maps/drives/day-drive.ts';
import { lessonOf } from '../../schedule/edit/entries.ts';
import { suggestSlots, type SlotSearch } from './suggestions.ts';
import { anEntry, today } from '../../schedule/testing/week.ts';

const weekdays = [1, 2, 3, 4, 5] as const;
const hours = (from: number, to: number) => ({ start: from * 60, end: to * 60 });
const place = (address: string): Stop => ({ address, precision: null });

const row = (lessonId: string, when: IsoDate | DayOfWeek, start: number, duration = 45): Lesson =>
  lessonOf(
    anEntry(lessonId, {
      studentId: lessonId,
      start,
      duration,
      when:
        typeof when === 'string'
          ? { kind: 'dated', date: when }
          : { kind: 'weekly', dayOfWeek: when, validFrom: '2026-09-07' },
    }),
  );

/** A teacher who is free from 9 to 20 every day, 10 minutes from everywhere; reads and requests are counted. */
const surroundings = (rows: readonly Lesson[], wanted: Lesson) => {
  const counted = { reads: 0, drives: 0 };
  const watched = rows.map(
    (lesson) =>
      new Proxy(lesson, {
        get: (target, key) => {
          counted.reads += 1;
          return Reflect.get(target, key);
        },
      }),
  );
  const stop = (lesson: Lesson): DayStop => ({
    ...spanOf(lesson),
    title: lesson.lessonId,
    place: place(lesson.lessonId),
  });
  const indexed = calendarOf(watched, neverClosed, {
    only: (lesson) => occupiesTime(lesson) && lesson.lessonId !== wanted.lessonId,
  });
  const minutes = (from: Stop, to: Stop): number => {
    counted.drives += 1;
    return from?.address === to?.address ? 0 : 10;
  };
  const around = {
    rows: watched,
    now: { today, minute: 0 },
    home: null,
    leavesHome: false,
    teacherWindows: () => [hours(9, 20)],
    closedTimeOn: () => [],
    closedDates: [],
    studentWindows: () => null,
    takenOn: (date: IsoDate) => indexed.on(date).map(spanOf),
    minutesBetween: 0,
    people: [],
    drives: async () => ({
      place: place('wanted'),
      stopsOn: (date: IsoDate) => indexed.on(date).map(stop),
      minutes,
    }),
  };
  return { counted, around };
};

const search = async (rows: readonly Lesson[], given: Partial<SlotSearch> & Pick<SlotSearch, 'lesson'>) => {
  const { counted, around } = surroundings(rows, given.lesson);
  const range = { from: today, to: addDays(today, 14) };
  return { counted, ...(await suggestSlots({ present: null, range, ...given }, around)) };
};

describe('the cost of a search', () => {
  test('over 26 weeks grows with the gaps between stops, not with the starts in them', async () => {
    const rows = weekdays.map((day) => row(`on ${day}`, day, 15 * 60));
    const wanted = row('wanted', '2026-11-24', 16 * 60);
    const range = { from: today, to: addDays(today, 182) };
    const { counted, slots } = await search(rows, { lesson: wanted, range });
    expect(slots).toHaveLength(5);
    const days = 183;
    const gapsOfADay = 2;
    expect(counted.drives).toBeLessThan(days * gapsOfADay * 5);
  });

  test('for a weekly lesson reads each row once for each of its dates, even when a holiday on every weekday takes all', async () => {
    const holidays = [0, 1, 2, 3, 4, 5, 6].map((day) => row(`holiday ${day}`, addDays('2027-02-01', day), 0, 1439));
    const weekly = Array.from({ length: 40 }, (_, i) =>
      row(`weekly ${i}`, weekdays[i % 5] ?? 1, 9 * 60 + 15 * (i % 40), 15),
    );
    const dated = Array.from({ length: 2000 }, (_, i) => row(`dated ${i}`, addDays(today, i % 180), 12 * 60, 30));
    const rows = [...holidays, ...weekly, ...dated];
    const { counted, slots, nearestMiss } = await search(rows, { lesson: row('wanted', 2, 16 * 60) });
    expect(slots).toEqual([]);
    expect(nearestMiss).toBe('The teacher and the student have no free time in common on these days.');
    const weeks = 26;
    const readsOfADate = 25;
    expect(counted.reads).toBeLessThan((2007 + 40 * weeks) * readsOfADate);
  });
});

describe('alternatives', () => {
  const wanted = row('wanted', '2026-11-24', 16 * 60);
  const times = (slots: readonly { date: string; startTime: string }[]) =>
    slots.map(({ date, startTime }) => `${date} ${startTime}`);

  test('are at most two per half-day, the same day first', async () => {
    const { slots } = await search([], { lesson: wanted });
    expect(times(slots)).toEqual([
      '2026-11-24 15:55',
      '2026-11-24 16:10',
      '2026-11-24 11:55',
      '2026-11-24 11:40',
      '2026-11-23 16:00',
    ]);
  });

  test('are never the current time, nor minutes from it if there is any other', async () => {
    const present = row('wanted', '2026-11-24', 15 * 60);
    const { slots } = await search([], { lesson: wanted, present });
    expect(times(slots)[0]).toBe('2026-11-24 15:55');
    const between = (start: number, end: number) => [
      row('Ann', '2026-11-24', 0, start),
      row('Ben', '2026-11-24', end, 300),
    ];
    const range = { from: '2026-11-24', to: '2026-11-24' };
    const beside = await search(between(15 * 60 + 50, 17 * 60), { lesson: wanted, present: wanted, range });
    expect(times(beside.slots)).toEqual(['2026-11-24 16:05']);
    const alone = await search(between(15 * 60 + 50, 16 * 60 + 55), { lesson: wanted, present: wanted, range });
    expect(alone.slots).toEqual([]);
    expect(alone.nearestMiss).toMatch(/^Only the current time, Tuesday, November 24, 3:50 – 4:55.PM, is free\.$/);
  });

  test('name their added driving and the buffers before and after', async () => {
    const rows = [row('Ann', '2026-11-24', 14 * 60), row('Ben', '2026-11-24', 17 * 60)];
    const range = { from: '2026-11-24', to: '2026-11-24' };
    const { slots } = await search(rows, { lesson: wanted, range });
    expect(slots[0]?.startTime).toBe('15:55');
    expect(slots[0]?.reasoningText.replaceAll('\u00a0', ' ')).toBe(
      'Same day, 10 min more driving; buffer 1 h after Ann (until 2:45 PM) and 10 min before Ben (from 5:00 PM).',
    );
  });

  test('name the nearest miss when there is none', async () => {
    const rows = [row('Ann', '2026-11-24', 0, 960), row('Ben', '2026-11-24', 1010, 300)];
    const range = { from: '2026-11-24', to: '2026-11-24' };
    const { slots, nearestMiss } = await search(rows, { lesson: wanted, range });
    expect(slots).toEqual([]);
    expect(nearestMiss?.replaceAll('\u00a0', ' ')).toBe(
      'The closest fit: Tuesday, November 24, 4:00 – 4:50 PM is 15 min too short for 45 min with 20 min of driving.',
    );
  });

  test('for a weekly lesson are free in every week, with its own exceptions moved along', async () => {
    const own = row('wanted', 2, 16 * 60);
    const moved = { ...row('moved', '2026-12-10', 16 * 60), seriesId: 'wanted', originalDate: '2026-12-08' };
    const ann = row('Ann', '2026-12-10', 15 * 60, 120);
    const cy = row('Cy', '2026-12-17', 9 * 60, 7 * 60);
    const present = own;
    const { slots } = await search([own, moved, ann, cy], { lesson: { ...own, dayOfWeek: 4 }, present });
    // Thursdays: the week of December 10 keeps its exception, that of the 17th is taken until 4 PM.
    expect(times(slots).filter((time) => time.startsWith('2026-11-26'))).toEqual([
      '2026-11-26 16:05',
      '2026-11-26 16:20',
    ]);
  });
});
