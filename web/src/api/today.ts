import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { localTimeZone, wallClock } from '@rondo/contracts/calendar/zones.ts';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useState } from 'react';
import { currentUserQuery } from './session/session.ts';

/** The day of the moment that a page shows; null for now. */
export const Today = createContext<IsoDate | null>(null);

/** The studio's today as of the server's last answer. During sign-out it is this machine's. */
export const useToday = (): IsoDate => {
  const { data: user } = useQuery(currentUserQuery);
  const [here] = useState(() => wallClock(Date.now(), localTimeZone()).date);
  return useContext(Today) ?? user?.today ?? here;
};
