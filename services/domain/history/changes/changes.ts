import type { LessonChange } from '@rondo/contracts/api/history/changes.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { instantAt, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { byId, type PersonRow } from '@rondo/projections/lessons/queries.ts';
import { lessonsTable, peopleTable } from '@rondo/projections/lessons/table.ts';
import { isTaught } from '../../schedule/lesson-dates.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { latestNow } from '../../../platform/models/moments/as-of.ts';
import type { Moment } from '../../../platform/models/moments/moments.ts';
import { withoutPlans, type TaughtRow } from '../../schedule/plan/as-rejected.ts';
import { scheduleAsOf } from '../../schedule/schedules.ts';
import { studioNow, studioThen } from '../../studio/clock.ts';
import { netChanges, type NetChange } from './net-changes.ts';
import { originsModel, originsTable, plannedTable } from './origins.ts';
import { timetablesOf, type Pattern } from './timetable.ts';
import { sentenceOf, type Names } from './words.ts';

type Comparing = Pick<Services, 'moments' | 'handlers' | 'store' | 'settingsOf' | 'now' | 'machineNow'>;

/** How far the log's clock may be ahead of this one. */
const clocksApart = 2000;

type StudentChanges = { readonly studentId: string; readonly name: string; readonly changes: LessonChange[] };
/** Students' lessons at one moment, or each student's at one of its own. */
type Timetables = ReturnType<typeof timetablesOf>;

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

const changeView = (change: NetChange, names: Names): LessonChange => {
  const lessonId = (change.after ?? change.before)?.lessonId ?? '';
  const { kind } = change;
  const text = sentenceOf(change, names);
  if (change.of === 'weeks') {
    const { before, after, from, to } = change;
    const [was, is] = [timeOf(before, null, names), timeOf(after, null, names)];
    return { kind, lessonId, date: null, weekly: { from, to }, before: was, after: is, text };
  }
  const { before, after } = change;
  const date = (before ?? after)?.date ?? null;
  const [was, is] = [timeOf(before, before?.date ?? null, names), timeOf(after, after?.date ?? null, names)];
  return { kind, lessonId, date, weekly: null, before: was, after: is, text };
};

/** Every lesson of a studio as families could count on it at a moment: what its calendars showed and it could bill. */
const countedAt = async (services: Comparing, moment: Moment, today: IsoDate): Promise<TaughtRow[]> => {
  const rows = (await moment.of(lessonsModel)).rows(lessonsTable);
  const { rows: origins, revisionOf } = await moment.of(originsModel);
  const planning = origins(plannedTable).map(async ({ teacher_id: teacherId }) => {
    const upTo = revisionOf(streamName(scheduleEvents, moment.studioId, teacherId));
    return [teacherId, await scheduleAsOf(services, moment.studioId, teacherId, upTo)] as const;
  });
  return withoutPlans(rows, new Map(await Promise.all(planning)), today);
};

type RootOf = (lessonId: string) => string;

const timetablesAt = async (
  services: Comparing,
  studioId: string,
  instant: Instant,
  rootOf: RootOf,
): Promise<Timetables> => {
  const moment = services.moments.momentOf(studioId, { instant });
  const { today } = await studioThen(moment, instant);
  return timetablesOf(await countedAt(services, moment, today), rootOf);
};

/** Each family's timetables as of when it was informed; its first lessons where it never was. */
const timetablesTold = async (
  informed: ReadonlyMap<string, Instant>,
  first: Timetables,
  timetablesOn: (instant: Instant) => Promise<Timetables>,
): Promise<Timetables> => {
  const timetables = new Map<Instant, Timetables>();
  // In order, so that each moment is folded from the one before.
  for (const instant of [...new Set(informed.values())].toSorted())
    timetables.set(instant, await timetablesOn(instant));
  return {
    students: [first, ...timetables.values()].flatMap(({ students }) => students),
    of: (studentId) => (timetables.get(informed.get(studentId) ?? '') ?? first).of(studentId),
  };
};

/**
 * Compares students’ lessons at two moments, for their families.
 * @param since one moment for all, or for each student the one at which the family was informed; without one, when the lessons were entered
 * @param until now when absent
 */
export const changesBetween = async (
  services: Comparing,
  studioId: string,
  { since, until }: { since: Instant | ReadonlyMap<string, Instant>; until?: Instant | undefined },
): Promise<StudentChanges[]> => {
  const instant = until ?? instantAt(latestNow(services) + clocksApart);
  const moment = services.moments.momentOf(studioId, { instant });
  const origins = (await moment.of(originsModel)).rows(originsTable);
  const roots = new Map(origins.map(({ lesson_id, root }) => [lesson_id, root]));
  const rootOf: RootOf = (lessonId) => roots.get(lessonId) ?? lessonId;
  const people = byId((await moment.of(lessonsModel)).rows(peopleTable));
  const { today } = until === undefined ? await studioNow(services, studioId) : await studioThen(moment, until);
  const after = timetablesOf(await countedAt(services, moment, today), rootOf);
  const begun = firstLessons(origins);
  const first: Timetables = {
    students: [...begun.keys()],
    of: (studentId) => timetablesOf(begun.get(studentId) ?? [], rootOf).of(studentId),
  };
  const before =
    typeof since === 'string'
      ? await timetablesAt(services, studioId, since, rootOf)
      : await timetablesTold(since, first, (told) =>
          timetablesAt(services, studioId, told < instant ? told : instant, rootOf),
        );
  const teacherOf = (teacherId: string): string => fullName(people.get(teacherId));
  return [...new Set([...before.students, ...after.students])]
    .flatMap((studentId) => {
      const person = people.get(studentId);
      const names = { student: person?.first_name ?? 'The student', teacherOf };
      const changes = netChanges(before.of(studentId), after.of(studentId), today).map((change) =>
        changeView(change, names),
      );
      return changes.length === 0 ? [] : [{ studentId, name: fullName(person), changes }];
    })
    .toSorted((a, b) => a.name.localeCompare(b.name) || (a.studentId < b.studentId ? -1 : 1));
};

type Origin = { readonly since: string | null; readonly teacher_id: string; readonly lesson: TaughtRow['lesson'] };

/** Each student's lessons as they were first entered. */
const firstLessons = (origins: readonly Origin[]): Map<string, TaughtRow[]> => {
  const first = new Map<string, { since: string; rows: TaughtRow[] }>();
  for (const { since, teacher_id: teacherId, lesson } of origins) {
    const row = { teacherId, lesson };
    if (since === null || lesson.studentId === null || !isTaught(row)) continue;
    const known = first.get(lesson.studentId);
    if (!known || since < known.since) first.set(lesson.studentId, { since, rows: [row] });
    else if (since === known.since) known.rows.push(row);
  }
  return new Map([...first].map(([studentId, { rows }]) => [studentId, rows]));
};
