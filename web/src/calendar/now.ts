import { addDays, daysBetween, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { localTimeZone, wallClock } from '@rondo/contracts/calendar/zones.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { currentUserQuery } from '../lib/session.ts';

/** The studio's present moment. */
export type Now = { readonly today: IsoDate; readonly minute: MinuteOfDay };

export type StudioDay = {
  readonly timeZone: string;
  /** The studio's today when the server said so, */
  readonly today: IsoDate;
  /** which was at this instant of this machine's clock. */
  readonly saidAt: number;
};

/** The studio's day and minute. The day is the server's and goes on with this machine's clock, whatever date that clock shows. */
export const nowOf = ({ timeZone, today, saidAt }: StudioDay, at: number): Now => {
  const { date, minute } = wallClock(at, timeZone);
  return { today: addDays(today, daysBetween(wallClock(saidAt, timeZone).date, date)), minute };
};

const tick = 5000;
const wholeMinute = (at: number): number => Math.floor(at / 60_000) * 60_000;

/** The studio's present moment, by the minute. */
export const useNow = (): Now => {
  const { data: user, dataUpdatedAt } = useQuery(currentUserQuery);
  const [at, setAt] = useState(() => wholeMinute(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setAt(wholeMinute(Date.now())), tick);
    return () => clearInterval(timer);
  }, []);
  if (!user) return { today: wallClock(at, localTimeZone()).date, minute: 0 };
  return nowOf({ timeZone: user.timeZone, today: user.today, saidAt: dataUpdatedAt }, at);
};
