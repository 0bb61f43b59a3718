import { minutesPerDay, toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { PlanChange } from '@rondo/contracts/events/schedule/report-content.ts';
import type { WouldFit } from '../../optimizer/explain/would-fit/would-fit.ts';
import type { WeeklyWindow } from '../../optimizer/week/instance.ts';
import type { ReportInput } from './report/report-input.ts';

const timeOf = ({ dayOfWeek, startTime, endTime }: WeeklyWindow) => ({
  dayOfWeek,
  startTime: toTimeText(startTime),
  endTime: toTimeText(endTime),
});

/** What has to be done for a left-out student to fit; null if nothing has to be, or it cannot be entered. */
export const planChangeOf = (
  { input, lessonIds }: Pick<ReportInput, 'input' | 'lessonIds'>,
  studentId: string,
  { change }: WouldFit,
): PlanChange | null => {
  const teacherId = input.teacher.teacher_id;
  // Times of day are entered up to 23:59.
  const isEntered = (window: WeeklyWindow): boolean => window.endTime < minutesPerDay;
  switch (change.kind) {
    case 'none':
      return null;
    case 'widen-teacher':
      return isEntered(change.to)
        ? { kind: 'teacherWindow', teacherId, ...timeOf(change.to), studentWindow: null }
        : null;
    case 'both':
      return isEntered(change.to)
        ? {
            kind: 'teacherWindow',
            teacherId,
            ...timeOf(change.to),
            studentWindow: { studentId, ...timeOf(change.window) },
          }
        : null;
    case 'widen-student':
      return isEntered(change.to) ? { kind: 'studentWindow', studentId, ...timeOf(change.to) } : null;
    case 'open-student':
      return { kind: 'studentWindow', studentId, ...timeOf(change.window) };
    case 'move-family': {
      const { to } = change;
      const lessonId = lessonIds.get(to.studentId);
      const duration = input.students.find(({ student_id }) => student_id === to.studentId)?.details.lessonDuration;
      if (lessonId === undefined || duration === undefined) return null;
      const time = timeOf({ ...to, endTime: to.startTime + duration });
      return { kind: 'move', lessonId, studentId: to.studentId, ...time };
    }
    default:
      return change satisfies never;
  }
};
