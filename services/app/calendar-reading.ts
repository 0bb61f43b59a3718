import { autoSync } from '../domain/calendars/in/auto-sync.ts';
import { feedStates } from '../domain/calendars/in/feed-states.ts';
import { feedHosts } from '../domain/calendars/in/fetching/feed-hosts.ts';
import { addressPolicy } from '../domain/calendars/in/fetching/address-policy.ts';
import { feedReader } from '../domain/calendars/in/reading/feed-reader.ts';
import { syncCommands } from '../domain/calendars/in/sync-commands.ts';
import { teacherFeeds } from '../domain/calendars/in/teacher-feeds.ts';
import { advisoryLocks } from '../platform/postgres/advisory-locks.ts';
import { schedules as schedulesOf } from '../domain/schedule/schedules.ts';
import { clockOf } from '../domain/studio/clock.ts';
import type { Services } from '../platform/kit/services.ts';
import type { Config } from './config/config.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Everything that reads teachers' calendar feeds. */
export const openCalendarReading = ({
  infrastructure: { connectionString },
  services,
  config,
  report,
}: {
  readonly infrastructure: Pick<Infrastructure, 'connectionString'>;
  readonly services: Pick<Services, 'db' | 'store' | 'models' | 'handlers' | 'sizes' | 'settingsOf' | 'now'>;
  readonly config: Pick<Config, 'FEEDS_ALLOW_PRIVATE' | 'FEED_REQUESTS_TO_STRANGERS'>;
  readonly report: (error: unknown) => void;
}) => {
  const { db, models, sizes } = services;
  const handler = services.handlers.calendar;
  const schedules = schedulesOf(services);
  const states = feedStates(db);
  const hosts = feedHosts(db, config.FEED_REQUESTS_TO_STRANGERS);
  const feeds = teacherFeeds({
    models,
    schedules,
    clock: clockOf(services),
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
