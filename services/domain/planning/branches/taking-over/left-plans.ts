import { monthAndDay } from '@rondo/contracts/calendar/words.ts';
import { longDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { ChangedSince } from '@rondo/contracts/api/branches/branches.ts';
import { isWeekly, overlapWeekly } from '@rondo/contracts/calendar/rows.ts';
import { lastsTo } from '@rondo/contracts/calendar/series.ts';
import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import type { Branch } from '@rondo/contracts/events/branches/branch.ts';
import type { LeftPlan } from '@rondo/contracts/events/schedule/joint.ts';
import { RuleBroken } from '../../../../platform/kit/errors.ts';
import type { Services } from '../../../../platform/kit/services.ts';
import { placedLesson } from '../../../schedule/plan/plan.ts';
import { holdRows } from '../../../schedule/questions/holds.ts';
import type { ScheduleState } from '../../../schedule/state.ts';
import { loadSchedules } from '../../../schedule/schedules.ts';
import { studioNow, type StudioNow } from '../../../studio/clock.ts';
import { nameAmong } from '../../add-only.ts';
import { studentName } from '../../instance/instance.ts';
import { inputOf } from '../../instance/run-input.ts';
import { endsElsewhereOf, placementOf } from '../../plan-week.ts';
import { changedRows, type BranchRows } from '../changed-rows.ts';
import { studentsOf } from '../plan.ts';
import { dayNamed, weekIn } from '../weeks.ts';
import type { StudioRows } from '../rows.ts';

type Refusing = Pick<Services, 'handlers' | 'settingsOf' | 'now'>;

/** A taken-over or dropped branch is no longer there to be taken over. @throws RuleBroken */
export const refuseTakenOver = (branch: Branch | null, dayOf: (instant: string) => IsoDate): void => {
  if (branch?.status === 'takenOver')
    throw new RuleBroken(`This branch was taken over on ${monthAndDay(dayOf(branch.takenOverAt ?? branch.at))}.`);
};

/** @throws RuleBroken when the branch was not planned, or the studio is no longer what it was planned from */
const refuseOutdated = (branch: Branch, since: readonly ChangedSince[], { today }: StudioNow): void => {
  if (!branch.plan) throw new RuleBroken('Plan this branch first.');
  if (since.length > 0) {
    const count = `${since.length} ${since.length === 1 ? 'change' : 'changes'}`;
    const what = since.map(({ text }) => text).join(', ');
    throw new RuleBroken(`${count} since this branch was planned: ${what}. Plan it again first.`);
  }
  if (branch.plan.plans.some(({ content }) => content.startsOn < today))
    throw new RuleBroken('The first day of this branch has passed. Plan it again first.');
};

type Schedules = ReadonlyMap<string, ScheduleState>;

/** The schedules of the teachers for whom a branch was planned. */
const schedulesOf = async (services: Refusing, studioId: string, { plan }: Branch): Promise<Schedules> => {
  const teacherIds = (plan?.plans ?? []).map(({ teacherId }) => teacherId);
  const loaded = await loadSchedules(services, studioId, teacherIds);
  return new Map(loaded.map(({ state }, i) => [teacherIds[i] ?? '', state]));
};

/** @throws RuleBroken when a plan of one of its teachers waits for a decision */
const refusePending = (schedules: Schedules, rows: BranchRows): void => {
  const [pending] = [...schedules].flatMap(([teacherId, { plan, reports }]) =>
    plan && reports.get(plan.reportId) === 'pending' ? [teacherId] : [],
  );
  if (pending !== undefined)
    throw new RuleBroken(`A plan for ${nameAmong(rows.teachers)(pending)} is pending. Accept or reject it first.`);
};

/** @throws RuleBroken when one of its lessons is on a time that is held for a question since it was planned */
const refuseHeld = (
  { teacherId, students }: LeftPlan,
  { schedules, rows, today }: { readonly schedules: Schedules; readonly rows: BranchRows; readonly today: IsoDate },
): void => {
  const state = schedules.get(teacherId);
  for (const hold of state ? holdRows(state, today) : []) {
    const placed = students.find(({ placement }) => placement && overlapWeekly(hold, placement))?.placement;
    if (!placed) continue;
    const student = rows.students.get(placed.studentId);
    const when = `${longDayName(placed.dayOfWeek)}s, ${formatTime(placed.start)}`;
    throw new RuleBroken(
      `${student ? studentName(student) : 'A lesson'}, ${when}, is on a time that is held for a question. Plan this branch again first.`,
    );
  }
};

/** Who leaves and has a lesson that a run of this teacher would end. */
const leavingWith = (base: StudioRows, { leaving }: BranchRows, teacherId: string, startsOn: IsoDate): string[] => [
  ...new Set(
    base.taught.flatMap((row) => {
      const { studentId, source } = row.lesson;
      const ends = row.teacherId === teacherId && source === 'optimized' && isWeekly(row.lesson);
      return ends && studentId !== null && leaving.has(studentId) && lastsTo(row.lesson, startsOn) ? [studentId] : [];
    }),
  ),
];

type LeavingPlans = {
  readonly studioId: string;
  readonly branch: Branch;
  readonly base: StudioRows;
  readonly since: readonly ChangedSince[];
  /** The ids of the reports that it leaves behind. */
  readonly reportIdOf: (teacherId: string) => string;
  readonly runId: string;
};

/**
 * What a branch leaves behind for each of its teachers.
 * @throws RuleBroken with what has to be done first
 */
export const leftPlans = async (
  services: Refusing,
  { studioId, branch, base, since, reportIdOf, runId }: LeavingPlans,
): Promise<LeftPlan[]> => {
  const now = await studioNow(services, studioId);
  const rows = changedRows(base, branch.changes);
  refuseOutdated(branch, since, now);
  const schedules = await schedulesOf(services, studioId, branch);
  refusePending(schedules, rows);
  const plans = branch.plan?.plans ?? [];
  const teacherIds = plans.map(({ teacherId }) => teacherId);
  const studentIds = studentsOf(rows, teacherIds);
  const left = plans.flatMap(({ teacherId, content }): LeftPlan | readonly [] => {
    const teacher = rows.teachers.find(({ teacher_id }) => teacher_id === teacherId);
    if (!teacher) return [];
    const { startsOn } = content;
    const week = weekIn(studioId, rows, teacherId, now);
    const { input } = inputOf(week, { teacherId, teacherIds, studentIds, startsOn }, teacher, nameAmong(rows.teachers));
    const stops = new Map(
      content.week.flatMap((stop) => (stop.source === 'optimized' && stop.studentId ? [[stop.studentId, stop]] : [])),
    );
    return {
      teacherId,
      reportId: reportIdOf(teacherId),
      runId,
      startsOn,
      overUntil: startsOn === now.today ? now.minute : null,
      students: [
        ...input.students.map((student) => {
          const stop = stops.get(student.student_id);
          const placed = stop && {
            dayOfWeek: dayNamed(stop.day),
            startTime: toMinutes(stop.startTime),
            driveMinutes: stop.driveTime ?? 0,
          };
          const lessonId = stop?.lessonId ?? '';
          return {
            studentId: student.student_id,
            placement: placed ? placementOf(placed, student, { lessonId, startsOn, now }) : null,
          };
        }),
        ...leavingWith(base, rows, teacherId, startsOn).map((studentId) => ({ studentId, placement: null })),
      ],
      endsElsewhere: [...endsElsewhereOf(input)],
      createdOn: now.today,
    };
  });
  for (const one of left) refuseHeld(one, { schedules, rows, today: now.today });
  return left;
};

/** How many students and teachers a branch changes, and how many students it adds. */
export const changedCounts = ({ changes }: Pick<Branch, 'changes'>) => {
  const students = new Set<string>();
  const teachers = new Set<string>();
  let added = 0;
  for (const { change } of changes)
    switch (change.kind) {
      case 'studentHours':
      case 'teachers':
        students.add(change.studentId);
        break;
      case 'length':
        for (const id of change.studentIds) students.add(id);
        break;
      case 'teacherHours':
      case 'home':
        teachers.add(change.teacherId);
        break;
      case 'joins':
        added += 1;
        break;
      case 'leaves':
      case 'pin':
        break;
    }
  return { students: students.size, teachers: teachers.size, added };
};

/** What begins with a plan that a branch leaves behind. */
export const beginningOf = ({ teacherId, startsOn, reportId, students }: LeftPlan) => ({
  teacherId,
  startsOn,
  placed: students.flatMap(({ placement }) => (placement ? placedLesson(placement, { startsOn, reportId }) : [])),
});
