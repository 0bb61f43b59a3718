import type { Branch as BranchAnswer, ListedBranch } from '@rondo/contracts/api/branches/branches.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { inText } from '@rondo/contracts/calendar/windows.ts';
import { branchSentence, branchSubject, type BranchNames } from '@rondo/contracts/branches/words.ts';
import type { Branch, MadeChange } from '@rondo/contracts/events/branches/branch.ts';
import type { BranchRow } from '@rondo/projections/branches/queries.ts';
import { toAvailability } from '../../people/availability.ts';
import { studentName, titleOf } from '../instance/instance.ts';
import { latestHome } from './comparison.ts';
import type { StudioRows } from './rows.ts';
import type { WeekFigures } from './figures.ts';
import type { TeacherWeek } from './weeks.ts';

/** What the people and lessons of rows are called. */
export const namesIn = ({ students, teachers, taught }: StudioRows): BranchNames => ({
  students: new Map([...students].map(([id, student]) => [id, studentName(student)])),
  teachers: new Map(teachers.map(({ teacher_id, details }) => [teacher_id, details.name])),
  lessons: new Map(taught.map(({ lesson }) => [lesson.lessonId, titleOf(lesson, students)])),
});

const idsOf = (change: MadeChange['change']): string[] => {
  switch (change.kind) {
    case 'length':
      return change.studentIds;
    case 'joins':
      return [];
    case 'pin':
      return [change.lessonId];
    case 'teacherHours':
    case 'home':
      return [change.teacherId];
    case 'studentHours':
    case 'teachers':
    case 'leaves':
      return [change.studentId];
  }
};

const hoursOf = (change: MadeChange['change'], changeId: string): BranchAnswer['changes'][number]['availability'] => {
  if (!('availability' in change)) return null;
  const of = change.kind === 'teacherHours' ? 'teacher' : 'student';
  const id = idsOf(change)[0] ?? changeId;
  return change.availability.map((window) => toAvailability(of, id, window));
};

/** The changes of a branch, in order. */
export const changeViews = (changes: readonly MadeChange[], names: BranchNames): BranchAnswer['changes'] =>
  changes.map(({ changeId, change }) => {
    const hasPlace = change.kind === 'home' || change.kind === 'joins';
    return {
      id: changeId,
      kind: change.kind,
      text: branchSentence(change, names),
      ids: idsOf(change),
      availability: hoursOf(change, changeId),
      address: hasPlace ? change.address : null,
      isLocated: !hasPlace || change.location !== null,
    };
  });

/** What changes are about, each once. */
export const subjectsOf = (changes: readonly MadeChange[], names: BranchNames): string[] => [
  ...new Set(changes.map(({ change }) => branchSubject(change, names))),
];

export const listedView = (row: BranchRow): ListedBranch => ({
  id: row.branch_id,
  name: row.name,
  status: row.status,
  from: row.from_branch,
  at: row.at,
  openedAt: row.opened_at,
  changes: row.change_count,
  planned: row.is_planned,
  revision: String(row.revision),
});

/** The weeks of all teachers who have an entry or hours, as a report draws them. */
export const weekViews = (weeks: readonly TeacherWeek[]): BranchAnswer['week'] =>
  weeks.map(({ teacher, entries, driving }) => ({
    teacherId: teacher.teacher_id,
    teacherName: teacher.details.name,
    entries: entries.map(({ lessonId, studentId, title, dayOfWeek, start, duration, source }) => {
      const driven = driving.days.get(dayOfWeek);
      return {
        lessonId,
        studentId,
        title,
        dayOfWeek,
        ...inText({ start, end: start + duration }),
        source,
        driveTime: driven?.driveTimes.get(lessonId) ?? null,
        driveHome: driven?.last === lessonId ? driven.driveHome : null,
      };
    }),
  }));

/** @param moved how many families have another time than in the present week */
export const figuresView = (
  figures: WeekFigures,
  { moved, plan }: { readonly moved: number; readonly plan: Branch['plan'] },
): BranchAnswer['figures'] => {
  const { students, placed, preferred, preferredPossible, driveMinutes, waitingMinutes, days, withoutRate } = figures;
  const latest = latestHome(figures);
  return {
    students,
    placed,
    preferred,
    preferredPossible,
    driveMinutes,
    waitingMinutes,
    days,
    latestHome: latest && { dayOfWeek: latest.dayOfWeek, time: toTimeText(latest.at) },
    moved,
    incomeWeek: figures.incomeCents / 100,
    withoutRate,
    incomePerHour: figures.perHour,
    proven: plan && plan.plans.every(({ content }) => content.optimizationStats.proven),
  };
};
