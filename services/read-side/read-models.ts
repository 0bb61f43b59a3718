import type { EventCategory } from '@rondo/contracts/events/event.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import type { HistoryDb } from '@rondo/projections/history/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import type { LessonsDb } from '@rondo/projections/lessons/queries.ts';
import { reportsModel } from '@rondo/projections/reports/project.ts';
import type { ReportsDb } from '@rondo/projections/reports/queries.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import type { Runner } from '@rondo/projections/runner/runner.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import type { StudentsDb } from '@rondo/projections/students/queries.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import type { StudiosDb } from '@rondo/projections/studios/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import type { TeachersDb } from '@rondo/projections/teachers/queries.ts';
import type { Kysely } from 'kysely';
import type { Executed } from '../command-handling/command-handler.ts';

/** Every read model of this release. */
export const allReadModels: readonly ReadModel[] = [
  studiosModel,
  studentsModel,
  teachersModel,
  lessonsModel,
  historyModel,
  reportsModel,
];

/** How long a command waits for the lists that its screen shows. */
const waitMilliseconds = 2000;

/** Waits, two seconds at most, until every read model shows what the log has up to a position. */
export const showsUpTo = (runner: Runner, position: Position): Promise<boolean> =>
  runner.waitFor({ models: allReadModels.map(({ name }) => name), position, milliseconds: waitMilliseconds });

/** Reads the live generation of each model, and waits for it after a command. */
export const readModels = (db: Kysely<unknown>, runner: Runner) => {
  const of = (model: string) => db.withSchema(runner.schemaOf(model));
  return {
    studios: () => of('studios').withTables<StudiosDb>(),
    students: () => of('students').withTables<StudentsDb>(),
    teachers: () => of('teachers').withTables<TeachersDb>(),
    lessons: () => of('lessons').withTables<LessonsDb>(),
    history: () => of('history').withTables<HistoryDb>(),
    reports: () => of('reports').withTables<ReportsDb>(),

    /** True when the named models show what a command appended; false after two seconds. */
    caughtUp: async (executed: Executed<EventCategory>, models: readonly string[]): Promise<boolean> => {
      const { position, category } = executed;
      return position === null || runner.waitFor({ models, category, position, milliseconds: waitMilliseconds });
    },

    /** Waits, two seconds at most, until every named model or reactor has read the log up to a position. */
    reached: (position: Position, models: readonly string[]): Promise<boolean> =>
      runner.waitFor({ models, position, milliseconds: waitMilliseconds }),
  };
};
export type ReadModels = ReturnType<typeof readModels>;
