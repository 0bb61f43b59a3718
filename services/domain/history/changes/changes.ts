import type { LessonChange } from '@rondo/contracts/api/history/changes.ts';
import type { Closure } from '@rondo/contracts/calendar/closures/closures.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { instantAt, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { byId, type PersonRow } from '@rondo/projections/lessons/queries.ts';
import { lessonsTable, peopleTable } from '@rondo/projections/lessons/table.ts';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { latestNow } from '../../../platform/models/moments/as-of.ts';
import type { Moment } from '../../../platform/models/moments/moments.ts';
import { withoutPlans, type TaughtRow } from '../../schedule/plan/as-rejected.ts';
import { loadSchedule, scheduleAsOf } from '../../schedule/schedules.ts';
import { closuresThen } from '../../schedule/time-off/closures.ts';
import { studioNow, studioThen } from '../../studio/clock.ts';
import { closedWeeksFrom } from './closed-weeks.ts';
import { netChanges, takingPlaceAfterAll, type OwnCancellation } from './net-changes.ts';
import { originsModel, originsTable, ownCancellationsTable, plannedTable } from './origins.ts';
import { datesAhead, rowsByStudent, timetableFrom, timetablesOf, type Pattern, type RootOf } from './timetable.ts';
import { withClosures, type ToldChange } from './told-closures.ts';
import { sentenceOf, type Names } from './words.ts';

type Comparing = Pick<Services, 'moments' | 'handlers' | 'store' | 'settingsOf' | 'now' | 'machineNow'>;

/** How far the log's clock may be ahead of this one. */
const clocksApart = 2000;

/** How long ago a family that was never told of changes is taken to know its lessons, in milliseconds. */
const neverTold = 28 * 24 * 60 * 60_000;
const hour = 60 * 60_000;

type Compared = {
  readonly changes: readonly ToldChange[];
  /** The lessons of today, and the first one after them. */
  readonly ahead: readonly { readonly date: IsoDate; readonly start: number }[];
};

/** What families knew at a moment. */
type KnownThen = Pick<ReturnType<typeof timetablesOf>, 'of'> & { readonly closures: readonly Closure[] };

export type StudentChanges = Compared & {
  readonly studentId: string;
  readonly name: string;
  readonly names: Names;
  /** From when on the changes count. */
  readonly since: Instant;
};

const fullName = (person: PersonRow | undefined): string =>
  person ? `${person.first_name} ${person.last_name}`.trim() : 'Unknown Student';

const timeOf = (pattern: Pattern | null, date: IsoDate | null, { teacherOf }: Names): LessonChange['before'] =>
  pattern && {
    date,
    dayOfWeek: pattern.dayOfWeek,
    startTime: toTimeText(pattern.start),
    endTime: toTimeText(pattern.start + pattern.duration),
    duration: pattern.duration,
    teacher: { id: pattern.teacherId, name: teacherOf(pattern.teacherId) },
    address: pattern.address,
  };

const closureView = (change: ToldChange): LessonChange['closure'] => {
  if (change.of !== 'closure') return null;
  const { closureId, reason, days, slots } = change;
  return {
    closureId,
    reason,
    days: days.map(({ from, to }) => ({ from, to })),
    dates: [...new Set(slots.map(({ date }) => date))],
  };
};

/** A change as the API tells it. */
export const changeView = (change: ToldChange, names: Names): LessonChange => {
  const lessonId = (change.after ?? change.before)?.lessonId ?? '';
  const { kind } = change;
  const text = sentenceOf(change, names);
  if (change.of === 'weeks') {
    const { before, after, from, to } = change;
    const [was, is] = [timeOf(before, null, names), timeOf(after, null, names)];
    return { kind, lessonId, date: null, weekly: { from, to }, closure: null, before: was, after: is, text };
  }
  const { before, after } = change;
  const date = (before ?? after)?.date ?? null;
  const [was, is] = [timeOf(before, before?.date ?? null, names), timeOf(after, after?.date ?? null, names)];
  return { kind, lessonId, date, weekly: null, closure: closureView(change), before: was, after: is, text };
};

/** Every lesson of a studio as families could count on it at a moment: what its calendars showed and it could bill. */
export const countedAt = async (services: Comparing, moment: Moment, today: IsoDate): Promise<TaughtRow[]> => {
  const rows = (await moment.of(lessonsModel)).rows(lessonsTable);
  const { rows: origins, revisionOf } = await moment.of(originsModel);
  const planning = origins(plannedTable).map(async ({ teacher_id: teacherId }) => {
    const upTo = revisionOf(streamName(scheduleEvents, moment.studioId, teacherId));
    const { state, revision } = await loadSchedule(services, moment.studioId, teacherId);
    const then = revision === upTo ? state : await scheduleAsOf(services, moment.studioId, teacherId, upTo);
    return [teacherId, then] as const;
  });
  return withoutPlans(rows, new Map(await Promise.all(planning)), today);
};

const timetablesAt = async (
  services: Comparing,
  studioId: string,
  instant: Instant,
  { rootOf, from }: { readonly rootOf: RootOf; readonly from: IsoDate },
): Promise<KnownThen> => {
  const moment = services.moments.momentOf(studioId, { instant });
  const { today } = await studioThen(moment, instant);
  const [rows, closures] = await Promise.all([countedAt(services, moment, today), closuresThen(moment)]);
  return { closures, of: timetablesOf(rows, rootOf, closedWeeksFrom(closures, from)).of };
};

