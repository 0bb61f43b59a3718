import {
  revokeStudentCalendar,
  revokeTeacherCalendar,
  shareStudentCalendar,
  shareTeacherCalendar,
  type SharedCalendar,
} from '@rondo/contracts/api/calendars/sharing.ts';
import { feedsModel } from '@rondo/projections/feeds/project.ts';
import type { Request } from 'express';
import { route, type Route } from '../../../platform/http/route.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { loadStudent, loadTeacher, refuseUnknownStudent, refuseUnknownTeacher } from '../../people/roster.ts';
import { loadSchedule } from '../../schedule/schedules.ts';
import { currentFeed } from './feeds.ts';
import {
  isShared,
  revokeTokens,
  shareToken,
  tokensOfStudents,
  writtenFetches,
  type LastFetch,
  type Subscriber,
} from './tokens.ts';

/** The address of a calendar, below the public one or the one that the request came to. */
const addressOf = ({ settings }: Pick<Services, 'settings'>, request: Request, token: string): string =>
  `${(settings.PUBLIC_URL ?? `${request.protocol}://${request.get('host') ?? 'localhost'}`).replace(/\/+$/, '')}/feeds/${token}.ics`;

/** The addresses of a studio's shared student calendars, by student. */
export const studentAddresses = async (
  services: Pick<Services, 'db' | 'feedKey' | 'settings'>,
  studioId: string,
  request: Request,
): Promise<(studentId: string) => string | null> => {
  const tokens = await tokensOfStudents(services, studioId);
  return (studentId) => {
    const token = tokens.get(studentId);
    return token === undefined ? null : addressOf(services, request, token);
  };
};

type FetchServices = Pick<Services, 'db' | 'feedFetches'>;

const latest = ({ feedFetches }: FetchServices, live: Awaited<ReturnType<typeof writtenFetches>>): LastFetch | null => {
  const all = live.flatMap(({ hash, last }) => [last, feedFetches.unwritten(hash)].flatMap((one) => one ?? []));
  return all.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0] ?? null;
};

const lastFetch = async (services: FetchServices, subscriber: Subscriber): Promise<LastFetch | null> =>
  latest(services, await writtenFetches(services, subscriber));

/** When each calendar of a student that is shared was last read. */
export const lastReads = async (services: FetchServices, studioId: string) => {
  const live = Map.groupBy(await writtenFetches(services, { kind: 'student', studioId }), ({ personId }) => personId);
  return new Map(
    [...live].map(([studentId, fetches]) => {
      const last = latest(services, fetches);
      return [studentId, { lastFetchedAt: last?.at ?? null, lastFetchedBy: last?.by ?? null }];
    }),
  );
};

const changedSince = async (services: Services, subscriber: Subscriber, last: LastFetch): Promise<boolean> => {
  const position = await services.store.head();
  if (position !== null) await services.models.reached(position, [feedsModel]);
  const feed = await currentFeed(services, subscriber);
  return feed !== undefined && feed.changedAt > last.at;
};

const refuseWithoutLessons = async (
  services: Pick<Services, 'handlers'>,
  { studioId, personId }: Subscriber,
): Promise<void> => {
  const { state } = await loadSchedule(services, studioId, personId);
  if ([...state.lessons.values()].some(({ source }) => source === 'optimized')) return;
  throw new RuleBroken('This teacher has no optimized lessons in their schedule.', { title: 'No lessons to sync' });
};

/** Sharing calendars and ending it. Nothing of it is an event: an address can be neither undone nor restored. */
export const sharingRoutes = (services: Services): Route[] => {
  const share = async (subscriber: Subscriber, request: Request): Promise<SharedCalendar> => {
    const token = await shareToken(services, subscriber);
    const last = await lastFetch(services, subscriber);
    return {
      subscribableUrl: addressOf(services, request, token),
      lastFetchedAt: last?.at ?? null,
      lastFetchedBy: last?.by ?? null,
      changedSince: last !== null && (await changedSince(services, subscriber, last)),
    };
  };

  return [
    route(shareStudentCalendar, async ({ params: { id } }, { actor: { studioId }, request }) => {
      await loadStudent(services, studioId, id);
      return share({ kind: 'student', studioId, personId: id }, request);
    }),
    route(revokeStudentCalendar, async ({ params: { id } }, { actor: { studioId } }) => {
      await refuseUnknownStudent(services, studioId, id);
      await revokeTokens(services, { kind: 'student', studioId, personId: id });
      return { success: true };
    }),
    route(shareTeacherCalendar, async ({ params: { id } }, { actor: { studioId }, request }) => {
      await loadTeacher(services, studioId, id);
      const subscriber: Subscriber = { kind: 'teacher', studioId, personId: id };
      if (!(await isShared(services, subscriber))) await refuseWithoutLessons(services, subscriber);
      return share(subscriber, request);
    }),
    route(revokeTeacherCalendar, async ({ params: { id } }, { actor: { studioId } }) => {
      await refuseUnknownTeacher(services, studioId, id);
      await revokeTokens(services, { kind: 'teacher', studioId, personId: id });
      return { success: true };
    }),
  ];
};
