import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Goes to the weeks before and after. Two quick clicks go two weeks, although the first week that they lead to is still loading. */
export const useWeekSteps = (monday: IsoDate, go: (monday: IsoDate) => void) => {
  const { key } = useLocation();
  const target = useRef({ from: key, monday });
  useEffect(() => {
    target.current = { from: key, monday };
  }, [key, monday]);
  const step = (days: number) => (): void => {
    target.current = { ...target.current, monday: addDays(target.current.monday, days) };
    go(target.current.monday);
  };
  return { before: addDays(monday, -7), after: addDays(monday, 7), goBack: step(-7), goOn: step(7) };
};
