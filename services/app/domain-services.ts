import { scheduleEvents } from '@rondo/contracts/events/schedule.ts';
import { erasure } from '../domain/accounts/erasure/erasure.ts';
import { registerStreams, streamRegistry, streamsIn, streamsOf } from '../platform/postgres/stream-registry.ts';
import { preparedDialect } from '@rondo/projections/postgres/prepared.ts';
import { Kysely } from 'kysely';
import { users } from '../domain/accounts/users.ts';
import { feedStates } from '../domain/calendars/in/feed-states.ts';
import { openPrinter } from '../domain/billing/pdf/printer.ts';
import type { CommandDependencies } from '../platform/commands/command-handler.ts';
import { snapshotTable } from '../platform/commands/snapshot-table.ts';
import { snapshotCache } from '../platform/commands/snapshots.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { InTurn } from '../platform/http/expensive-turns.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { OpenedMaps } from '../platform/maps/open-maps.ts';
import { behindTheLoop } from '../platform/kit/thread-niceness.ts';
import { waitingMails, type Undelivered } from '../platform/mail/waiting-mails.ts';
import { momentTable } from '../platform/models/moments/moment-storage.ts';
import { openMoments } from '../platform/models/moments/moments.ts';
import { openOptimizerPool } from '../optimizer/threads/pool.ts';
import { roster } from '../domain/people/roster.ts';
import { schedules as allSchedules } from '../domain/schedule/schedules.ts';
import { studentTimes } from '../domain/schedule/lookup/student-times.ts';

/** The write side's services, over the log and the database, for routes and reactors. `report` receives best-effort failures. */
export const domainServices = (
  { db, pool, projecting, store, locks }: Infrastructure,
  {
    mailer,
    maps,
    report,
    undelivered,
    inTurn,
  }: {
    mailer: Mailer;
    maps: OpenedMaps['cache'];
    inTurn: InTurn;
    report: (error: Error) => void;
    /** Told when a mail about an account could not be delivered. */
    undelivered: (what: Undelivered) => void;
  },
) => {
  const snapshots = snapshotCache(snapshotTable(db), report);
  const commands: CommandDependencies = { store, registry: streamRegistry(db), snapshots };
  const schedules = allSchedules(commands);
  const moments = openMoments({ store, streamsOf: streamsOf(db), storage: momentTable(db), report, inTurn });
  return {
    commands,
    registerStreams: (studioId: string, streams: readonly string[]) => registerStreams(db, studioId, streams),
    snapshots,
    maps,
    mailer,
    waitingMails: waitingMails({
      mailer,
      isWanted: async ({ owner }) => (await users(db).find(owner)) !== undefined,
      report: undelivered,
    }),
    moments,
    optimizer: openOptimizerPool({ niceness: behindTheLoop }),
    printer: openPrinter({ niceness: behindTheLoop }),
    roster: roster(commands),
    schedules,
    times: studentTimes({ schedules, locks, teachersOf: streamsIn(db, scheduleEvents) }),
    erasure: erasure({
      db,
      projecting,
      store,
      eraseMapsCache: maps.eraseStudio,
      forgetMoments: moments.forget,
      forgetMails: mailer.forget,
      forgetFeeds: feedStates(new Kysely<unknown>({ dialect: preparedDialect(pool) })).eraseStudio,
    }),
  };
};
export type DomainServices = ReturnType<typeof domainServices>;
