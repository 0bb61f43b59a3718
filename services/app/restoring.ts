import { preparedDialect } from '@rondo/projections/postgres/prepared.ts';
import { Kysely } from 'kysely';
import { users } from '../domain/accounts/users.ts';
import { commandHandler } from '../platform/commands/command-handler.ts';
import { streamsOf } from '../platform/postgres/stream-registry.ts';
import type { ExpensiveTurns } from '../platform/http/expensive-turns.ts';
import { readModels } from '../platform/models/read-models.ts';
import { reportStreams } from '../domain/schedule/reports/report-streams.ts';
import { carryOutRestores } from '../domain/history/restores/carry-out.ts';
import { restorePlanning } from '../domain/history/restores/plan/planning.ts';
import { restoreProgress } from '../domain/history/restores/progress.ts';
import { restoresAggregate } from '../domain/history/restores/restore-stream.ts';
import { restorer, restoresReactor } from '../domain/history/restores/restorer.ts';
import { studioClock } from '../domain/studio/clock.ts';
import { studioCommands } from '../domain/studio/commands.ts';
import type { Background } from './background.ts';

/** How long a restore waits for the reactors before it begins. */
const patience = 60_000;

/** Everything that carries out restores. */
export const openRestoring = ({
  infrastructure: { db, pool, store, locks },
  services: { commands, schedules, roster },
  runner,
  config,
  turns,
  report,
}: Background & { readonly turns: Pick<ExpensiveTurns, 'inTurn' | 'inTurnOf'> }) => {
  const models = readModels(new Kysely<unknown>({ dialect: preparedDialect(pool) }), runner, () => store.head());
  const handler = commandHandler(restoresAggregate, commands);
  const progress = restoreProgress(db);
  const accounts = users(db);
  const reactorsIdle = async (): Promise<boolean> => {
    const position = await store.head();
    const wait = { models: ['removals', 'transfers'], milliseconds: patience };
    return position === null || runner.waitFor({ ...wait, position });
  };
  const reports = reportStreams(commands);
  const planning = restorePlanning({
    store,
    roster,
    reports,
    studios: studioCommands(commands, models),
    clock: studioClock(models, config.now),
    streamsOf: streamsOf(db),
  });
  const carryOutRestore = carryOutRestores({
    store,
    planning,
    schedules,
    roster,
    reports,
    handler,
    progress,
    streamsOf: streamsOf(db),
    reactorsIdle,
    inTurnOf: async (studioId, work) => {
      const isGuest = (await accounts.find(studioId))?.isGuest === true;
      return turns.inTurnOf({ studioId, isGuest }, work);
    },
  });
  const carriesOut = restorer({ carryOutRestore, locks, report });
  return {
    handler,
    progress,
    planning,
    inTurn: turns.inTurn,
    restorer: carriesOut,
    /** Carries out the restores of this database from now on. */
    watch: (): void => carriesOut.watch(restoresReactor(carriesOut.begin), models),
  };
};
export type Restoring = ReturnType<typeof openRestoring>;
