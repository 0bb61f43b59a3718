import type { RequestOf } from '@rondo/contracts/api/endpoint.ts';
import type {
  clearLessons as clearCall,
  deleteLessonSeries as deleteSeriesCall,
} from '@rondo/contracts/api/lessons.ts';
import type { LessonKind, scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { clearedTeachersMissing, kindsMissing } from '@rondo/contracts/lessons/rules.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { DomainError, InvalidInput } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';
import { loadStudent, loadTeacher } from '../people/roster.ts';
import { clearSchedule, deleteSeriesOf } from '../schedule/edit/deletion.ts';
import { rejectJointOf } from '../schedule/plan/joint-decision.ts';
import { onSchedule } from '../schedule/schedules.ts';
import { studioNow } from '../studio/clock.ts';

type BulkServices = Pick<Services, 'handlers' | 'settingsOf' | 'now'>;

type Done = Executed<typeof scheduleEvents>;

const removals = new Set(['LessonEnded', 'LessonDeleted']);
const countRemoved = (done: readonly Done[]): number =>
  done.flatMap(({ events }) => events).filter(({ type }) => removals.has(type)).length;

/** @throws NotFound */
export const deleteSeries = async (
  services: BulkServices,
  context: CommandContext,
  body: RequestOf<typeof deleteSeriesCall>['body'],
): Promise<{ done: Done[]; removed: number }> => {
  const { studioId } = context;
  const { studentId, teacherId } = body;
  await Promise.all([loadStudent(services, studioId, studentId), loadTeacher(services, studioId, teacherId)]);
  const { today } = await studioNow(services, studioId);
  const decide = deleteSeriesOf({ studentId, today });
  const done = [await onSchedule(services, context, teacherId, { input: body, decide })];
  return { done, removed: countRemoved(done) };
};

/**
 * Clears several teachers' schedules, one append each, all in one batch. Lists the ones that fail; repeating the call with the same key
 * completes the rest.
 * @throws InvalidInput, NotFound
 */
export const clear = async (
  services: BulkServices,
  context: CommandContext,
  body: RequestOf<typeof clearCall>['body'],
): Promise<{ done: Done[]; failed: { teacherId: string; detail: string }[]; removed: number }> => {
  const kinds: LessonKind[] = [
    ...(body.myMusicStaff ? (['actual'] as const) : []),
    ...(body.optimized ? (['optimized'] as const) : []),
    ...(body.manual ? (['manual'] as const) : []),
    ...(body.preScheduled ? (['preScheduled'] as const) : []),
  ];
  const teacherIds = [...new Set(body.selectedTeachers)];
  if (kinds.length === 0) throw new InvalidInput(kindsMissing);
  if (teacherIds.length === 0) throw new InvalidInput(clearedTeachersMissing);
  await Promise.all(teacherIds.map((teacherId) => loadTeacher(services, context.studioId, teacherId)));
  const { today } = await studioNow(services, context.studioId);
  const decide = clearSchedule({ kinds, today });
  const done: Done[] = [];
  const failed: { teacherId: string; detail: string }[] = [];
  for (const teacherId of teacherIds) {
    try {
      if (kinds.includes('optimized')) done.push(...(await rejectJointOf(services, context, teacherId, today)));
      done.push(await onSchedule(services, context, teacherId, { input: { kinds, teacherId }, decide }));
    } catch (error) {
      if (!(error instanceof DomainError) || teacherIds.length === 1) throw error;
      failed.push({ teacherId, detail: error.message });
    }
  }
  return { done, failed, removed: countRemoved(done) };
};
