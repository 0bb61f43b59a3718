import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { nextDateOf } from '@rondo/contracts/calendar/rows.ts';
import { householdEvents } from '@rondo/contracts/events/household.ts';
import { reportEvents } from '@rondo/contracts/events/schedule/report.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { studentEvents } from '@rondo/contracts/events/student.ts';
import { studioEvents } from '@rondo/contracts/events/studio.ts';
import { entityOf, parseStreamName, streamName } from '@rondo/contracts/events/stream-name.ts';
import { teacherEvents } from '@rondo/contracts/events/teacher.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { derivedId } from '../../../../platform/commands/ids.ts';
import { restorableReport } from '../../../schedule/reports/state.ts';
import { householdAggregate } from '../../../people/households/household.ts';
import { restorableInFamily, studentAggregate } from '../../../people/student.ts';
import { restorableTeacher } from '../../../people/teacher.ts';
import { scheduleGoals, type NowAndPast, type ScheduleGoal } from '../../../schedule/revert/restore.ts';
import { scheduleAggregate } from '../../../schedule/schedule-aggregate.ts';
import type { ScheduleState } from '../../../schedule/state.ts';
import type { Services } from '../../../../platform/kit/services.ts';
import { countEntered } from '../../../schedule/edit/entered.ts';
import { stateAfter } from '../../../../platform/commands/folded.ts';
import type { Growth } from '../../../../platform/commands/studio-sizes.ts';
import { restorableSample } from '../../../studio/studio.ts';
import { studentDifferences, teacherDifferences } from './person-differences.ts';
import { streamGoals, type StreamGoal } from './stream-goals.ts';
import type { StudioLog } from './studio-log.ts';

/** What is restored: the whole studio, or one teacher's schedule. */
export type RestoreScope = {
  readonly restoreId: string;
  readonly studioId: string;
  readonly teacherId: string | null;
  readonly today: IsoDate;
  /** The studio's day at the moment. */
  readonly day: IsoDate;
};

/** Everything that a restore leads to. Computed from the log alone, so that an interrupted restore computes the same. */
export type RestorePlan = {
  readonly students: readonly StreamGoal[];
  readonly teachers: readonly StreamGoal[];
  readonly others: readonly StreamGoal[];
  readonly schedules: ReadonlyMap<string, NowAndPast & { readonly goal: ScheduleGoal }>;
  /** Lessons of the moment that do not come back. */
  readonly staysAway: readonly Lesson[];
};

const ofCategory = (log: StudioLog, category: { readonly name: string }): [string, readonly SourceEvent[]][] =>
  [...log].filter(([stream]) => parseStreamName(stream).category === category.name);

/** The streams that a restore of a whole studio, or of one teacher's schedule, changes. */
export const concerned = (studioId: string, teacherId: string | null, streams: readonly string[]): string[] => {
  if (teacherId !== null) return streams.filter((stream) => stream === streamName(scheduleEvents, studioId, teacherId));
  const fenced = new Set<string>([studentEvents, teacherEvents, scheduleEvents, reportEvents].map(({ name }) => name));
  return streams.filter((stream) => fenced.has(parseStreamName(stream).category));
};

export const reopenedReportId = (restoreId: string, teacherId: string): string =>
  derivedId(restoreId, `report of ${teacherId}`);

const schedulesIn = (now: StudioLog, then: StudioLog): Map<string, NowAndPast> =>
  new Map(
    ofCategory(now, scheduleEvents).map(([stream, events]) => [
      entityOf(stream),
      { now: stateAfter(scheduleAggregate, events), past: stateAfter(scheduleAggregate, then.get(stream) ?? []) },
    ]),
  );

const goesOn = (row: Lesson, today: IsoDate): boolean => row.status !== 'cancelled' && nextDateOf(row, today) !== null;

/** The rows of other teachers, and the earlier parts of those that go on. */
const idsElsewhere = (schedules: ReadonlyMap<string, NowAndPast>, teacherId: string, today: IsoDate): Set<string> => {
  const all = [...schedules.values()].flatMap(({ now }) => [...now.lessons.values()]);
  const continued = new Map(all.map((row) => [row.lessonId, row.continues]));
  const others = [...schedules].flatMap(([id, { now }]) => (id === teacherId ? [] : [...now.lessons.values()]));
  const ids = new Set(others.map(({ lessonId }) => lessonId));
  for (const row of others.filter((one) => goesOn(one, today))) {
    const parts = new Set<string>();
    for (let id = row.continues; id !== null && !parts.has(id); id = continued.get(id) ?? null) parts.add(id);
    for (const id of parts) ids.add(id);
  }
  return ids;
};

/** The students whose optimized lesson is with another teacher now. */
const plannedElsewhere = (schedules: ReadonlyMap<string, NowAndPast>, teacherId: string, today: IsoDate): Set<string> =>
  new Set(
    [...schedules].flatMap(([other, { now, past }]) =>
      other === teacherId
        ? []
        : [...now.lessons.values()].flatMap((row) => {
            const isNew =
              row.source === 'optimized' && row.date === null && goesOn(row, today) && !past.lessons.has(row.lessonId);
            return isNew && row.studentId !== null ? [row.studentId] : [];
          }),
    ),
  );

