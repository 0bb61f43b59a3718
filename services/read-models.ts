import type { Runner } from '@rondo/projections/runner/runner.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import type { StudiosDb } from '@rondo/projections/studios/queries.ts';
import type { Kysely } from 'kysely';
import type { EventCategory } from '@rondo/contracts/events/event.ts';
import type { Executed } from './commands/command-handler.ts';

/** Every read model of this release. */
export const allReadModels: readonly ReadModel[] = [studiosModel];

/** How long a command waits for the lists that its screen shows. */
const waitMilliseconds = 2000;

/** Reads the live generation of each model, and waits for it after a command. */
export const readModels = (db: Kysely<unknown>, runner: Runner) => ({
  studios: (): Kysely<StudiosDb> => db.withSchema(runner.schemaOf('studios')).withTables<StudiosDb>(),

  /** True when the named models show what a command appended; false after two seconds. */
  caughtUp: async (executed: Executed<EventCategory>, models: readonly string[]): Promise<boolean> => {
    const { position, category } = executed;
    return position === null || runner.waitFor({ models, category, position, milliseconds: waitMilliseconds });
  },
});
export type ReadModels = ReturnType<typeof readModels>;
