import type { Availability, AvailabilityInput } from '@rondo/contracts/api/people/availability.ts';
import type { Report } from '@rondo/contracts/api/planner.ts';
import { titleOf } from '../../../calendar/days/entry.ts';
import { formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { laterOf, shortDayName, type DayOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { PlanChange } from '@rondo/contracts/events/schedule/report-content.ts';
import { moveTolerances } from '@rondo/contracts/lessons/move-tolerance.ts';
import type { Remedy } from '../review/Unscheduled.tsx';
import { counted } from '../../../lib/texts.ts';
import { command, doneWith, type Done } from '../../../api/client.ts';
import { carryOut, useAction } from '../../../api/commands/command.ts';
import { queryClient } from '../../../api/queries.ts';
import { useGenerate } from '../commands.ts';
import { studentsQuery, teachersQuery } from '../../../calendar/queries.ts';
import { upcomingLessonsQuery } from '../queries.ts';

type Time = { readonly dayOfWeek: DayOfWeek; readonly startTime: string; readonly endTime: string };

/**
 * The rows with one time included: a plain row that touches it is extended, so that the day keeps its slots; without one a slot is added.
 * Preferred rows stay as they are.
 */
export const including = (
  rows: readonly Availability[],
  { dayOfWeek, startTime, endTime }: Time,
): AvailabilityInput => {
  const touches = (row: Availability): boolean =>
    row.enabled &&
    !row.isPreferred &&
    row.dayOfWeek === dayOfWeek &&
    row.startTime <= endTime &&
    startTime <= row.endTime;
  const joined = rows.filter(touches).reduce(
    (all, row) => ({
      ...all,
      startTime: row.startTime < all.startTime ? row.startTime : all.startTime,
      endTime: row.endTime > all.endTime ? row.endTime : all.endTime,
    }),
    { dayOfWeek, startTime, endTime, enabled: true, isPreferred: false },
  );
  const others = rows
    .filter((row) => !touches(row))
    .map((row) => ({
      dayOfWeek: row.dayOfWeek,
      startTime: row.startTime,
      endTime: row.endTime,
      enabled: row.enabled,
      isPreferred: row.isPreferred,
    }));
  return [...others, joined];
};

const fresh = { staleTime: 0 } as const;

/** Saves one change, which can be undone by itself. */
const save = (title: string, run: () => Promise<Done<unknown>>): Promise<unknown> =>
  carryOut(run, { done: title, failed: null });

const changeTeacher = async (change: Extract<PlanChange, { kind: 'teacherWindow' }>): Promise<void> => {
  const teachers = await queryClient.fetchQuery({ ...teachersQuery, ...fresh });
  const teacher = teachers.find(({ id }) => id === change.teacherId);
  if (!teacher) throw new Error('This teacher has been removed.');
  await save(`${teacher.name} updated`, () =>
    command('PUT /api/teachers/:id', {
      params: { id: teacher.id },
      body: { availability: including(teacher.availability, change), revision: teacher.revision },
    }),
  );
};

type StudentWindow = Omit<Extract<PlanChange, { kind: 'studentWindow' }>, 'kind'>;

const changeStudent = async (change: StudentWindow): Promise<void> => {
  const students = await queryClient.fetchQuery({ ...studentsQuery, ...fresh });
  const student = students.find(({ id }) => id === change.studentId);
  if (!student) throw new Error('This student has been removed.');
  await save(`${student.name} updated`, () =>
    command('PUT /api/students/:id', {
      params: { id: student.id },
      body: { availability: including(student.availability, change), revision: student.revision },
    }),
  );
};

const moveLesson = async (change: Extract<PlanChange, { kind: 'move' }>, today: IsoDate): Promise<void> => {
  const rows = await queryClient.fetchQuery({ ...upcomingLessonsQuery(today), ...fresh });
  const lesson = rows.find(({ lessonId }) => lessonId === change.lessonId);
  if (!lesson) throw new Error('This lesson is no longer in the plan.');
  const { dayOfWeek, startTime } = change;
  await save(`Lesson of ${titleOf(lesson)} updated`, () =>
    command('PATCH /api/lessons/:id/edit', {
      params: { id: lesson.lessonId },
      body: { editScope: 'series', dayOfWeek, startTime, revision: lesson.revision },
    }),
  );
};

const giveStandardTimes = async (studentIds: readonly string[]): Promise<void> => {
  await save(`Standard availability assigned to ${counted(studentIds.length, 'student')}`, () =>
    command('POST /api/students/assign-standard-availability', { body: { studentIds: [...studentIds] } }),
  );
};

const makeChange = async (change: Remedy, today: IsoDate): Promise<void> => {
  switch (change.kind) {
    case 'standardTimes':
      return giveStandardTimes(change.studentIds);
    case 'teacherWindow':
      await changeTeacher(change);
      if (change.studentWindow) await changeStudent(change.studentWindow);
      return;
    case 'studentWindow':
      return changeStudent(change);
    case 'move':
      return moveLesson(change, today);
    case 'moves':
      // Nothing but the run is another.
      return;
    default:
      return change satisfies never;
  }
};

const timeWords = ({ dayOfWeek, startTime, endTime }: Time): string =>
  `${shortDayName(dayOfWeek)} ${formatTimeRange(toMinutes(startTime), toMinutes(endTime))}`;

/** What was done before the week was planned again, in a sentence. */
export const appliedText = (
  { unscheduledAnalysis, schedulingDecisions, teacherName }: Report,
  change: Remedy,
): string => {
  const nameOf = (id: string): string =>
    [...unscheduledAnalysis, ...schedulingDecisions].find(({ studentId }) => studentId === id)?.studentName ??
    'A student';
  switch (change.kind) {
    case 'standardTimes':
      return `${counted(change.studentIds.length, 'student')} had no times and ${change.studentIds.length === 1 ? 'has' : 'have'} the standard availability now, Monday to Friday, 4 to 9 PM.`;
    case 'studentWindow':
      return `${nameOf(change.studentId)} is available ${timeWords(change)} now.`;
    case 'teacherWindow':
      return `${teacherName} works ${timeWords(change)} now${change.studentWindow ? `, and ${nameOf(change.studentWindow.studentId)} is available ${timeWords(change.studentWindow)}` : ''}.`;
    case 'move':
      return `${nameOf(change.studentId)} moved to ${timeWords(change)}.`;
    case 'moves':
      return change.most === 0
        ? 'No family moves in this plan.'
        : `At most ${counted(change.most, 'family')} may move in this plan.`;
    default:
      return change satisfies never;
  }
};

type Again = { readonly report: Report; readonly change: Remedy };

/** Does what would place a student, then solves the report's week again for the same students. */
export const usePlanAgain = (userId: string, today: IsoDate) => {
  const generating = useGenerate(userId);
  const apply = useAction(
    async ({ report, change }: Again) => {
      await makeChange(change, today);
      const students = await queryClient.fetchQuery({ ...studentsQuery, ...fresh });
      return doneWith((report.joint ?? report).selected.filter((id) => students.some((student) => student.id === id)));
    },
    { done: null, failed: null },
  );
  const begin = async (again: Again): Promise<void> => {
    const { report } = again;
    generating.run.reset();
    const done = await apply.send(again);
    if (done)
      await generating.run.send({
        teacherIds: report.joint?.teacherIds ?? [report.teacherId],
        together: report.joint && { mostChanges: report.joint.mostChanges },
        studentIds: done.answer,
        startsOn: laterOf(report.startsOn, today),
        lessonWorth: report.lessonWorth,
        startGrid: report.startGrid?.minutes,
        tolerance: moveTolerances.find((minutes) => minutes === report.curve?.tolerance),
        maxMoved: again.change.kind === 'moves' ? again.change.most : report.curve?.maxMoved,
      });
  };
  return {
    ...generating,
    /** The report that the run replaces; null when none is under way. */
    of: apply.input?.report ?? null,
    error: apply.error ?? generating.run.error,
    begin: (again: Again): void => void begin(again),
    close: (): void => {
      generating.cancel();
      apply.reset();
    },
  };
};
export type PlanAgain = ReturnType<typeof usePlanAgain>;