/** From when on a student's family does not know of changes, by when families were told last. */
const unknownSince = ({ machineNow }: Comparing, told: ReadonlyMap<string, Instant>) => {
  // The same for an hour, so that what was compared stays known.
  const otherwise = instantAt(Math.floor(machineNow() / hour) * hour - neverTold);
  return (studentId: string): Instant => told.get(studentId) ?? otherwise;
};

/** The moment at which what is recorded now is all included. */
export const presentMoment = (services: Comparing, studioId: string): Moment =>
  services.moments.momentOf(studioId, { instant: instantAt(latestNow(services) + clocksApart) });

type Comparison = Compared & {
  readonly since: Instant;
  readonly today: IsoDate;
  readonly rows: readonly TaughtRow[];
  /** Which closures there are, each as it is. */
  readonly closed: string;
  /** The dates that the family has cancelled since. */
  readonly own: readonly OwnCancellation[];
};

const isSame = (one: Comparison, other: Omit<Comparison, keyof Compared>): boolean =>
  one.since === other.since &&
  one.today === other.today &&
  one.closed === other.closed &&
  one.own.length === other.own.length &&
  one.rows.length === other.rows.length &&
  one.rows.every(
    ({ teacherId, lesson }, i) => other.rows[i]?.lesson === lesson && other.rows[i].teacherId === teacherId,
  );

/** What was compared last for the rows of people that moments still have: their lessons' rows are shared, so that the same ones are the same objects. */
const comparedLast = new WeakMap<PersonRow, Comparison>();

/**
 * Compares students’ lessons at two moments, for their families.
 * @param since one moment for all, or for each student the one at which its family was told last
 * @param until now when absent
 * @param only these students; all when absent
 */
export const changesBetween = async (
  services: Comparing,
  studioId: string,
  {
    since,
    until,
    only,
  }: {
    since: Instant | ReadonlyMap<string, Instant>;
    until?: Instant | undefined;
    only?: ReadonlySet<string> | undefined;
  },
): Promise<StudentChanges[]> => {
  const moment =
    until === undefined ? presentMoment(services, studioId) : services.moments.momentOf(studioId, { instant: until });
  const people = byId((await moment.of(lessonsModel)).rows(peopleTable));
  const { today } = until === undefined ? await studioNow(services, studioId) : await studioThen(moment, until);
  const [counted, closures] = await Promise.all([countedAt(services, moment, today), closuresThen(moment)]);
  const after = rowsByStudent(counted);
  const closed = closures.map(({ closureId, revision }) => `${closureId} ${revision}`).join();
  const sinceOf = typeof since === 'string' ? () => since : unknownSince(services, since);
  const cancellations = Map.groupBy(
    (await moment.of(originsModel)).rows(ownCancellationsTable),
    ({ student_id: studentId }) => studentId,
  );
  const pause = pauses();
  const known = new Map<string, Comparison>();
  const open = new Map<string, Omit<Comparison, keyof Compared>>();
  for (const studentId of new Set([...people.keys(), ...after.keys()])) {
    if (only && !only.has(studentId)) continue;
    const from = sinceOf(studentId);
    const input = {
      since: until !== undefined && until < from ? until : from,
      today,
      rows: after.get(studentId) ?? [],
      closed,
      own: (cancellations.get(studentId) ?? []).filter(({ at }) => at > from),
    };
    const person = people.get(studentId);
    const last = person && comparedLast.get(person);
    if (last && isSame(last, input)) known.set(studentId, last);
    else open.set(studentId, input);
    await pause();
  }
  const origins = open.size === 0 ? [] : (await moment.of(originsModel)).rows(originsTable);
  const roots = new Map(origins.map(({ lesson_id, root }) => [lesson_id, root]));
  const rootOf: RootOf = (lessonId) => roots.get(lessonId) ?? lessonId;
  const entered = new Map(origins.map((origin) => [origin.lesson_id, origin.entered]));
  const enteredAt = (lessonId: string): Instant | undefined => entered.get(rootOf(lessonId));
  const closedWeeks = closedWeeksFrom(closures, today);
  const timetables = new Map<Instant, KnownThen>();
  // In order, so that each moment is folded from the one before.
  for (const instant of [...new Set([...open.values()].map((input) => input.since))].toSorted())
    timetables.set(instant, await timetablesAt(services, studioId, instant, { rootOf, from: today }));
  for (const [studentId, input] of open) {
    const timetable = timetableFrom(studentId, input.rows, rootOf, closedWeeks);
    const then = timetables.get(input.since);
    const before = then?.of(studentId) ?? timetableFrom(studentId, [], rootOf, closedWeeks);
    const net = netChanges(before, timetable, today);
    const changes = withClosures([...net, ...takingPlaceAfterAll(input.own, net, timetable, today)], {
      earlier: then?.closures ?? [],
      present: closures,
      enteredAt,
      after: timetable,
      today,
    });
    const compared = { ...input, changes, ahead: datesAhead(timetable, today) };
    known.set(studentId, compared);
    const person = people.get(studentId);
    // What is asked about any other moments is not asked again.
    if (person && typeof since !== 'string' && until === undefined) comparedLast.set(person, compared);
    await pause();
  }
  const teacherOf = (teacherId: string): string => fullName(people.get(teacherId));
  return [...known]
    .flatMap(([studentId, { since: from, changes, ahead }]) => {
      const person = people.get(studentId);
      const names = { student: person?.first_name ?? 'The student', teacherOf };
      return changes.length === 0 ? [] : { studentId, name: fullName(person), names, since: from, changes, ahead };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name) || (a.studentId < b.studentId ? -1 : 1));
};
