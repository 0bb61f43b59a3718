import type { Run } from '../../schedule/plan/plan.ts';
import type { StudioNow } from '../../studio/clock.ts';
import type { RunInput } from '../instance/gather.ts';
import type { PlannedWeek } from '../../../optimizer/threads/worker.ts';
import { notBeforeOf } from '../starts-on.ts';

/** The plan that a run proposes, as a command to the schedule. */
export const planOf = (
  { input, solved, now }: { input: RunInput; solved: PlannedWeek; now: StudioNow },
  ids: { reportId: string; runId: string; lessonIds: ReadonlyMap<string, string> },
): Run => ({
  reportId: ids.reportId,
  runId: ids.runId,
  startsOn: input.startsOn,
  ...(input.startsOn === now.today ? { overUntil: now.minute } : {}),
  students: input.students.map(({ student_id: studentId, details }) => {
    const placed = solved.explanation.placed.find((lesson) => lesson.studentId === studentId);
    if (!placed) return { studentId, placement: null };
    return {
      studentId,
      placement: {
        lessonId: ids.lessonIds.get(studentId) ?? '',
        studentId,
        dayOfWeek: placed.dayOfWeek,
        start: placed.startTime,
        duration: details.lessonDuration,
        driveMinutes: placed.driveMinutes,
        notBefore: notBeforeOf(placed, { startsOn: input.startsOn, now }, details.startDate),
      },
    };
  }),
  endsElsewhere: input.endsElsewhere.map(({ teacherId, lessonId }) => ({ teacherId, lessonId, from: input.startsOn })),
});
