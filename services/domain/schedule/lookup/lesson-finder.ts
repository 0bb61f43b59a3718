import { lastTeacherOf } from '@rondo/projections/history/queries.ts';
import { listLessons } from '@rondo/projections/lessons/queries.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { NotFound } from '../../../platform/kit/errors.ts';
import type { ReadModels } from '../../../platform/models/read-models.ts';

/** Finds the schedule that has a lesson, or had it last; a removed row still leads to its stream. */
export const lessonFinder = (models: ReadModels) => ({
  /** @throws NotFound */
  teacherOf: async (studioId: string, lessonId: string): Promise<string> => {
    const [row] = await listLessons(lessonsModel.read(models), studioId, { lessonIds: [lessonId] });
    const teacherId = row?.teacher_id ?? (await lastTeacherOf(historyModel.read(models), studioId, lessonId));
    if (teacherId === undefined) throw new NotFound('There is no such lesson.');
    return teacherId;
  },
});
