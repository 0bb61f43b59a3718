import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { feedsModel } from '@rondo/projections/feeds/project.ts';
import {
  feedPeople,
  lessonsOfStudent,
  lessonsOfTeacher,
  lineageMembers,
  pendingPlans,
} from '@rondo/projections/feeds/queries.ts';
import { homeToHome } from '@rondo/contracts/calendar/legs.ts';
import { lessonPlaces, personStop } from '../../../platform/maps/drives/places.ts';
import type { Stop } from '../../../platform/maps/drive-time.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { withoutPlans, type TaughtRow } from '../../schedule/plan/as-rejected.ts';
import { loadSchedule } from '../../schedule/schedules.ts';
import {
  calendarOf,
  datesShown,
  daysShown,
  isDriven,
  type CalendarParts,
  type SharedCalendar,
} from './calendar-events.ts';
import type { Subscriber } from './tokens.ts';

export type CalendarServices = Pick<Services, 'models' | 'handlers' | 'maps' | 'legs'>;

/** While a plan is pending, the calendar shows what a rejection today would leave. */
export const rowsOf = async (
  services: Pick<Services, 'models' | 'handlers'>,
  { kind, studioId, personId }: Subscriber,
  today: IsoDate,
  { from }: { readonly from: IsoDate } = daysShown(today),
): Promise<TaughtRow[]> => {
  const db = feedsModel.read(services.models);
  const [rows, plans] = await Promise.all([
    kind === 'teacher'
      ? lessonsOfTeacher(db, studioId, personId, from)
      : lessonsOfStudent(db, studioId, personId, from),
    pendingPlans(db, studioId),
  ]);
  // A date of a pending lesson can be given to a student whom the plan does not place.
  const taughtBy = new Set(rows.map((row) => row.teacher_id));
  const planning = plans.filter(({ teacherId, studentIds }) =>
    kind === 'teacher' ? teacherId === personId : studentIds.includes(personId) || taughtBy.has(teacherId),
  );
  const states = planning.map(
    async ({ teacherId }) => [teacherId, (await loadSchedule(services, studioId, teacherId)).state] as const,
  );
  return withoutPlans(rows, new Map(await Promise.all(states)), today);
};

/** Drives of a teacher's days, from home and from stop to stop. */
const drivesOf = async (
  { legs }: Pick<Services, 'legs'>,
  parts: Omit<CalendarParts, 'minutes'>,
): Promise<CalendarParts['minutes']> => {
  const { subscriber, placeOf, home } = parts;
  const stops = datesShown(parts).filter(isDriven);
  const days = [...Map.groupBy(stops, ({ date }) => date).values()];
  const ways = days.map((day): readonly Stop[] =>
    homeToHome(
      home,
      day.map(({ lesson }) => placeOf(lesson)),
    ),
  );
  return legs.table(subscriber.studioId, [], ways);
};

export const readCalendar = async (
  services: CalendarServices,
  subscriber: Subscriber,
  { version, today, timeZone, closures }: Pick<CalendarParts, 'version' | 'today' | 'timeZone' | 'closures'>,
): Promise<SharedCalendar> => {
  const { studioId, kind, personId } = subscriber;
  const db = feedsModel.read(services.models);
  const rows = await rowsOf(services, subscriber, today);
  const named = rows.flatMap(({ lesson }) => [lesson.lessonId, ...(lesson.seriesId === null ? [] : [lesson.seriesId])]);
  const members = await lineageMembers(db, studioId, [...new Set(named)]);
  const involved = rows.flatMap(({ teacherId, lesson }) => [teacherId, lesson.studentId ?? teacherId]);
  const ids = [personId, ...involved, ...members.flatMap((member) => member.people ?? [])];
  const people = await feedPeople(db, studioId, [...new Set(ids)]);
  const lessons = rows.map(({ lesson }) => lesson);
  const placeOf = await lessonPlaces(services.maps.mapsFor(studioId), people, lessons);
  const home = kind === 'teacher' ? personStop(people.get(personId)) : null;
  const parts = { subscriber, rows, members, people, version, today, timeZone, placeOf, home, closures };
  const minutes = kind === 'teacher' ? await drivesOf(services, parts) : () => 0;
  return calendarOf({ ...parts, minutes });
};
