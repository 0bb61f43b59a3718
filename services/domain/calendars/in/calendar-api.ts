import {
  listSyncStates,
  replaceAllAppointments,
  setAutoSync,
  syncAllCalendars,
  syncCancellations,
  tieCalendarName,
  type ReadFeed,
  type SyncState,
} from '@rondo/contracts/api/calendars/calendar-sync.ts';
import type { UpdatingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { DomainError, NotFound } from '../../../platform/kit/errors.ts';
import { answered, withBatch } from '../../../platform/http/answer.ts';
import { traceRefusal } from '../../../platform/http/problem.ts';
import { route, type RequestContext, type Route } from '../../../platform/http/route.ts';
import { boundedQueue } from '../../../platform/kit/bounded-queue.ts';
import type { Services } from '../../../platform/kit/services.ts';
import type { Locks } from '../../../platform/postgres/advisory-locks.ts';
import { loadStudent, loadTeacher } from '../../people/roster.ts';
import { lessonTitles } from '../../schedule/lookup/student-times.ts';
import { calendarStream, loadCalendar, tieName } from './state.ts';
import {
  autoSyncInterval,
  enableAutoSync,
  findApplied,
  listFeedStates,
  noteApplied,
  noteFailure,
  type FeedState,
} from './feed-states.ts';
import { FeedPostponed, FeedUnreadable } from './fetching/feed-unreadable.ts';
import { applied, believedMissing, nextRead } from './applied.ts';
import { recordedByCalendar } from '../../schedule/time-off/agreement.ts';
import { applyStatuses, countOf, replaceRows, statusChanges, type Done } from './sync-commands.ts';
import {
  analyzeFeed,
  comparedDays,
  listFeeds,
  namedStudents,
  readContent,
  type Days,
  type ReadContent,
  type TeacherFeed,
} from './teacher-feeds.ts';
import { analysisView, failedView, messageOf } from './views.ts';

declare module '../../../platform/kit/services.ts' {
  interface Services {
    /** Held by one replacement or syncing of a teacher's calendar at a time. */
    readonly calendarLocks: Locks;
  }
}

const feedsAtOnce = 4;

const stateView = (teacherId: string, state: FeedState | undefined): SyncState => ({
  teacherId,
  lastSyncAt: state?.last_sync_at ?? null,
  lastEventHash: state?.event_hash ?? null,
  syncEnabled: state?.sync_enabled ?? true,
  autoSyncInterval,
  errorCount: state?.error_count ?? 0,
  lastError: state?.last_error ?? null,
  nextSyncAt: state?.sync_enabled === true ? state.next_at : null,
});

/** Why a teacher's feed could not be used. @throws any other error */
const reasonOf = (error: unknown): string => {
  if (error instanceof FeedUnreadable || error instanceof DomainError) return error.message;
  throw error;
};

/** Reading teachers' calendar feeds. Feeds are fetched without a turn of the request; comparing and applying takes one. */
export const calendarRoutes = (services: Services): Route[] => {
  const { handlers, models, calendarLocks } = services;
  const { inTurn } = services.turns;

  /** Does something for every teacher with a calendar, some at once; a failure of one does not affect the others. */
  const forEach = async <T>(
    studioId: string,
    work: (feed: TeacherFeed, days: Days) => Promise<T>,
    failing: (feed: TeacherFeed, detail: string) => T,
  ): Promise<T[]> => {
    // Refused as a whole when the server is too busy to begin.
    const [all, days] = await inTurn(() =>
      Promise.all([listFeeds(services, studioId), comparedDays(services, studioId)]),
    );
    const atOnce = boundedQueue({ atOnce: feedsAtOnce, waiting: Infinity, full: () => new Error('Too many feeds.') });
    return Promise.all(
      all.map((feed) => atOnce(() => work(feed, days).catch((error: unknown) => failing(feed, reasonOf(error))))),
    );
  };

  const contentOf = async ({ address }: TeacherFeed, days: Days): Promise<ReadContent> => {
    const content = await readContent(services, address, days);
    if (content === null) throw new FeedUnreadable('The calendar’s server sent nothing.');
    return content;
  };

  /** A feed beside the schedule as it is now, and what was applied of the feed before. */
  const compared = async (studioId: string, { teacherId, address }: TeacherFeed, days: Days, content: ReadContent) => {
    const [known, students] = await Promise.all([
      findApplied(services, studioId, teacherId, address),
      namedStudents(services, studioId),
    ]);
    const analysis = await analyzeFeed(services, studioId, teacherId, { content, students, known, days });
    return { content, known, analysis };
  };

  type ToApply = Awaited<ReturnType<typeof compared>> & { readonly days: Days };

  /** What syncing statuses changes. Events that are gone count only if their absence is believed. */
  const changesOf = (
    teacherId: string,
    { content, analysis, known }: Pick<ToApply, 'content' | 'analysis' | 'known'>,
    commandId: string,
  ) =>
    statusChanges(analysis, believedMissing(content, analysis, known), (lessonId, date) =>
      derivedId(commandId, `${teacherId} ${lessonId} ${date}`),
    );

  /** Applies every teacher's feed, and remembers what was applied. @param isConfirmed a person has seen what is missing */
  const applyEach = async (
    context: RequestContext<UpdatingEndpoint>,
    isConfirmed: boolean,
    apply: (command: CommandContext, feed: TeacherFeed, read: ToApply) => Promise<Done[]>,
  ) => {
    const { command, endpoint, request } = context;
    const { studioId } = command;
    const results = await forEach<{ done: Done[]; failed: { teacherId: string; detail: string } | null }>(
      studioId,
      async (feed, days) => {
        try {
          const content = await contentOf(feed, days);
          // Two readings with other events would each undo what the other does.
          const done = await calendarLocks.hold([`calendar of ${studioId} ${feed.teacherId}`], () =>
            inTurn(async () => {
              const read = await compared(studioId, feed, days, content);
              const executed = await apply(command, feed, { ...read, days });
              await noteApplied(services, studioId, feed.teacherId, nextRead(feed.address, { ...read, isConfirmed }));
              return executed;
            }, true),
          );
          return { done, failed: null };
        } catch (error) {
          traceRefusal(request, error);
          if (error instanceof FeedUnreadable && !(error instanceof FeedPostponed))
            await noteFailure(services, studioId, feed, error.message);
          throw error;
        }
      },
      ({ teacherId }, detail) => ({ done: [], failed: { teacherId, detail } }),
    );
    const done = results.flatMap((result) => result.done);
    await Promise.all(done.map((one) => models.isVisible(one, endpoint)));
    const batchId = countOf(done, 'CalendarSynced', 'CalendarReplaced') > 0 ? command.commandId : null;
    return { batchId, done, failed: results.flatMap((result) => result.failed ?? []) };
  };

  const ties = async (studioId: string, all: readonly TeacherFeed[], names: ReadonlyMap<string, string>) =>
    (
      await Promise.all(
        all.map(async ({ teacherId }) => {
          const tied = (await loadCalendar(services, studioId, teacherId)).ties;
          return [...tied.values()].flatMap(({ name, studentId: id }) => {
            const student = id === null ? undefined : names.get(id);
            return id === null || student === undefined ? [] : [{ teacherId, name, student: { id, name: student } }];
          });
        }),
      )
    ).flat();

  return [
    route(syncAllCalendars, async (_, { actor: { studioId }, command: { commandId } }) => {
      const [all, students, titleOf] = await Promise.all([
        listFeeds(services, studioId),
        namedStudents(services, studioId),
        lessonTitles(services, studioId),
      ]);
      const names = new Map(students.map((one) => [one.studentId, `${one.firstName} ${one.lastName}`.trim()]));
      const naming = { titleOf, studentName: (id: string) => names.get(id) ?? '' };
      const empty = { calendarEvents: [], vanished: [], removed: [], unknownNames: [] };
      const read = await forEach<Omit<Awaited<ReturnType<typeof analysisView>>, 'feed'> & { feed: ReadFeed }>(
        studioId,
        async (feed, days) => {
          const content = await contentOf(feed, days);
          return inTurn(async () => {
            const read = await compared(studioId, feed, days, content);
            const changes = changesOf(feed.teacherId, read, commandId);
            return analysisView({ feed, changes, ...read }, days, naming);
          }, true);
        },
        (feed, detail) => ({ ...empty, feed: failedView(feed, detail) }),
      );
      return {
        ...messageOf(read.map(({ feed }) => feed)),
        calendarEvents: read.flatMap(({ calendarEvents }) => calendarEvents),
        vanished: read.flatMap(({ vanished }) => vanished),
        removed: read.flatMap(({ removed }) => removed),
        unknownNames: read.flatMap(({ unknownNames }) => unknownNames),
        tiedNames: await ties(studioId, all, names),
        feeds: read.map(({ feed }) => feed),
      };
    }),
    route(syncCancellations, async (_, context) => {
      const { batchId, done, failed } = await applyEach(context, false, async (command, { teacherId }, toApply) => {
        const changes = changesOf(teacherId, toApply, command.commandId);
        return applyStatuses(services, command, teacherId, {
          automatic: false,
          changes,
          record: await recordedByCalendar(services, context.actor.studioId),
        });
      });
      const updatedCount = countOf(done, 'LessonCancelled', 'LessonRestored');
      return withBatch(batchId, { success: true, updatedCount, failed });
    }),
    route(replaceAllAppointments, async (_, context) => {
      const { batchId, done, failed } = await applyEach(context, true, (command, { teacherId }, { analysis, days }) =>
        replaceRows(services, command, teacherId, { analysis, days }),
      );
      return withBatch(batchId, {
        success: true,
        importedCount: countOf(done, 'LessonCreated', 'LessonEdited'),
        removedCount: countOf(done, 'LessonDeleted'),
        failed,
      });
    }),
    route(tieCalendarName, async ({ body: { teacherId, name, studentId } }, context) => {
      const { studioId } = context.actor;
      await loadTeacher(services, studioId, teacherId);
      if (studentId !== null) await loadStudent(services, studioId, studentId);
      const executed = await handlers.calendar.execute(calendarStream(studioId, teacherId), context.command, {
        input: { teacherId, name, studentId },
        decide: tieName({ name, studentId }),
      });
      return answered(services, context, { executed, id: teacherId, read: async () => ({ success: true }) });
    }),
    route(listSyncStates, async (_, { actor: { studioId } }) => {
      const [all, known] = await Promise.all([listFeeds(services, studioId), listFeedStates(services, studioId)]);
      return all.map(({ teacherId, address }) => stateView(teacherId, applied(known.get(teacherId), address)));
    }),
    route(setAutoSync, async ({ params: { id }, body: { syncEnabled } }, { actor: { studioId } }) => {
      await loadTeacher(services, studioId, id);
      const feed = (await listFeeds(services, studioId)).find(({ teacherId }) => teacherId === id);
      if (!feed) throw new NotFound('This teacher has no calendar address.');
      await enableAutoSync(services, studioId, id, syncEnabled);
      return stateView(id, applied((await listFeedStates(services, studioId)).get(id), feed.address));
    }),
  ];
};
