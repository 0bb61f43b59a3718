import {
  checkReadModels,
  dataIntegrity,
  deleteOrphanedLessons,
  type OrphanedLesson,
} from '@rondo/contracts/api/studio/data-integrity.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly, nextDateOf } from '@rondo/contracts/calendar/rows.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { seriesDates } from '@rondo/contracts/calendar/series.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { integrityModel } from '@rondo/projections/integrity/project.ts';
import { countChecked, listOrphans, type Orphan } from '@rondo/projections/integrity/queries.ts';
import type { ReadModel, Table } from '@rondo/projections/runner/read-model.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import type { Executed } from '../../../platform/commands/command-handler.ts';
import { answeredAll } from '../../../platform/http/answer.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { deleteEntirely } from '../../schedule/edit/deletion.ts';
import { onSchedule } from '../../schedule/schedules.ts';
import { studioNow } from '../../studio/clock.ts';
import { setImmediate as turn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { instantOf } from '@rondo/contracts/calendar/instants.ts';
import { studioRows } from '@rondo/projections/rows/read-rows.ts';

type Row = Readonly<Record<string, unknown>>;

/** How a studio's rows in a read model differ from those that the log gives. */
type ModelComparison = {
  readonly name: string;
  /** Rows of the read model. */
  readonly rows: number;
  /** Rows that only the log gives. */
  readonly missing: number;
  /** Rows that the log does not give. */
  readonly extra: number;
  readonly changed: number;
};

const keyOf = (table: Table, row: Row): string => table.key.map((column) => String(row[column])).join('\0');

/** A row as the database would return it: times with six digits, and no undefined fields inside. */
const asStored = (table: Table, row: Row): unknown => {
  const types: Readonly<Record<string, string>> = table.columns;
  const plain = Object.entries(row).map(([column, value]) => [
    column,
    types[column] === 'timestamptz' && typeof value === 'string' ? instantOf(value) : value,
  ]);
  return JSON.parse(JSON.stringify(Object.fromEntries(plain)));
};

/** How many rows are compared before other requests have their turn. */
const batch = 500;

const compareTable = async (
  table: Table,
  stored: readonly Row[],
  folded: readonly Row[],
): Promise<Omit<ModelComparison, 'name'>> => {
  const expected = new Map(folded.map((row) => [keyOf(table, row), row]));
  let [extra, changed] = [0, 0];
  for (const [i, found] of stored.entries()) {
    if (i % batch === batch - 1) await turn();
    const row = table.row.parse(found);
    const key = keyOf(table, row);
    const then = expected.get(key);
    expected.delete(key);
    if (!then) extra += 1;
    else if (!isDeepStrictEqual(asStored(table, row), asStored(table, then))) changed += 1;
  }
  return { rows: stored.length, missing: expected.size, extra, changed };
};

/** Compares a studio's rows in every read model with a fold of the log up to the position that the rows include. */
const compareReadModels = async (
  { models, moments }: Pick<Services, 'models' | 'moments'>,
  readModels: readonly ReadModel[],
  studioId: string,
): Promise<ModelComparison[]> => {
  const compared: ModelComparison[] = [];
  for (const model of readModels) {
    const { position, rowsOf: stored } = await studioRows(models.db, model, studioId);
    const folded = position === null ? null : await moments.momentOf(studioId, { position }).of(model);
    const tables: Omit<ModelComparison, 'name'>[] = [];
    for (const table of model.tables) tables.push(await compareTable(table, stored(table), folded?.rows(table) ?? []));
    const sum = (figure: 'rows' | 'missing' | 'extra' | 'changed') =>
      tables.reduce((total, table) => total + table[figure], 0);
    compared.push({
      name: model.name,
      rows: sum('rows'),
      missing: sum('missing'),
      extra: sum('extra'),
      changed: sum('changed'),
    });
  }
  return compared;
};

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
