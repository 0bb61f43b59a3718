import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import { isStop } from '@rondo/contracts/calendar/rows.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import { closedInRows } from '@rondo/contracts/calendar/closures/closures.ts';
import { monthAndDay } from '@rondo/contracts/calendar/words.ts';
import type { DrivenLeg } from '@rondo/contracts/events/schedule/day.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { listLessons, peopleById } from '@rondo/projections/lessons/queries.ts';
import type { DrivesRow } from '@rondo/projections/day/queries.ts';
import { normalizeAddress } from '../../../../platform/maps/address.ts';
import { personStop } from '../../../../platform/maps/drives/places.ts';
import { withClosedDates } from '../../../schedule/lookup/closed-rows.ts';
import type { LessonListServices } from '../../../schedule/lookup/lessons.ts';
import { nameOf } from '../../../schedule/lookup/views.ts';
import { closuresNow } from '../../../schedule/time-off/closures.ts';
import { dayIn, type StudioNow } from '../../../studio/clock.ts';

type Place = DrivenLeg['from'];

const placesOf = (legs: readonly DrivenLeg[]): ReadonlyMap<string, Place> =>
  new Map(
    legs.flatMap(({ from, to }) => [from, to]).flatMap((place) => (place.id === null ? [] : [[place.id, place]])),
  );

/** How the calendar differs by now from what was driven on a date, in sentences. A day that was corrected is as it was said to be. */
export const differencesFrom = async (
  services: LessonListServices,
  studioId: string,
  teacherId: string,
  rows: readonly DrivesRow[],
  { today, timeZone }: StudioNow,
): Promise<(row: DrivesRow) => string[]> => {
  const [first, last] = [rows[0]?.date, rows.at(-1)?.date];
  if (first === undefined || last === undefined) return () => [];
  const db = lessonsModel.read(services.models);
  const filter = { from: first, to: last, teacherId };
  const [found, people, closures] = await Promise.all([
    listLessons(db, studioId, filter),
    peopleById(db, studioId),
    closuresNow(services, studioId),
  ]);
  const lessons = withClosedDates(found, closures, { today, filter }).map(({ lesson, closedBy }) => ({
    ...lesson,
    closedBy,
  }));
  const calendar = calendarOf(lessons, closedInRows);
  const nameOfPerson = (id: string | null): string | null => {
    const person = people.get(id ?? '');
    return person ? nameOf(person) : null;
  };
  const wasCancelledOn = (at: string | null, date: IsoDate): string | null => {
    if (at === null) return 'is cancelled';
    const on = dayIn(timeZone)(at);
    return on > date ? `was cancelled on ${monthAndDay(on)}` : null;
  };
  return ({ date, drives: { legs }, reason, recorded_at: recordedAt }) => {
    if (reason !== null || legs.length === 0) return [];
    const driven = placesOf(legs);
    const addresses = new Set(
      legs.flatMap(({ from, to }) => [normalizeAddress(from.address), normalizeAddress(to.address)]),
    );
    const entries = calendar.on(date).filter(({ useInOptimization }) => useInOptimization);
    const idOf = ({ studentId, lessonId }: (typeof entries)[number]): string => studentId ?? lessonId;
    const standing = entries.filter(isStop);
    const missing = [...driven].flatMap(([id, { name }]): string[] => {
      if (standing.some((entry) => idOf(entry) === id)) return [];
      const who = nameOfPerson(id) ?? name;
      const cancelled = entries.find((entry) => idOf(entry) === id);
      if (!cancelled) return [`${who} is not on this day any more.`];
      if (cancelled.closedBy) return [`${who} was closed.`];
      const at = cancelled.cancellation?.at ?? null;
      // The drive was kept although it was cancelled: the teacher was there.
      if (at !== null && epochMillisecondsOf(at) < epochMillisecondsOf(recordedAt) && dayIn(timeZone)(at) <= date)
        return [];
      const what = wasCancelledOn(at, date);
      return what === null ? [] : [`${who} ${what}.`];
    });
    const added = standing.flatMap((entry): string[] => {
      const address = entry.customAddress ?? personStop(people.get(entry.studentId ?? ''))?.address ?? '';
      if (driven.has(idOf(entry)) || addresses.has(normalizeAddress(address))) return [];
      return [`${nameOfPerson(entry.studentId) ?? entry.eventTitle ?? 'An appointment'} was added.`];
    });
    return [...missing, ...added].map((what) => `The calendar differs: ${what}`);
  };
};
