import { addDays, daysBetween, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { localTimeZone, wallClock } from '@rondo/contracts/calendar/zones.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { currentUserQuery } from '../api/session/session.ts';

/** The current date and minute in the studio's time zone. */
export type Now = { readonly today: IsoDate; readonly minute: MinuteOfDay };

export type StudioDay = {
  readonly timeZone: string;
  /** The studio's today as of the server's answer, */
  readonly today: IsoDate;
  /** received at this instant of the local clock. */
  readonly receivedAt: number;
};

/** The studio's date and minute. The date is the server's and advances with the local clock, whatever date that clock shows. */
export const nowOf = ({ timeZone, today, receivedAt }: StudioDay, at: number): Now => {
  const { date, minute } = wallClock(at, timeZone);
  return { today: addDays(today, daysBetween(wallClock(receivedAt, timeZone).date, date)), minute };
};

const tick = 5000;
const wholeMinute = (at: number): number => Math.floor(at / 60_000) * 60_000;

/** The studio's current date and minute, updated every minute. */
export const useNow = (): Now => {
  const { data: user, dataUpdatedAt } = useQuery(currentUserQuery);
  const [at, setAt] = useState(() => wholeMinute(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setAt(wholeMinute(Date.now())), tick);
    return () => clearInterval(timer);
  }, []);
  return useMemo(
    () =>
      user
        ? nowOf({ timeZone: user.timeZone, today: user.today, receivedAt: dataUpdatedAt }, at)
        : { today: wallClock(at, localTimeZone()).date, minute: 0 },
    [user, dataUpdatedAt, at],
  );
};
