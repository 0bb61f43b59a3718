import { addDays, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { unknownStudent } from '@rondo/contracts/api/placeholders.ts';
import { byStart, isStop } from '@rondo/contracts/calendar/rows.ts';
import { closingsOf } from '@rondo/contracts/calendar/closures/closures.ts';
import { instantOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import type { EnteredClosure } from '@rondo/contracts/events/schedule/timeoff.ts';
import { startOf } from '@rondo/contracts/calendar/zones.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { touchesIn } from '@rondo/projections/feeds/weeks.ts';
import type { FeedPerson, FeedVersion, LineageMember } from '@rondo/projections/feeds/queries.ts';
import { datesOfRows, isImported, isTaught, withoutTwins } from '../../schedule/lesson-dates.ts';
import type { LessonDate } from '../../schedule/lesson-dates.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import type { Stop } from '../../../platform/maps/drive-time.ts';
import type { TaughtRow } from '../../schedule/plan/as-rejected.ts';
import type { Subscriber } from './tokens.ts';

/** One event of a calendar. Instants are epoch milliseconds. */
export type CalendarEvent = {
  readonly uid: string;
  readonly sequence: number;
  /** When an event last touched it. */
  readonly changedAt: Instant;
  readonly start: number;
  readonly end: number;
  readonly title: string;
  readonly status: 'confirmed' | 'tentative' | 'cancelled';
  readonly location: string | null;
  readonly coordinates: { readonly latitude: number; readonly longitude: number } | null;
  /** The drive there; null for a family and for what is no stop. */
  readonly driveMinutes: number | null;
  /** Why it is closed; null for none. */
  readonly description: string | null;
};

/** A time in which a teacher does not teach; all-day ones have days instead of instants. */
export type TimeOff = {
  readonly uid: string;
  readonly sequence: number;
  readonly changedAt: Instant;
  readonly title: string;
  readonly when:
    | { readonly allDay: true; readonly from: IsoDate; readonly to: IsoDate }
    | { readonly allDay: false; readonly start: number; readonly end: number };
};

export type SharedCalendar = {
  readonly name: string;
  readonly events: readonly CalendarEvent[];
  readonly timesOff: readonly TimeOff[];
  readonly changedAt: Instant;
};

export type CalendarParts = {
  readonly subscriber: Subscriber;
  /** The subscriber's lessons, and what replaces dates of theirs. */
  readonly rows: readonly TaughtRow[];
  readonly members: readonly LineageMember[];
  readonly people: ReadonlyMap<string, FeedPerson>;
  readonly version: FeedVersion;
  readonly today: IsoDate;
  readonly timeZone: string;
  readonly placeOf: (lesson: Pick<Lesson, 'customAddress' | 'studentId'>) => Stop;
  readonly minutes: (from: Stop, to: Stop) => number;
  readonly home: Stop;
  /** The studio's closures, removed ones too. */
  readonly closures: readonly EnteredClosure[];
};

/** Names of events are derived, so that they contain nothing that a calendar app could misread. */
const uidNamespace = 'b3f1d0a4-5e0c-4f6b-9a53-6f2d1c7e8a90';

/** The days that a calendar shows, both inclusive: 8 weeks back and 26 ahead. */
export const daysShown = (today: IsoDate): { readonly from: IsoDate; readonly to: IsoDate } => ({
  from: addDays(today, -8 * 7),
  to: addDays(today, 26 * 7),
});

const nameOf = (person: FeedPerson | undefined): string | undefined =>
  person && `${person.first_name} ${person.last_name}`.trim();

const latest = (times: readonly Instant[]): Instant =>
  times.reduce((last, at) => (at > last ? at : last), '1970-01-01T00:00:00.000000Z');

/**
 * How a calendar counts what has touched the dates of a lineage: those of a week, or a lesson that keeps its name in whatever week it is. What
 * touches a lesson that was never in this calendar leaves its version alone, so it does not count either.
 */
const touchCounts = ({ subscriber, members, people, version }: CalendarParts) => {
  const own = members.filter((member) => member.people?.includes(subscriber.personId));
  const lineages = Map.groupBy(own, ({ root }) => root);
  return (root: string, week: IsoDate | null): { readonly sequence: number; readonly changedAt: Instant } => {
    const lineage = lineages.get(root) ?? [];
    const touches = lineage.map(({ weeks, count, at }) =>
      week === null ? { count: count ?? 0, at: at ?? '' } : touchesIn(weeks ?? [], week),
    );
    const known = [...new Set(lineage.flatMap((member) => member.people ?? []))].flatMap((id) => people.get(id) ?? []);
    const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
    return {
      sequence: sum(touches.map(({ count }) => count)) + sum(known.map(({ changes }) => changes)) + version.zoneChanges,
      changedAt: latest([
        ...touches.map(({ at }) => at),
        ...known.map(({ changed_at: at }) => at),
        version.zoneChangedAt,
      ]),
    };
  };
};

type Dated = LessonDate & { readonly lesson: Lesson };

type DateParts = Pick<CalendarParts, 'subscriber' | 'rows' | 'members' | 'today' | 'closures'>;

/** The dates that a calendar shows: without what is over and cancelled, and a lesson that is also imported counts once. */
export const datesShown = ({ subscriber, rows, members, today, closures }: DateParts): Dated[] => {
  const { from, to } = daysShown(today);
  const lineages = new Map(members.map((member) => [member.lesson_id, member]));
  const datesOf = datesOfRows(rows, (lessonId) => lineages.get(lessonId), closures);
  const own = rows.filter((row) =>
    subscriber.kind === 'teacher'
      ? row.teacherId === subscriber.personId
      : row.lesson.studentId === subscriber.personId && isTaught(row),
  );
  const inOrder = own.toSorted((a, b) => compare(a.lesson.lessonId, b.lesson.lessonId));
  const dates = inOrder.flatMap((row) =>
    datesOf(row, from, to).map((date): Dated => ({ ...date, lesson: row.lesson })),
  );
  const visible = dates.filter(({ date, takesPlace }) => date >= from && date <= to && (takesPlace || date >= today));
  const lessons = visible.filter(({ lesson }) => lesson.studentId !== null);
  const rest = visible.filter(({ lesson }) => lesson.studentId === null);
  const ofStudents = Map.groupBy(lessons, ({ lesson }) => lesson.studentId);
  const once = [...ofStudents.values()].flatMap((ofOne) =>
    withoutTwins(
      ofOne.filter((date) => !isImported(date)),
      ofOne.filter((date) => isImported(date)),
    ),
  );
  return [...once, ...rest].toSorted(
    (a, b) => compare(a.date, b.date) || a.start - b.start || compare(a.rowId, b.rowId),
  );
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The week of a series in which a date is named; null for a single lesson, which keeps its name in whatever week it is. */
const weekNamed = ({ originalDate, origin, isSingle }: LessonDate): IsoDate | null => {
  if (origin) return mondayOf(origin.originalDate);
  return isSingle ? null : mondayOf(originalDate);
};

/** Names of dates that stay: the lineage and the week. Should two dates have the same, the one that takes place keeps it. */
const namesOf = (dates: readonly Dated[]): ReadonlyMap<Dated, string> => {
  const alike = Map.groupBy(dates, (date) => `${date.root} ${weekNamed(date) ?? ''}`);
  const names = [...alike].flatMap(([name, same]) =>
    same
      .toSorted(
        (a, b) =>
          Number(b.takesPlace) - Number(a.takesPlace) ||
          compare(a.originalDate, b.originalDate) ||
          compare(a.rowId, b.rowId),
      )
      .map((date, i) => [date, i === 0 ? name : `${name} ${date.rowId}`] as const),
  );
  return new Map(names);
};

/** True for a stop that takes place. */
export const isDriven = ({ lesson, closed }: Pick<Dated, 'lesson' | 'closed'>): boolean =>
  isStop(lesson) && closed === null;

/** Minutes of driving to each stop, by its date and row. */
const drivesTo = ({ placeOf, minutes, home }: CalendarParts, dates: readonly Dated[]): ReadonlyMap<Dated, number> => {
  const stops = dates.filter(isDriven);
  const days = Map.groupBy(stops, ({ date }) => date);
  const drives = [...days.values()].flatMap((day) =>
    day
      .toSorted((a, b) => byStart(a.lesson, b.lesson))
      .map((stop, i, all) => {
        const before = all[i - 1];
        const from = before ? placeOf(before.lesson) : home;
        const drive = !before && home === null ? 0 : minutes(from, placeOf(stop.lesson));
        return [stop, drive] as const;
      }),
  );
  return new Map(drives);
};

const titleFor = ({ subscriber, people }: CalendarParts, { lesson, teacherId }: Dated): string => {
  if (subscriber.kind === 'student') {
    const child = people.get(subscriber.personId)?.first_name ?? '';
    const teacher = nameOf(people.get(teacherId));
    const lessonWith = teacher === undefined ? 'lesson' : `lesson with ${teacher}`;
    return child === '' ? `Music ${lessonWith}` : `${child}: ${lessonWith}`;
  }
  if (lesson.studentId !== null) return nameOf(people.get(lesson.studentId)) ?? unknownStudent;
  return lesson.eventTitle ?? 'Appointment';
};

const statusOf = ({ lesson: { status }, closed }: Dated): CalendarEvent['status'] =>
  status === 'cancelled' || closed !== null ? 'cancelled' : status === 'recommended' ? 'tentative' : 'confirmed';

/** Coordinates that lead to the neighborhood: a whole city's would lead to the wrong place. */
const coordinatesOf = (place: Stop): CalendarEvent['coordinates'] =>
  place === null || place.precision === null || place.precision === 'city'
    ? null
    : { latitude: place.latitude, longitude: place.longitude };

type Counts = { readonly sequence: number; readonly changedAt: Instant };

/**
 * Counts with the events of closures: those that closed or opened the date since the lesson was last touched, and all of them until then, so that a
 * lesson that leaves a closed time counts no fewer than before.
 */
const withClosings = ({ sequence, changedAt }: Counts, closures: readonly EnteredClosure[], date: Dated): Counts => {
  const earlier = closures
    .flatMap(({ states }) => states)
    .filter(({ recordedAt }) => instantOf(recordedAt) <= changedAt);
  const since = closingsOf(closures, date)
    .map(instantOf)
    .filter((at) => at > changedAt);
  return { sequence: sequence + earlier.length + since.length, changedAt: latest([changedAt, ...since]) };
};

/** The coming and present closures of a teacher. */
const timesOffOf = ({ subscriber, today, timeZone, closures }: CalendarParts): TimeOff[] =>
  closures.flatMap(({ closureId, states }): TimeOff[] => {
    const closure = states.at(-1)?.closure ?? null;
    if (closure === null || closure.to < daysShown(today).from || closure.from > daysShown(today).to) return [];
    if (closure.teacherIds !== null && !closure.teacherIds.includes(subscriber.personId)) return [];
    const { from, to, fromTime, toTime } = closure;
    return [
      {
        uid: `${derivedId(uidNamespace, `closure ${closureId}`)}@rondo`,
        sequence: states.length - 1,
        changedAt: latest(states.map(({ recordedAt }) => instantOf(recordedAt))),
        title: closure.reason ?? 'Time off',
        when:
          fromTime === null && toTime === null
            ? { allDay: true, from, to }
            : {
                allDay: false,
                start: startOf(from, fromTime ?? 0, timeZone),
                end: toTime === null ? startOf(addDays(to, 1), 0, timeZone) : startOf(to, toTime, timeZone),
              },
      },
    ];
  });

/** The calendar of a family or a teacher. Pure: the same parts give the same calendar. */
export const calendarOf = (parts: CalendarParts): SharedCalendar => {
  const { subscriber, people, version, timeZone, placeOf, closures } = parts;
  const dates = datesShown(parts);
  const names = namesOf(dates);
  const countsOf = touchCounts(parts);
  const drives = subscriber.kind === 'teacher' ? drivesTo(parts, dates) : new Map<Dated, number>();
  const events = dates.map((date): CalendarEvent => {
    const { lesson } = date;
    const start = startOf(date.date, date.start, timeZone);
    const place = placeOf(lesson);
    return {
      uid: `${derivedId(uidNamespace, names.get(date) ?? date.rowId)}@rondo`,
      ...withClosings(countsOf(date.root, weekNamed(date)), closures, date),
      start,
      end: start + date.duration * 60_000,
      title: titleFor(parts, date),
      status: statusOf(date),
      location: lesson.customAddress ?? place?.address ?? null,
      coordinates: coordinatesOf(place),
      driveMinutes: drives.get(date) ?? null,
      description: date.closed?.reason ?? null,
    };
  });
  const timesOff = subscriber.kind === 'teacher' ? timesOffOf(parts) : [];
  const owner = people.get(subscriber.personId);
  const name = nameOf(owner) ?? 'Rondo';
  return {
    name: subscriber.kind === 'student' ? `${name}’s lessons` : `${name}’s schedule`,
    events,
    timesOff,
    changedAt: latest([
      version.changedAt ?? '',
      version.zoneChangedAt,
      owner?.changed_at ?? '',
      ...events.map(({ changedAt }) => changedAt),
      ...timesOff.map(({ changedAt }) => changedAt),
    ]),
  };
};
