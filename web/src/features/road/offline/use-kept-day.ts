import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useQuery, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { CallFailed } from '../../../api/call-failed.ts';
import { queryClient } from '../../../api/queries.ts';
import { keepDay, queriesOf } from './kept-day.ts';

/** How often an open page asks again: milliseconds. */
const interval = 5 * 60_000;

const watchConnection = (changed: () => void): (() => void) => {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
};

const hasFailed = ({ error }: { readonly error: Error | null }): boolean =>
  error instanceof CallFailed && error.status === 0;

const refresh = (keys: readonly QueryKey[]): void => {
  for (const queryKey of keys) void queryClient.refetchQueries({ queryKey, exact: true, type: 'all' });
};

/**
 * Keeps a teacher's today and tomorrow on this device, read again when the page opens without a network, on return, when the connection is back, and
 * every five minutes.
 */
export const useKeptDay = (teacherId: string, today: IsoDate) => {
  const hasNetwork = useSyncExternalStore(watchConnection, () => navigator.onLine);
  const queries = queriesOf(teacherId, today);
  const enabled = teacherId !== '';
  const [user, teachers, preferences, settings, policy, attendance, day, next] = queries;
  const results: readonly Pick<UseQueryResult, 'error' | 'dataUpdatedAt'>[] = [
    useQuery(user),
    useQuery(teachers),
    useQuery(preferences),
    useQuery({ ...settings, enabled }),
    useQuery({ ...policy, enabled }),
    useQuery({ ...attendance, enabled }),
    useQuery({ ...day, enabled }),
    useQuery({ ...next, enabled }),
  ];
  const isOffline = !hasNetwork || results.some(hasFailed);
  const updates = results.map(({ dataUpdatedAt }) => dataUpdatedAt).join(' ');
  const [keepsNothing, setKeepsNothing] = useState(false);
  useEffect(() => {
    if (teacherId === '' || updates.split(' ').includes('0')) return;
    keepDay(teacherId, today).then(
      () => setKeepsNothing(false),
      () => setKeepsNothing(true),
    );
  }, [teacherId, today, updates]);
  const keys = useRef<readonly QueryKey[]>([]);
  useEffect(() => {
    keys.current = queries.map(({ queryKey }) => queryKey);
  });
  useEffect(() => {
    const again = (): void => refresh(keys.current);
    const onReturn = (): void => {
      if (document.visibilityState === 'visible') again();
    };
    addEventListener('online', again);
    document.addEventListener('visibilitychange', onReturn);
    const timer = setInterval(again, interval);
    return () => {
      removeEventListener('online', again);
      document.removeEventListener('visibilitychange', onReturn);
      clearInterval(timer);
    };
  }, []);
  return { isOffline, keepsNothing };
};

/** Registers the service worker and names the app, where the browser and the address allow it. */
export const install = async (): Promise<void> => {
  if (document.querySelector('link[rel=manifest]') === null)
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'manifest', href: '/manifest.webmanifest' }),
    );
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  await navigator.serviceWorker.register('/sw.js').catch(() => undefined);
};
