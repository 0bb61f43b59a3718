import {
  revokeStudentCalendar,
  revokeTeacherCalendar,
  shareStudentCalendar,
  shareTeacherCalendar,
  type SharedCalendar,
} from '@rondo/contracts/api/sharing.ts';
import type { Request } from 'express';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { ReadModels } from '../../../platform/models/read-models.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import type { Roster } from '../../people/roster.ts';
import type { Schedules } from '../../schedule/schedules.ts';
import type { Feeds } from './feeds.ts';
import type { FeedFetches } from './fetches.ts';
import type { Subscriber } from './subscriber.ts';
import type { FeedTokens, LastFetch } from './tokens.ts';

export type SharingDependencies = {
  readonly tokens: FeedTokens;
  readonly feeds: Feeds;
  readonly fetches: FeedFetches;
  readonly roster: Roster;
  readonly schedules: Pick<Schedules, 'load'>;
  readonly models: ReadModels;
  /** The end of the log. */
  readonly head: () => Promise<Position | null>;
  readonly publicUrl: string | undefined;
};

/** The address of a calendar, below the public one or the one that the request came to. */
const addressOf = (publicUrl: string | undefined, request: Request, token: string): string =>
  `${(publicUrl ?? `${request.protocol}://${request.get('host') ?? 'localhost'}`).replace(/\/+$/, '')}/feeds/${token}.ics`;

/** The addresses of a studio's shared student calendars, by student. */
export const studentAddresses =
  ({ tokens, publicUrl }: Pick<SharingDependencies, 'tokens' | 'publicUrl'>) =>
  async (studioId: string, request: Request): Promise<(studentId: string) => string | null> => {
    const live = await tokens.ofStudents(studioId);
    return (studentId) => {
      const token = live.get(studentId);
      return token === undefined ? null : addressOf(publicUrl, request, token);
    };
  };

/** Sharing calendars and ending it. Nothing of it is an event: an address can be neither undone nor restored. */
export const sharingRoutes = (dependencies: SharingDependencies): Route[] => {
  const { tokens, feeds, fetches, roster, schedules, models, head, publicUrl } = dependencies;

  const lastFetch = async (subscriber: Subscriber): Promise<LastFetch | null> => {
    const live = await tokens.fetches(subscriber);
    const all = live.flatMap(({ hash, last }) => [last, fetches.unwritten(hash)].flatMap((one) => one ?? []));
    return all.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0] ?? null;
  };

  const changedSince = async (subscriber: Subscriber, last: LastFetch): Promise<boolean> => {
    const position = await head();
    if (position !== null) await models.reached(position, [{ name: 'feeds' }]);
    const feed = await feeds.current(subscriber);
    return feed !== undefined && feed.changedAt > last.at;
  };

  const share = async (subscriber: Subscriber, request: Request): Promise<SharedCalendar> => {
    const token = await tokens.share(subscriber);
    const last = await lastFetch(subscriber);
    return {
      subscribableUrl: addressOf(publicUrl, request, token),
      lastFetchedAt: last?.at ?? null,
      lastFetchedBy: last?.by ?? null,
      changedSince: last !== null && (await changedSince(subscriber, last)),
    };
  };

  const refuseWithoutLessons = async ({ studioId, personId }: Subscriber): Promise<void> => {
    const { state } = await schedules.load(studioId, personId);
    if ([...state.lessons.values()].some(({ source }) => source === 'optimized')) return;
    throw new RuleBroken('This teacher has no optimized lessons in their schedule.', { title: 'No lessons to sync' });
  };

  return [
    route(shareStudentCalendar, async ({ params: { id } }, { actor: { studioId }, request }) => {
      await roster.student(studioId, id);
      return share({ kind: 'student', studioId, personId: id }, request);
    }),
    route(revokeStudentCalendar, async ({ params: { id } }, { actor: { studioId } }) => {
      await roster.everStudent(studioId, id);
      await tokens.revoke({ kind: 'student', studioId, personId: id });
      return { success: true };
    }),
    route(shareTeacherCalendar, async ({ params: { id } }, { actor: { studioId }, request }) => {
      await roster.teacher(studioId, id);
      const subscriber: Subscriber = { kind: 'teacher', studioId, personId: id };
      if (!(await tokens.isShared(subscriber))) await refuseWithoutLessons(subscriber);
      return share(subscriber, request);
    }),
    route(revokeTeacherCalendar, async ({ params: { id } }, { actor: { studioId } }) => {
      await roster.everTeacher(studioId, id);
      await tokens.revoke({ kind: 'teacher', studioId, personId: id });
      return { success: true };
    }),
  ];
};
