import {
  listSyncStates,
  replaceAllAppointments,
  setAutoSync,
  syncAllCalendars,
  syncCancellations,
  tieCalendarName,
  type ReadFeed,
  type SyncState,
} from '@rondo/contracts/api/calendar-sync.ts';
import type { UpdatingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { DomainError, NotFound } from '../../../platform/kit/errors.ts';
import { answerFrom, withBatch } from '../../../platform/http/answer.ts';
import type { InTurn } from '../../../platform/http/expensive-turns.ts';
import { traceRefusal } from '../../../platform/http/problem.ts';
import { route, type RequestContext, type Route } from '../../../platform/http/route.ts';
import { boundedQueue } from '../../../platform/kit/bounded-queue.ts';
import type { Locks } from '../../../platform/postgres/advisory-locks.ts';
import type { ReadModels } from '../../../platform/models/read-models.ts';
import type { Roster } from '../../people/roster.ts';
import { tieName, type CalendarHandler } from './calendar-stream.ts';
import { autoSyncInterval, type FeedState, type FeedStates } from './feed-states.ts';
import { FeedPostponed, FeedUnreadable } from './fetching/feed-unreadable.ts';
import { applied, believedMissing, nextRead } from './applied.ts';
import { countOf, statusChanges, type Done, type SyncCommands } from './sync-commands.ts';
import type { Days, ReadContent, TeacherFeed, TeacherFeeds } from './teacher-feeds.ts';
import { analysisView, failedView, messageOf } from './views.ts';

export type CalendarRouteDependencies = {
  readonly feeds: TeacherFeeds;
  readonly commands: SyncCommands;
  readonly states: FeedStates;
  readonly handler: CalendarHandler;
  readonly roster: Roster;
  readonly models: ReadModels;
  /** One replacement or syncing of a teacher's calendar at a time. */
  readonly locks: Pick<Locks, 'hold'>;
  /** Compares and applies in a turn of the request; feeds are fetched without one. */
  readonly inTurn: InTurn;
  /** Display names of lessons. */
  readonly titles: (studioId: string) => Promise<(lesson: Lesson) => string>;
};

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

/** Reading teachers' calendar feeds. */
export const calendarRoutes = (dependencies: CalendarRouteDependencies): Route[] => {
  const { feeds, commands, states, handler, roster, models, locks, inTurn, titles } = dependencies;

  /** Does something for every teacher with a calendar, some at once; a failure of one does not affect the others. */
  const forEach = async <T>(
    studioId: string,
    work: (feed: TeacherFeed, days: Days) => Promise<T>,
    failing: (feed: TeacherFeed, detail: string) => T,
  ): Promise<T[]> => {
    // Refused as a whole when the server is too busy to begin.
    const [all, days] = await inTurn(() => Promise.all([feeds.list(studioId), feeds.days(studioId)]));
    const atOnce = boundedQueue({ atOnce: feedsAtOnce, waiting: Infinity, full: () => new Error('Too many feeds.') });
    return Promise.all(
      all.map((feed) => atOnce(() => work(feed, days).catch((error: unknown) => failing(feed, reasonOf(error))))),
    );
  };

  const contentOf = async ({ address }: TeacherFeed, days: Days): Promise<ReadContent> => {
    const content = await feeds.read(address, days);
    if (content === null) throw new FeedUnreadable('The calendar’s server sent nothing.');
    return content;
  };

  /** A feed beside the schedule as it is now, and what was applied of the feed before. */
  const compared = async (studioId: string, { teacherId, address }: TeacherFeed, days: Days, content: ReadContent) => {
    const [known, students] = await Promise.all([
      states.applied(studioId, teacherId, address),
      feeds.students(studioId),
    ]);
    return {
      content,
      known,
      analysis: await feeds.analysis(studioId, teacherId, content, { ...days, students, known }),
    };
  };

  type ToApply = Awaited<ReturnType<typeof compared>> & { readonly days: Days };

  /** What syncing statuses changes. Events that are gone count only if their absence is believed. */
  const changesOf = (
    teacherId: string,
    { content, analysis, known }: Pick<ToApply, 'content' | 'analysis' | 'known'>,
    commandId: string,
  ) => {
    return statusChanges(analysis, believedMissing(content, analysis, known), (lessonId, date) =>
      derivedId(commandId, `${teacherId} ${lessonId} ${date}`),
    );
  };

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
          const done = await locks.hold([`calendar of ${studioId} ${feed.teacherId}`], () =>
            inTurn(async () => {
              const read = await compared(studioId, feed, days, content);
              const applied = await apply(command, feed, { ...read, days });
              await states.succeeded(studioId, feed.teacherId, nextRead(feed.address, { ...read, isConfirmed }));
              return applied;
            }, true),
          );
          return { done, failed: null };
        } catch (error) {
          traceRefusal(request, error);
          if (error instanceof FeedUnreadable && !(error instanceof FeedPostponed))
            await states.failed(studioId, feed.teacherId, feed.address, error.message);
          throw error;
        }
      },
      ({ teacherId }, detail) => ({ done: [], failed: { teacherId, detail } }),
    );
    const done = results.flatMap((result) => result.done);
    await Promise.all(done.map((one) => models.shown(one, endpoint)));
    const batchId = countOf(done, 'CalendarSynced', 'CalendarReplaced') > 0 ? command.commandId : null;
    return { batchId, done, failed: results.flatMap((result) => result.failed ?? []) };
  };

  const ties = async (studioId: string, all: readonly TeacherFeed[], names: ReadonlyMap<string, string>) =>
    (
      await Promise.all(
        all.map(async ({ teacherId }) => {
          const state = await feeds.stateOf(studioId, teacherId);
          return [...state.ties.values()].flatMap(({ name, studentId: id }) => {
            const student = id === null ? undefined : names.get(id);
            return id === null || student === undefined ? [] : [{ teacherId, name, student: { id, name: student } }];
          });
        }),
      )
    ).flat();

  return [
    route(syncAllCalendars, async (_, { actor: { studioId }, command: { commandId } }) => {
      const [all, students, titleOf] = await Promise.all([
        feeds.list(studioId),
        feeds.students(studioId),
        titles(studioId),
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
      const { batchId, done, failed } = await applyEach(context, false, (command, { teacherId }, toApply) => {
        const changes = changesOf(teacherId, toApply, command.commandId);
        return commands.syncStatuses(command, teacherId, { automatic: false, changes });
      });
      const updatedCount = countOf(done, 'LessonCancelled', 'LessonRestored');
      return withBatch(batchId, { success: true, updatedCount, failed });
    }),
    route(replaceAllAppointments, async (_, context) => {
      const { batchId, done, failed } = await applyEach(context, true, (command, { teacherId }, { analysis, days }) =>
        commands.replace(command, teacherId, { analysis, days }),
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
      await roster.teacher(studioId, teacherId);
      if (studentId !== null) await roster.student(studioId, studentId);
      const executed = await handler.execute(feeds.streamOf(studioId, teacherId), context.command, {
        input: { teacherId, name, studentId },
        decide: tieName({ name, studentId }),
      });
      return answerFrom(context, models, { executed, id: teacherId, read: async () => ({ success: true }) });
    }),
    route(listSyncStates, async (_, { actor: { studioId } }) => {
      const [all, known] = await Promise.all([feeds.list(studioId), states.list(studioId)]);
      return all.map(({ teacherId, address }) => stateView(teacherId, applied(known.get(teacherId), address)));
    }),
    route(setAutoSync, async ({ params: { id }, body: { syncEnabled } }, { actor: { studioId } }) => {
      await roster.teacher(studioId, id);
      const feed = (await feeds.list(studioId)).find(({ teacherId }) => teacherId === id);
      if (!feed) throw new NotFound('This teacher has no calendar address.');
      await states.setEnabled(studioId, id, syncEnabled);
      return stateView(id, applied((await states.list(studioId)).get(id), feed.address));
    }),
  ];
};
