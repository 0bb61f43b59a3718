import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { localTimeZone, wallClock } from '@rondo/contracts/calendar/zones.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentUserQuery } from './session/session.ts';

/** The studio's today as of the server's last answer. During sign-out it is this machine's. */
export const useToday = (): IsoDate => {
  const { data: user } = useQuery(currentUserQuery);
  const [here] = useState(() => wallClock(Date.now(), localTimeZone()).date);
  return user?.today ?? here;
};
