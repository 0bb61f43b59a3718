import { checkReadModels, dataIntegrity, deleteOrphanedLessons } from '@rondo/contracts/api/data-integrity.ts';
import type { scheduleEvents } from '@rondo/contracts/events/schedule.ts';
import { integrityModel } from '@rondo/projections/integrity/project.ts';
import { countChecked, listOrphans } from '@rondo/projections/integrity/queries.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import type { Executed } from '../../../platform/commands/command-handler.ts';
import { batchIn, withBatch } from '../../../platform/http/answer.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { ReadModels } from '../../../platform/models/read-models.ts';
import { deleteEntirely } from '../../schedule/edit/deletion.ts';
import type { Schedules } from '../../schedule/schedules.ts';
import type { StudioClock } from '../../studio/clock.ts';
import { compareReadModels, type CompareDependencies } from './compare.ts';
import { orphanView } from './orphans.ts';

export type IntegrityRouteDependencies = CompareDependencies & {
  readonly models: ReadModels;
  readonly schedules: Schedules;
  readonly clock: Pick<StudioClock, 'today'>;
};

const message = (deleted: number): string => {
  if (deleted === 0) return 'There are no orphaned lessons.';
  return deleted === 1 ? 'Deleted 1 orphaned lesson.' : `Deleted ${deleted} orphaned lessons.`;
};

/** Whether a studio's data fits together, and whether its read models are what the log gives. */
export const integrityRoutes = (dependencies: IntegrityRouteDependencies): Route[] => {
  const { models, schedules, clock } = dependencies;
  const compare = compareReadModels(dependencies);

  /** One append per teacher, all in one batch. */
  const deleteOrphans = async (context: CommandContext): Promise<Executed<typeof scheduleEvents>[]> => {
    const orphans = await listOrphans(integrityModel.read(models), context.studioId);
    const done = [];
    for (const [teacherId, own] of Map.groupBy(orphans, ({ teacher_id: teacherId }) => teacherId)) {
      const decide = deleteEntirely(new Set(own.map(({ lesson_id: lessonId }) => lessonId)));
      const command = { input: 'delete orphaned lessons', decide };
      done.push(await schedules.execute(context.studioId, teacherId, context, command));
    }
    return done;
  };

  return [
    route(dataIntegrity, async (_, { actor: { studioId } }) => {
      const db = integrityModel.read(models);
      const [orphans, counts, { today }] = await Promise.all([
        listOrphans(db, studioId),
        countChecked(db, studioId),
        clock.today(studioId),
      ]);
      const orphanedLessons = orphans
        .map((orphan) => orphanView(orphan, today))
        .toSorted((a, b) => `${a.shownOn} ${a.startTime}`.localeCompare(`${b.shownOn} ${b.startTime}`));
      return {
        issuesFound: orphans.length,
        totalLessons: counts.lessons,
        totalStudents: counts.students,
        totalTeachers: counts.teachers,
        orphanedLessons,
      };
    }),
    route(checkReadModels, async (_, { actor: { studioId } }) => {
      const compared = await compare(studioId);
      return {
        rows: compared.reduce((sum, { rows }) => sum + rows, 0),
        differing: compared.reduce((sum, { missing, extra, changed }) => sum + missing + extra + changed, 0),
        models: compared,
      };
    }),
    route(deleteOrphanedLessons, async (_, { command, endpoint }) => {
      const done = await deleteOrphans(command);
      await Promise.all(done.map((one) => models.shown(one, endpoint)));
      const deleted = done.flatMap(({ events }) => events).filter(({ type }) => type === 'LessonDeleted');
      return withBatch(batchIn(done), { message: message(deleted.length) });
    }),
  ];
};