/** What of a teacher's schedule does not come back with that schedule alone. */
const notRestored = (
  log: StudioLog,
  schedules: ReadonlyMap<string, NowAndPast>,
  { studioId, today }: RestoreScope,
  teacherId: string,
) => {
  const elsewhere = idsElsewhere(schedules, teacherId, today);
  const planned = plannedElsewhere(schedules, teacherId, today);
  const isRemoved = (studentId: string): boolean => {
    const events = log.get(streamName(studentEvents, studioId, studentId)) ?? [];
    return !stateAfter(studentAggregate, events);
  };
  const { now, past }: NowAndPast = schedules.get(teacherId) ?? { now: nothing, past: nothing };
  const people = [...past.lessons.values()].flatMap(({ studentId }) => studentId ?? []);
  const removed = new Set([...new Set(people)].filter(isRemoved));
  const isAway = (row: Lesson): boolean =>
    elsewhere.has(row.lessonId) ||
    removed.has(row.studentId ?? '') ||
    (row.source === 'optimized' && row.date === null && planned.has(row.studentId ?? ''));
  const rows = new Map([...past.lessons].filter(([, row]) => isAway(row)));
  const exceptions = [...past.lessons].filter(([, { seriesId }]) => rows.has(seriesId ?? ''));
  const staysAway = new Map([...rows, ...exceptions]);
  const listed = [...staysAway.values()].filter(
    (row) => goesOn(row, today) && !goesOn(now.lessons.get(row.lessonId) ?? ended(row), today),
  );
  return { staysAway: new Set(staysAway.keys()), absentStudents: new Set([...removed, ...planned]), listed };
};

const nothing: ScheduleState = scheduleAggregate.initialState();
const ended = (row: Lesson): Lesson => ({ ...row, status: 'cancelled' });

const readStudent = eventReader(studentEvents);

/** The family of a student, of a removed one the last, if it stands; null: none. */
const lastFamily = (log: StudioLog, studioId: string, events: readonly SourceEvent[]): string | null => {
  const last = events.findLast(({ type }) => type === 'StudentHouseholdSet' || type === 'StudentReinstated');
  const event = last && readStudent(last);
  if (event?.type !== 'StudentHouseholdSet' && event?.type !== 'StudentReinstated') return null;
  const { householdId } = event.data;
  if (householdId === null) return null;
  const household = log.get(streamName(householdEvents, studioId, householdId)) ?? [];
  return stateAfter(householdAggregate, household) ? householdId : null;
};

/** Plans a restore from what the log had when it started and at the moment. */
export const planRestore = (
  { handlers }: Pick<Services, 'handlers'>,
  now: StudioLog,
  then: StudioLog,
  scope: RestoreScope,
): RestorePlan => {
  const { restoreId, studioId, teacherId, today, day } = scope;
  const all = schedulesIn(now, then);
  const away = teacherId === null ? null : notRestored(now, all, scope, teacherId);
  const own = new Map([...all].filter(([id]) => teacherId === null || id === teacherId));
  const goals = scheduleGoals(own, {
    today,
    day,
    newIdOf: (lessonId) => derivedId(restoreId, `rest of ${lessonId}`),
    reportIdOf: (id) => reopenedReportId(restoreId, id),
    ...away,
  });
  const schedules = new Map(
    [...own].flatMap(([id, nowAndPast]) => {
      const goal = goals.get(id);
      return goal ? [[id, { ...nowAndPast, goal }] as const] : [];
    }),
  );
  if (away) return { students: [], teachers: [], others: [], schedules, staysAway: away.listed };
  const goalsOf = (category: { readonly name: string }, goalOf: ReturnType<typeof streamGoals>): StreamGoal[] =>
    ofCategory(now, category).map(([stream, events]) => goalOf(stream, events, then.get(stream) ?? [], today));
  // The reports of plans that stay pending, and copies that an interrupted run of this restore wrote.
  const left = new Set(
    [...schedules].flatMap(([id, { now: state, goal }]) =>
      [reopenedReportId(restoreId, id), ...(goal.plan && goal.reopensAs === null ? [state.plan?.reportId] : [])].map(
        (reportId) => streamName(reportEvents, studioId, reportId ?? ''),
      ),
    ),
  );
  return {
    students: goalsOf(studentEvents, (stream, events, ...rest) => {
      const restorable = restorableInFamily(lastFamily(now, studioId, events));
      return streamGoals(restorable, handlers.student, null, studentDifferences)(stream, events, ...rest);
    }),
    teachers: goalsOf(teacherEvents, streamGoals(restorableTeacher, handlers.teacher, null, teacherDifferences)),
    others: [
      ...goalsOf(reportEvents, streamGoals(restorableReport, handlers.report, { isDeleted: true, wishes: [] })).filter(
        ({ stream }) => !left.has(stream),
      ),
      ...goalsOf(studioEvents, streamGoals(restorableSample, handlers.studio)),
    ],
    schedules,
    staysAway: [],
  };
};

/** What a restore adds to the studio's size. */
export const growthIn = ({ students, teachers, schedules }: RestorePlan, today: IsoDate): Growth => {
  const people = (goals: readonly StreamGoal[]): number =>
    goals.filter(({ kind }) => kind === 'returns').length - goals.filter(({ kind }) => kind === 'goes').length;
  const lessons = [...schedules.values()].map(
    ({ now, goal }) => countEntered(goal.rows.values(), today) - countEntered(now.lessons.values(), today),
  );
  return {
    students: people(students),
    teachers: people(teachers),
    lessons: lessons.reduce((sum, difference) => sum + difference, 0),
    teachersOfStudent: students.reduce((most, goal) => Math.max(most, goal.teachersGained), 0),
  };
};
