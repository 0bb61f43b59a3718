import type { Instant } from '@rondo/contracts/calendar/instants.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { windowsOf } from '@rondo/contracts/calendar/windows.ts';
import type { Branch, MadeChange, PlannedBranch } from '@rondo/contracts/events/branches/branch.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { DomainError, InvalidInput } from '../../../platform/kit/errors.ts';
import { studioNow } from '../../studio/clock.ts';
import { isDeepStrictEqual } from 'node:util';
import { gatheredIn } from '../gathered.ts';
import { proposedPlan, type PlanRequest as PlanRequestOf } from '../generate.ts';
import { refuseMoving } from '../moving.ts';
import type { Admitted } from '../plan-calls.ts';
import { holdsAtFamilies } from '../../schedule/lookup/hold-families.ts';
import { loadSchedule } from '../../schedule/schedules.ts';
import { seed, type PlannerServices, type Week } from '../plan-week.ts';
import { changedRows, isAbout, type BranchRows } from './changed-rows.ts';
import type { StudioRows } from './rows.ts';
import { peopleIn, weekIn } from './weeks.ts';

type PlanRequest = {
  readonly teacherIds?: readonly string[] | undefined;
  readonly maxMoved?: number | undefined;
  readonly tolerance?: number | undefined;
  readonly startsOn?: IsoDate | undefined;
};

/** Rows without what a branch changes of them: what two moments are compared by. */
const readOf = (change: MadeChange['change'], { students, teachers, taught }: StudioRows): unknown => {
  const teacher = (id: string) => teachers.find(({ teacher_id }) => teacher_id === id);
  switch (change.kind) {
    case 'studentHours':
      return students.get(change.studentId)?.availability.map(({ id: _, ...window }) => window);
    case 'teacherHours':
      return teacher(change.teacherId)?.availability.map(({ id: _, ...window }) => window);
    case 'length':
      return change.studentIds.map((id) => students.get(id)?.details.lessonDuration);
    case 'teachers':
      return students.get(change.studentId)?.assignments.map(({ teacherId }) => teacherId);
    case 'pin':
      return taught.find(({ lesson }) => lesson.lessonId === change.lessonId)?.lesson.pin;
    case 'home':
      return teacher(change.teacherId)?.details.location;
    case 'leaves':
    case 'joins':
      return null;
  }
};

/** What becomes of a branch's changes when it is based on later rows. */
export const rebase = (changes: readonly MadeChange[], base: StudioRows, now: StudioRows) => ({
  /** Changes whose person or lesson is gone. */
  fellAway: changes.filter((change) => !isAbout(change, now)),
  /** What the studio has changed as well: the branch's holds. */
  changed: changes.filter(
    (one) => isAbout(one, now) && !isDeepStrictEqual(readOf(one.change, base), readOf(one.change, now)),
  ),
});

/** The teachers with hours whom somebody is assigned to. */
const teachersWithWork = ({ teachers, students, leaving }: BranchRows): string[] => {
  const assigned = new Set(
    [...students.values()].flatMap(({ student_id, assignments }) =>
      leaving.has(student_id) ? [] : assignments.map(({ teacherId }) => teacherId),
    ),
  );
  return teachers.flatMap(({ teacher_id, availability }) =>
    assigned.has(teacher_id) && windowsOf(availability).length > 0 ? [teacher_id] : [],
  );
};

/** The students of some teachers, without those who leave. */
export const studentsOf = ({ students, leaving }: BranchRows, teacherIds: readonly string[]): string[] =>
  [...students.values()].flatMap(({ student_id, assignments }) =>
    !leaving.has(student_id) && assignments.some(({ teacherId }) => teacherIds.includes(teacherId)) ? [student_id] : [],
  );

/**
 * Plans the weeks of a branch as a run plans those of the studio; nothing of it is recorded.
 * @param base.now the studio's rows at the moment `at`, which the branch is based on from then on
 * @throws InvalidInput, NotFound, RuleBroken when no teacher's week can be planned
 */
export const planBranchWeeks = async (
  services: PlannerServices,
  {
    studioId,
    isGuest,
    branch,
    remaining,
  }: { studioId: string; isGuest: boolean; branch: Branch; remaining: readonly MadeChange[] },
  { at, now }: { readonly at: Instant; readonly now: StudioRows },
  request: PlanRequest,
  { turn, callerLeft }: Admitted,
): Promise<{ readonly planned: PlannedBranch; readonly failed: { teacherId: string; detail: string }[] }> => {
  const rows = changedRows(now, remaining);
  const clock = await studioNow(services, studioId);
  const people = peopleIn(rows);
  const teacherIds = request.teacherIds ? [...new Set(request.teacherIds)] : teachersWithWork(rows);
  if (teacherIds.length === 0) throw new InvalidInput('No teacher of this branch has both hours and students.');
  refuseMoving({ teacherIds, maxMoved: request.maxMoved });
  const studentIds = studentsOf(rows, teacherIds);
  const around = { teachers: rows.teachers, people, earlierOf: async () => null };
  const proposed = async (week: Week, run: PlanRequestOf) =>
    proposedPlan(services, await gatheredIn(week, around, run), run);
  const failed: { teacherId: string; detail: string }[] = [];
  const plans: PlannedBranch['plans'] = [];
  let seconds = 0;
  let first: DomainError | undefined;
  for (const teacherId of teacherIds)
    try {
      // A branch has the rows of a moment; what is held is taken now.
      const { state } = await loadSchedule(services, studioId, teacherId);
      const holds = await holdsAtFamilies(services, studioId, state, clock.today);
      const week = { ...weekIn(studioId, rows, teacherId, clock), holds };
      const { content } = await turn(() =>
        proposed(week, {
          runId: derivedId(branch.branchId, at),
          teacherId,
          teacherIds,
          studentIds,
          startsOn: request.startsOn,
          moving:
            request.maxMoved === undefined ? undefined : { most: request.maxMoved, tolerance: request.tolerance ?? 0 },
          isGuest,
          turn,
          // What contradicts itself among pinned lessons is told in the report.
          force: true,
          control: { signal: callerLeft },
        }),
      );
      plans.push({ teacherId, content });
      seconds += content.optimizationStats.seconds;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      first ??= error;
      failed.push({ teacherId, detail: error.message });
    }
  callerLeft.throwIfAborted();
  if (plans.length === 0 && first) throw first;
  return { planned: { at, seed, seconds, maxMoved: request.maxMoved ?? null, plans }, failed };
};
