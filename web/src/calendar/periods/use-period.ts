import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';
import { useToday } from '../../api/today.ts';
import { useAddressParams } from '../../lib/page/search-param.ts';
import { otherDates, periodIn, periodsOf } from './periods.ts';

/**
 * The period of a report, which stands in the page's URL: a term, a usual one, or two dates.
 * @param longest days that a report can be of
 */
export const usePeriod = (longest: number) => {
  const today = useToday();
  const terms = useQuery(read('GET /api/terms', { query: {} }));
  const [params, changeParams] = useAddressParams();
  const named = { period: params.get('period'), from: params.get('since'), to: params.get('until') };
  const periods = periodsOf(terms.data ?? [], today, longest);
  const period = periodIn(named, periods, today, longest);
  const change = (changes: Readonly<Record<string, string | null>>): void =>
    changeParams(
      (next) => {
        for (const [name, value] of Object.entries(changes))
          if (value === null) next.delete(name);
          else next.set(name, value);
      },
      { replace: true },
    );
  const { from, to } = period;
  return {
    ...period,
    periods,
    /** As they are typed; they may be no period. */
    typed: { from: named.from ?? from, to: named.to ?? to },
    /** Before the terms are known the usual period is not. */
    isKnown: !terms.isPending,
    choose: (key: string): void =>
      change({ period: key, since: key === otherDates ? from : null, until: key === otherDates ? to : null }),
    type: (name: 'since' | 'until', value: string): void => change({ [name]: value }),
  };
};
export type ChosenPeriod = ReturnType<typeof usePeriod>;
