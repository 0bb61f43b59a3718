import { lessonRowsGiven } from '@rondo/contracts/events/lesson-rows.ts';
import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import type { LessonCommandDependencies, LessonDone } from './lesson-deciding.ts';
import { stateAfterBatch } from '../schedule/revert/past.ts';
import { lessonView } from '../schedule/lookup/views.ts';

/**
 * The row that answers a command, as the command left it: used when the lists no longer have it because it has since been removed, or
 * because the command is repeated.
 */
export const rowAsLeft =
  ({ schedules, models }: Pick<LessonCommandDependencies, 'schedules' | 'models'>) =>
  async (studioId: string, done: LessonDone): Promise<Lesson | undefined> => {
    const { executed, teacherId, lessonId, decidedOn } = done;
    const past = await schedules.past(studioId, teacherId);
    const state = executed.batchId === null ? decidedOn : stateAfterBatch(past, executed.batchId);
    const lesson = state?.lessons.get(lessonId);
    const first = past.find(({ event }) => lessonRowsGiven(event).some((row) => row.lessonId === lessonId));
    if (!state || !lesson || !first) return undefined;
    return lessonView(
      {
        studio_id: studioId,
        lesson_id: lessonId,
        teacher_id: teacherId,
        student_id: lesson.studentId,
        series_id: lesson.seriesId,
        created_at: first.recordedAt,
        revision: state.revisions.get(lessonId) ?? 0,
        lesson,
      },
      await peopleById(lessonsModel.read(models), studioId),
    );
  };
