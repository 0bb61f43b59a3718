import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { DomainError, Unavailable } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import type { Locks } from '../../../platform/postgres/advisory-locks.ts';
import type { StatusChange } from '../../schedule/feed/feed-sync.ts';
import { absence } from './analysis/identity.ts';
import { applied, believedMissing, nextRead } from './applied.ts';
import {
  dueKey,
  feedsNotDue,
  findApplied,
  isFeedDue,
  listFeedStates,
  noteApplied,
  noteFailure,
  noteUnchanged,
} from './feed-states.ts';
import { FeedPostponed, FeedUnreadable } from './fetching/feed-unreadable.ts';
import { recordedByCalendar } from '../../schedule/time-off/agreement.ts';
import { applyStatuses, statusChanges, type Done } from './sync-commands.ts';
import { analyzeFeed, comparedDays, importedAs, namedStudents, readContent } from './teacher-feeds.ts';

/** The actor of what no person began. */
const calendarActor = 'calendar';
const lookMilliseconds = 15_000;

type DueFeed = { readonly studioId: string; readonly teacherId: string; readonly address: string };

/** What was cancelled or restored in a feed since it was last applied. The first reading only remembers what the feed says. */
export const automaticChanges = (
  { content, analysis, known }: Parameters<typeof nextRead>[1],
  ids: {
    readonly importedAs: (key: string) => string;
    readonly idOf: (lessonId: string, date: IsoDate) => string;
  },
): StatusChange[] => {
  if (known.baseline === null) return [];
  const before = known.baseline;
  // What was gone already was applied then.
  const missed = analysis.missingKeys.filter((key) => before.get(key) !== absence);
  const missedIds = new Set(missed.map(ids.importedAs));
  const missing = believedMissing(content, analysis, known).filter(({ lessonId }) => missedIds.has(lessonId));
  return statusChanges(analysis, missing, ids.idOf).filter(
    ({ key }) => key === null || before.get(key) !== analysis.contents.get(key),
  );
};

type SyncServices = Pick<
  Services,
  'db' | 'handlers' | 'hasAccount' | 'models' | 'settingsOf' | 'now' | 'feedAccess' | 'readFeed'
>;

const applyChanges = async (
  services: SyncServices,
  { studioId, teacherId }: DueFeed,
  read: Parameters<typeof nextRead>[1],
): Promise<Done[]> => {
  const commandId = randomUUID();
  const changes = automaticChanges(read, {
    importedAs: (key) => importedAs(studioId, teacherId, key),
    idOf: (lessonId, date) => derivedId(commandId, `${lessonId} ${date}`),
  });
  if (changes.length === 0) return [];
  const context = { studioId, actor: calendarActor, commandId, correlationId: commandId, causationId: commandId };
  return applyStatuses(services, context, teacherId, {
    automatic: true,
    changes,
    record: await recordedByCalendar(services, studioId),
  });
};

const readAndApply = async (services: SyncServices, feed: DueFeed): Promise<Done[]> => {
  const { studioId, teacherId, address } = feed;
  const [days, known, all] = await Promise.all([
    comparedDays(services, studioId),
    findApplied(services, studioId, teacherId, address),
    listFeedStates(services, studioId),
  ]);
  const last = known.baseline === null ? undefined : applied(all.get(teacherId), address);
  const validators = { etag: last?.etag ?? null, lastModified: last?.last_modified ?? null };
  const content = await readContent(services, address, days, validators);
  if (content === null) {
    await noteUnchanged(services, studioId, teacherId, address);
    return [];
  }
  const students = await namedStudents(services, studioId);
  const analysis = await analyzeFeed(services, studioId, teacherId, { content, students, known, days });
  const done = await applyChanges(services, feed, { content, analysis, known });
  await noteApplied(services, studioId, teacherId, nextRead(address, { content, analysis, known }));
  return done;
};

/** Reads one teacher's feed. A failure is remembered, and the feed is read again later each time; one that was postponed stays due. */
const syncFeed = async (services: SyncServices, feed: DueFeed): Promise<Done[]> => {
  try {
    return await readAndApply(services, feed);
  } catch (error) {
    if (!(error instanceof FeedUnreadable) && !(error instanceof DomainError)) throw error;
    if (!(error instanceof FeedPostponed)) await noteFailure(services, feed.studioId, feed, error.message);
    return [];
  }
};

const dueFeeds = async (services: Pick<Services, 'db' | 'models'>): Promise<DueFeed[]> => {
  const [rows, notDue] = await Promise.all([
    teachersModel.read(services.models).selectFrom('teachers').select(['studio_id', 'teacher_id', 'details']).execute(),
    feedsNotDue(services),
  ]);
  return rows
    .map(({ studio_id, teacher_id, details }) => ({
      studioId: studio_id,
      teacherId: teacher_id,
      address: details.calendarUrl ?? '',
    }))
    .filter(
      ({ studioId, teacherId, address }) =>
        address !== '' &&
        !notDue.has(dueKey(studioId, teacherId, null)) &&
        !notDue.has(dueKey(studioId, teacherId, address)),
    );
};

type AutoSyncParts = {
  readonly services: SyncServices;
  /** One process at a time reads feeds. */
  readonly locks: Pick<Locks, 'hold'>;
  readonly report: (error: unknown) => void;
};

/** Reads the feeds of all studios from time to time and applies what was cancelled or restored in them since. */
export const autoSync = ({ services, locks, report }: AutoSyncParts) => {
  const stopped = new AbortController();
  let running: Promise<void> = Promise.resolve();

  const syncDue = async (): Promise<void> => {
    for (const feed of await dueFeeds(services)) {
      if (stopped.signal.aborted) return;
      // What is written into a studio that is being brought in keeps the rest of it out.
      if (!(await services.hasAccount(feed.studioId))) continue;
      if (await isFeedDue(services, feed.studioId, feed.teacherId, feed.address))
        await syncFeed(services, feed).catch(report);
    }
  };

  const look = async (): Promise<void> => {
    try {
      await locks.hold(['calendar feeds'], syncDue);
    } catch (error) {
      // Another process is reading.
      if (!(error instanceof Unavailable)) report(error);
    }
  };

  const keepLooking = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await delay(lookMilliseconds * (0.5 + Math.random()), undefined, { signal: stopped.signal, ref: false }).catch(
        () => undefined,
      );
      if (!stopped.signal.aborted) await look();
    }
  };

  return {
    sync: (feed: DueFeed): Promise<Done[]> => syncFeed(services, feed),
    /** Reads the feeds that are due, once. */
    look,
    watch: (): void => {
      running = keepLooking();
    },
    stop: async (): Promise<void> => {
      stopped.abort();
      await running;
    },
  };
};
