import {
  checkReadModels,
  dataIntegrity,
  deleteOrphanedLessons,
  type OrphanedLesson,
} from '@rondo/contracts/api/data-integrity.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly, nextDateOf } from '@rondo/contracts/calendar/rows.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { seriesDates } from '@rondo/contracts/calendar/series.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import type { scheduleEvents } from '@rondo/contracts/events/schedule.ts';
import { integrityModel } from '@rondo/projections/integrity/project.ts';
import { countChecked, listOrphans, type Orphan } from '@rondo/projections/integrity/queries.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import type { Executed } from '../../../platform/commands/command-handler.ts';
import { answeredAll } from '../../../platform/http/answer.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { deleteEntirely } from '../../schedule/edit/deletion.ts';
import { onSchedule } from '../../schedule/schedules.ts';
import { studioNow } from '../../studio/clock.ts';
import { compareReadModels } from './compare.ts';

const reasons: Readonly<Record<Orphan['missing'], string>> = {
  student: 'Its student is unknown',
  teacher: 'Its teacher is unknown',
  both: 'Its student and its teacher are unknown',
};

/** The next date from today on, or else the last one. */
const shownOn = (lesson: Lesson, today: IsoDate): IsoDate => {
  if (!isWeekly(lesson)) return lesson.date ?? today;
  const { validFrom, validTo } = lesson;
  const next = nextDateOf(lesson, today);
  return next ?? seriesDates(lesson, validFrom, validTo ?? today).at(-1) ?? validFrom;
};

/** An orphaned lesson as the API shows it. */
const orphanView = ({ lesson, lesson_id: id, teacher_id, missing }: Orphan, today: IsoDate): OrphanedLesson => ({
  id,
  lessonDate: lesson.date ?? '',
  dayOfWeek: lesson.dayOfWeek,
  source: lesson.source,
  startTime: toTimeText(lesson.start),
  endTime: toTimeText(lesson.start + lesson.duration),
  orphanedReason: reasons[missing],
  status: lesson.status,
  teacherId: missing === 'student' ? teacher_id : null,
  shownOn: shownOn(lesson, today),
});

const message = (deleted: number): string => {
  if (deleted === 0) return 'There are no orphaned lessons.';
  return deleted === 1 ? 'Deleted 1 orphaned lesson.' : `Deleted ${deleted} orphaned lessons.`;
};

type RouteServices = Pick<Services, 'models' | 'moments' | 'handlers' | 'settingsOf' | 'now'>;

/** One append per teacher, all in one batch. */
const deleteOrphans = async (
  services: RouteServices,
  context: CommandContext,
): Promise<Executed<typeof scheduleEvents>[]> => {
  const orphans = await listOrphans(integrityModel.read(services.models), context.studioId);
  const done = [];
  for (const [teacherId, own] of Map.groupBy(orphans, ({ teacher_id: teacherId }) => teacherId)) {
    const decide = deleteEntirely(new Set(own.map(({ lesson_id: lessonId }) => lessonId)));
    done.push(await onSchedule(services, context, teacherId, { input: 'delete orphaned lessons', decide }));
  }
  return done;
};

/** Whether a studio's data fits together, and whether its read models are what the log gives. */
export const integrityRoutes = (services: RouteServices, readModels: readonly ReadModel[]): Route[] => {
  return [
    route(dataIntegrity, async (_, { actor: { studioId } }) => {
      const db = integrityModel.read(services.models);
      const [orphans, counts, { today }] = await Promise.all([
        listOrphans(db, studioId),
        countChecked(db, studioId),
        studioNow(services, studioId),
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
      const compared = await compareReadModels(services, readModels, studioId);
      return {
        rows: compared.reduce((sum, { rows }) => sum + rows, 0),
        differing: compared.reduce((sum, { missing, extra, changed }) => sum + missing + extra + changed, 0),
        models: compared,
      };
    }),
    route(deleteOrphanedLessons, async (_, context) => {
      const done = await deleteOrphans(services, context.command);
      const deleted = done.flatMap(({ events }) => events).filter(({ type }) => type === 'LessonDeleted');
      return answeredAll(services, context, done, { message: message(deleted.length) });
    }),
  ];
};
