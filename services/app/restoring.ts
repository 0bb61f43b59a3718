import { isGuestStudio } from '../domain/accounts/users.ts';
import { rosterOf } from '../domain/people/roster.ts';
import { schedules } from '../domain/schedule/schedules.ts';
import type { ExpensiveTurns } from '../platform/http/expensive-turns.ts';
import { reportStreams } from '../domain/schedule/reports/report-streams.ts';
import { carryOutRestores } from '../domain/history/restores/carry-out.ts';
import { restorePlanning } from '../domain/history/restores/plan/planning.ts';
import { restoreProgress } from '../domain/history/restores/progress.ts';
import { restorer, restoresReactor } from '../domain/history/restores/restorer.ts';
import { clockOf } from '../domain/studio/clock.ts';
import { studioCommandsOf } from '../domain/studio/commands.ts';
import type { Background } from './background.ts';

/** How long a restore waits for the reactors before it begins. */
const patience = 60_000;

/** Everything that carries out restores. */
export const openRestoring = ({
  services,
  turns,
  report,
}: Background & { readonly turns: Pick<ExpensiveTurns, 'inTurn' | 'inTurnOf'> }) => {
  const { db, store, locks, models, streams } = services;
  const handler = services.handlers.restores;
  const roster = rosterOf(services);
  const progress = restoreProgress(db);
  const reactorsIdle = async (): Promise<boolean> => {
    const position = await store.head();
    const wait = { models: ['removals', 'transfers'], milliseconds: patience };
    return position === null || services.runner.waitFor({ ...wait, position });
  };
  const reports = reportStreams(services);
  const planning = restorePlanning({
    store,
    roster,
    reports,
    studios: studioCommandsOf(services),
    clock: clockOf(services),
    streamsOf: streams.of,
  });
  const carryOutRestore = carryOutRestores({
    store,
    planning,
    schedules: schedules(services),
    roster,
    reports,
    handler,
    progress,
    streamsOf: streams.of,
    reactorsIdle,
    inTurnOf: async (studioId, work) => {
      const isGuest = await isGuestStudio(services, studioId);
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
