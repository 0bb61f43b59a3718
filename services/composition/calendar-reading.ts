import { preparedDialect } from '@rondo/projections/postgres/prepared.ts';
import type { Runner } from '@rondo/projections/runner/runner.ts';
import { Kysely } from 'kysely';
import { autoSync } from '../calendar-sync/auto-sync.ts';
import { calendarAggregate } from '../calendar-sync/calendar-stream.ts';
import { feedStates } from '../calendar-sync/feed-states.ts';
import { feedHosts } from '../calendar-sync/fetching/feed-hosts.ts';
import { addressPolicy } from '../calendar-sync/fetching/address-policy.ts';
import { feedReader } from '../calendar-sync/reading/feed-reader.ts';
import { syncCommands } from '../calendar-sync/sync-commands.ts';
import { teacherFeeds } from '../calendar-sync/teacher-feeds.ts';
import { commandHandler, type CommandDependencies } from '../command-handling/command-handler.ts';
import { advisoryLocks } from '../postgres/advisory-locks.ts';
import { readModels } from '../read-side/read-models.ts';
import type { Schedules } from '../schedule/schedules.ts';
import { studioClock } from '../studio-settings/clock.ts';
import type { StudioSizes } from '../studio-sizes/studio-sizes.ts';
import type { Config } from './config.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Everything that reads teachers' calendar feeds. */
export const openCalendarReading = ({
  infrastructure: { connectionString, pool, store },
  services: { commands, schedules },
  runner,
  sizes,
  config,
  report,
}: {
  readonly infrastructure: Pick<Infrastructure, 'connectionString' | 'pool' | 'store'>;
  readonly services: { readonly commands: CommandDependencies; readonly schedules: Schedules };
  readonly runner: Runner;
  readonly sizes: StudioSizes;
  readonly config: Pick<Config, 'FEEDS_ALLOW_PRIVATE' | 'FEED_REQUESTS_TO_STRANGERS' | 'now'>;
  readonly report: (error: unknown) => void;
}) => {
  const db = new Kysely<unknown>({ dialect: preparedDialect(pool) });
  const models = readModels(db, runner, () => store.head());
  const handler = commandHandler(calendarAggregate, commands);
  const states = feedStates(db);
  const hosts = feedHosts(db, config.FEED_REQUESTS_TO_STRANGERS);
  const feeds = teacherFeeds({
    models,
    schedules,
    clock: studioClock(models, config.now),
    handler,
    policy: addressPolicy({ allowsPrivate: config.FEEDS_ALLOW_PRIVATE }),
    hosts,
    reader: feedReader(),
  });
  const syncing = syncCommands({ schedules, sizes });
  // The lock is held while feeds are read, so that it must not take the connections of commands.
  const reading = advisoryLocks({ connectionString, connections: 1 });
  // A second call for the same waits for it: a replacement of 2,000 rows takes seconds.
  const locks = advisoryLocks({ connectionString, connections: 2, patience: 30_000 });
  const automatic = autoSync({ feeds, commands: syncing, states, models, locks: reading, report });
  return {
    feeds,
    hosts,
    commands: syncing,
    states,
    handler,
    locks,
    automatic,
    stop: async (): Promise<void> => {
      await automatic.stop();
      await reading.close();
      await locks.close();
    },
  };
};
export type CalendarReading = ReturnType<typeof openCalendarReading>;
