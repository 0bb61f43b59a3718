import type { RoadDay } from '@rondo/contracts/api/road/day.ts';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { deleteDB, type IDBPDatabase } from 'idb';
import { clockBehind, knowClock } from './true-time.ts';
import { CallFailed } from '../../../api/call-failed.ts';
import { queryClient, read } from '../../../api/queries.ts';
import { forgetOthers, keptDays, namesOf } from '../../../api/session/forget-kept.ts';
import { currentUserQuery, shownUserId } from '../../../api/session/session.ts';
import { settingsQuery } from '../../../api/settings.ts';
import { nowOf } from '../../../calendar/now.ts';
import { preferencesQuery, teachersQuery } from '../../../calendar/queries.ts';
import { openKept } from './open-kept.ts';

// The answers with which /day opens without a network: of one teacher, today's and tomorrow's. The service worker keeps the page's files alone.

type KeptAnswer = { readonly key: readonly unknown[]; readonly data: unknown; readonly updatedAt: number };

const store = 'answers';
/** Hours after which a day is not shown any more. */
const longest = 48;
/** How long the page waits for the server before it opens with what is kept: milliseconds. */
const patience = 3000;

export const dayQuery = (teacherId: string, date: IsoDate) => read('GET /api/day', { query: { teacherId, date } });

/** The days that the page has loaded. */
export const loadedDays = (): readonly RoadDay[] =>
  queryClient.getQueriesData<RoadDay>({ queryKey: ['GET /api/day'] }).flatMap(([, day]) => day ?? []);

const attendanceQuery = (teacherId: string, date: IsoDate) =>
  read('GET /api/attendance', { query: { teacherId, from: date, to: date } });

/** What the page shows of a teacher’s today and tomorrow. */
export const queriesOf = (teacherId: string, today: IsoDate) =>
  [
    currentUserQuery,
    teachersQuery,
    preferencesQuery,
    settingsQuery,
    read('GET /api/policy', { query: {} }),
    attendanceQuery(teacherId, today),
    dayQuery(teacherId, today),
    dayQuery(teacherId, addDays(today, 1)),
  ] as const;

const openDays = (userId: string): Promise<IDBPDatabase> =>
  openKept(`${keptDays}${userId}`, (database) => database.createObjectStore(store));

/** Only the teacher of the day: the page offers no other one offline. */
const answerOf = (teacherId: string, key: readonly unknown[], data: unknown): unknown =>
  key[0] === teachersQuery.queryKey[0] && Array.isArray(data) ? data.filter(({ id }) => id === teacherId) : data;

/**
 * Keeps what the page has loaded, in place of what it kept before.
 * @throws whatever the browser says that keeps nothing
 */
export const keepDay = async (teacherId: string, today: IsoDate): Promise<void> => {
  const userId = shownUserId();
  if (typeof userId !== 'string') return;
  // What this browser does not list, signing out could not delete.
  if (typeof indexedDB.databases !== 'function') throw new Error('This browser does not list what it keeps.');
  const answers = queriesOf(teacherId, today).flatMap(({ queryKey }): KeptAnswer[] => {
    const { data, dataUpdatedAt = 0 } = queryClient.getQueryState(queryKey) ?? {};
    return data === undefined
      ? []
      : [{ key: queryKey, data: answerOf(teacherId, queryKey, data), updatedAt: dataUpdatedAt }];
  });
  await forgetOthers(userId);
  const database = await openDays(userId);
  // A user who has signed out meanwhile leaves nothing.
  if (shownUserId() === userId) {
    await database.put(store, answers, 'day');
    await database.put(store, clockBehind(), 'clock');
  }
  database.close();
  if (shownUserId() !== userId) await deleteDB(`${keptDays}${userId}`);
};

const isDay = (value: unknown): value is Pick<RoadDay, 'date' | 'asOf'> =>
  typeof value === 'object' && value !== null && 'date' in value && 'asOf' in value;

/** The answers that may still be shown: none once their days have passed, or they are too old. */
export const stillShown = (answers: readonly KeptAnswer[], at: number): readonly KeptAnswer[] => {
  const [userName] = currentUserQuery.queryKey;
  const user = answers.find(({ key: [name] }) => name === userName);
  const of = user?.data;
  if (!user || typeof of !== 'object' || of === null || !('timeZone' in of) || !('today' in of)) return [];
  const { timeZone, today: known } = of;
  if (typeof timeZone !== 'string' || typeof known !== 'string') return [];
  const { today } = nowOf({ timeZone, today: known, receivedAt: user.updatedAt }, at);
  const isCurrent = ({ data }: KeptAnswer): boolean =>
    !isDay(data) || (data.date >= today && at - Date.parse(data.asOf) < longest * 3_600_000);
  const current = answers.filter(isCurrent);
  return current.some(({ data }) => isDay(data)) ? current : [];
};

const keptAnswers = async (): Promise<readonly KeptAnswer[]> => {
  const [name] = await namesOf(keptDays);
  if (name === undefined) return [];
  try {
    const database = await openDays(name.slice(keptDays.length));
    const all: readonly KeptAnswer[] = (await database.get(store, 'day')) ?? [];
    knowClock((await database.get(store, 'clock')) ?? 0);
    database.close();
    const current = stillShown(all, Date.now());
    if (current.length === 0) await deleteDB(name);
    return current;
  } catch {
    return [];
  }
};

const isUnreachable = (error: unknown): boolean => error instanceof CallFailed && error.status === 0;

/**
 * Opens the page with what is kept where the server does not say who is signed in.
 * @returns false if nothing is, so that the page only asks to sign in
 */
export const openOffline = async (): Promise<boolean> => {
  const found = await keptAnswers();
  const user = queryClient.ensureQueryData(currentUserQuery).then(
    () => 'known' as const,
    (error: unknown) => (isUnreachable(error) ? ('unreachable' as const) : ('known' as const)),
  );
  const late = new Promise<'late'>((resolve) => {
    setTimeout(() => resolve('late'), patience);
  });
  const answer = await (found.length === 0 ? user : Promise.race([user, late]));
  if (answer === 'known') return true;
  for (const { key, data, updatedAt } of found) queryClient.setQueryData(key, data, { updatedAt });
  if (found.length > 0) return true;
  const { queryKey } = currentUserQuery;
  queryClient.setQueryDefaults(queryKey, { retryOnMount: false });
  const queryFn = () => Promise.reject(new CallFailed(0, 'Sign in when you are online.'));
  await queryClient.prefetchQuery({ ...currentUserQuery, queryFn });
  return false;
};
