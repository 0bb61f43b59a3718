import type { FamilyLesson, FamilyPage } from '@rondo/contracts/api/calendars/family-page.ts';
import { addDays, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { minutesPerDay, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { startOf } from '@rondo/contracts/calendar/zones.ts';
import { presentTerms, type EnteredClosure } from '@rondo/contracts/events/schedule/timeoff.ts';
import { feedsModel } from '@rondo/projections/feeds/project.ts';
import { feedPeople, lineageMembers, type FeedPerson } from '@rondo/projections/feeds/queries.ts';
import { lessonDatesOf, type LessonDate } from '../../schedule/lesson-dates.ts';
import type { TaughtRow } from '../../schedule/plan/as-rejected.ts';
import { rowsOf, type CalendarServices } from '../out/shared-calendar.ts';
import { requestAt, type SeenRequests } from './requests.ts';

// The dates of a family's lessons, by the function by which billing counts them and calendars show them.

/** How far ahead a page shows lessons. */
const daysAhead = 8 * 7;
/** Back to where lessons are read: those that are owed can be a year old. */
const daysBack = 366;
const mostPast = 200;

export type Dated = { readonly studentId: string; readonly date: LessonDate; readonly row: TaughtRow };

export type FamilyDates = {
  readonly rows: readonly TaughtRow[];
  readonly byId: ReadonlyMap<string, TaughtRow>;
  /** In order. */
  readonly dates: readonly Dated[];
  readonly people: ReadonlyMap<string, FeedPerson>;
};

const inOrder = (a: Dated, b: Dated): number =>
  (a.date.date < b.date.date ? -1 : a.date.date > b.date.date ? 1 : 0) ||
  a.date.start - b.date.start ||
  (a.date.rowId < b.date.rowId ? -1 : 1);

export const datesOfFamily = async (
  services: CalendarServices,
  {
    studioId,
    studentIds,
    today,
    closures,
  }: {
    readonly studioId: string;
    readonly studentIds: readonly string[];
    readonly today: IsoDate;
    readonly closures: readonly EnteredClosure[];
  },
): Promise<FamilyDates> => {
  const db = feedsModel.read(services.models);
  const from = addDays(today, -daysBack);
  const to = addDays(today, daysAhead);
  const ofStudents = await Promise.all(
    studentIds.map(async (studentId) => {
      const rows = await rowsOf(services, { kind: 'student', studioId, personId: studentId }, today, { from });
      const named = rows.flatMap(({ lesson }) => [lesson.lessonId, lesson.seriesId].flatMap((id) => id ?? []));
      const lineages = new Map(
        (await lineageMembers(db, studioId, [...new Set(named)])).map((one) => [one.lesson_id, one]),
      );
      const byId = new Map(rows.map((row) => [row.lesson.lessonId, row]));
      const dates = lessonDatesOf(
        rows,
        (id) => lineages.get(id),
        closures,
      )(studentId, to).flatMap((date): Dated[] => {
        const row = byId.get(date.rowId);
        return row && date.date >= from && date.date <= to ? [{ studentId, date, row }] : [];
      });
      return { rows, dates };
    }),
  );
  const dates = ofStudents.flatMap((one) => one.dates).toSorted(inOrder);
  const ids = [...studentIds, ...dates.map(({ date }) => date.teacherId)];
  const rows = ofStudents.flatMap((one) => one.rows);
  return {
    rows,
    byId: new Map(rows.map((row) => [row.lesson.lessonId, row])),
    dates,
    people: await feedPeople(db, studioId, [...new Set(ids)]),
  };
};

export type Seen = FamilyDates & {
  /** First names, where they tell the students apart. */
  readonly names: ReadonlyMap<string, string>;
  readonly refOf: (kind: string, id: string) => string;
  readonly today: IsoDate;
  /** How many minutes late the teacher said to be today, by the row. */
  readonly told: ReadonlyMap<string, number>;
  /** Whether families can cancel on the page, and when it is: in epoch milliseconds. */
  readonly cancelling: { readonly isOn: boolean; readonly now: number; readonly timeZone: string };
  readonly requests: SeenRequests;
};

/** What the page names a date by: a single lesson stays itself wherever it is moved, a date of a series goes by its week. */
const nameOfDate = ({ isSingle, lessonId, root, originalDate }: LessonDate): string =>
  isSingle ? lessonId : `${root} ${mondayOf(originalDate)}`;

/** Where a date was before it was moved. */
const wasOf = ({ date, row }: Dated, rows: ReadonlyMap<string, TaughtRow>): FamilyLesson['was'] => {
  const start = rows.get(row.lesson.seriesId ?? '')?.lesson.start ?? date.start;
  if (row.lesson.originalDate === null || (date.originalDate === date.date && start === date.start)) return null;
  return { date: date.originalDate, startTime: toTimeText(start) };
};

const byOf = ({ date: { closed, takesPlace, cancelled } }: Dated): FamilyLesson['by'] => {
  if (takesPlace || closed) return null;
  return cancelled?.by === 'family' ? 'family' : 'teacher';
};

/** What both lists say of a date. */
export const common = (dated: Dated, { people, names }: Seen) => {
  const { date, studentId } = dated;
  const teacher = people.get(date.teacherId);
  return {
    student: names.get(studentId) ?? '',
    date: date.date,
    startTime: toTimeText(date.start),
    endTime: toTimeText(date.start + date.duration),
    teacher: `${teacher?.first_name ?? ''} ${teacher?.last_name ?? ''}`.trim(),
    reason: date.closed?.reason ?? null,
    by: byOf(dated),
  };
};

const key = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Null: at home. A lesson at the teacher's own address names no address. */
const placeOf = ({ row, date }: Dated, people: FamilyDates['people']): string | null => {
  const { customAddress } = row.lesson;
  if (customAddress === null) return null;
  const home = people.get(date.teacherId)?.address ?? '';
  return home !== '' && key(home).startsWith(key(customAddress)) ? 'At your teacher’s' : customAddress;
};

const isAhead = ({ date, start }: LessonDate, { cancelling: { now, timeZone } }: Seen): boolean =>
  startOf(date, start, timeZone) > now;

const estimateOf = ({ rowId, date, start }: LessonDate, { told, today }: Seen): FamilyLesson['estimate'] => {
  const minutes = date === today ? told.get(rowId) : undefined;
  return minutes === undefined ? null : { minutes, startTime: toTimeText((start + minutes) % minutesPerDay) };
};

const lessonOf = (dated: Dated, seen: Seen): FamilyLesson => {
  const { date } = dated;
  const status = date.closed ? 'closed' : date.takesPlace ? 'scheduled' : 'cancelled';
  const isOpen = status === 'scheduled' && isAhead(date, seen);
  const request = requestAt(seen, { ...date, studentId: dated.studentId });
  return {
    ...common(dated, seen),
    ref: seen.refOf('lesson', nameOfDate(date)),
    estimate: status === 'scheduled' ? estimateOf(date, seen) : null,
    place: placeOf(dated, seen.people),
    status,
    was: status === 'scheduled' ? wasOf(dated, seen.byId) : null,
    can: {
      cancel: isOpen && seen.cancelling.isOn,
      request: isOpen && seen.requests.isOn && request?.state !== 'open',
    },
    request,
  };
};

/** The date of today or later with this ref, and what the page says of it. */
export const lessonNamed = (seen: Seen, today: IsoDate, ref: string) => {
  const dated = seen.dates.find(({ date }) => date.date >= today && seen.refOf('lesson', nameOfDate(date)) === ref);
  return dated && { ...dated, lesson: lessonOf(dated, seen) };
};

/** The lessons from a day on. */
export const lessonsFrom = (seen: Seen, today: IsoDate): FamilyLesson[] =>
  seen.dates.filter(({ date }) => date.date >= today).map((dated) => lessonOf(dated, seen));

/** The lessons before today, the newest first. */
export const lessonsBefore = (seen: Seen, { from, today }: { from: IsoDate; today: IsoDate }): FamilyPage['past'] =>
  seen.dates
    .filter(({ date }) => date.date >= from && date.date < today)
    .toReversed()
    .slice(0, mostPast)
    .map((dated) => ({
      ...common(dated, seen),
      status: dated.date.closed ? 'closed' : dated.date.takesPlace ? 'taught' : 'cancelled',
    }));

/** The closures that close lessons of the family from a day on, each once. */
export const closuresFrom = (
  { dates, names }: Seen,
  today: IsoDate,
  closures: readonly EnteredClosure[],
): FamilyPage['closures'] => {
  const closed = dates.filter(({ date }) => date.date >= today && date.closed !== null);
  return [...Map.groupBy(closed, ({ date }) => date.closed?.closureId ?? '')]
    .flatMap(([closureId, of]) => {
      const entered = closures.find((one) => one.closureId === closureId);
      const terms = entered && presentTerms(entered);
      if (!terms) return [];
      const { from, to, reason } = terms;
      return [{ from, to, reason, students: [...new Set(of.map(({ studentId }) => names.get(studentId) ?? ''))] }];
    })
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
};
