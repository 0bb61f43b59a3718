import { QueryClient, queryOptions, type Query } from '@tanstack/react-query';
import { CallFailed, isBusy } from './call-failed.ts';
import { traitsOf, type AnswerTo, type CallInput, type CallName, type GetName, type InputTo } from './calls.ts';
import { call } from './client.ts';

/** The server had no time for a read: the page asks as often again, each time when the server says. */
const mostRepeats = 5;

// The product's defaults: no retries but of a busy server, never stale by itself, no refetch on focus, no polling.
export const queryClient = new QueryClient({
  defaultOptions: {
    // `always`: without a network a call fails with an error instead of waiting for one.
    queries: {
      retry: (failures, error) => failures < mostRepeats && isBusy(error),
      retryDelay: (_, error) => (error instanceof CallFailed ? error.retryAfter * 1000 : 0),
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** The only convention for query keys: the call's name, then what it is asked. */
export const keyOf = (name: CallName, { params, query }: CallInput = {}) =>
  [name, ...(params === undefined ? [] : [params]), ...(query === undefined ? [] : [query])] as const;

/** A GET as a query. */
export const read = <Name extends GetName>(name: Name, input: InputTo<Name>) =>
  queryOptions<AnswerTo<Name>>({
    queryKey: keyOf(name, input),
    queryFn: ({ signal }) => call(name, input, signal),
  });

/** The key of a running restore, which every page shows. */
export const restoring = ['restore'] as const;

/** What a select without options says: that they are loading, did not load, or that there are none. */
export const placeholderOf = (
  { isPending, isError }: { readonly isPending: boolean; readonly isError: boolean },
  texts: { readonly failed: string; readonly none: string },
): string => {
  if (isError) return texts.failed;
  return isPending ? 'Loading...' : texts.none;
};

/** The call of a query; '' for what is kept beside the calls. */
const callOf = ({ queryKey: [name] }: Query): string =>
  typeof name === 'string' && name.includes(' /api/') ? name : '';

/** Asks again, where it is shown, for all that the studio has. */
export const refetchAll = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: (query) => callOf(query) !== '' });

/** Asks again, where it is shown, for what these calls change. Ends once that is there, but for what takes long. */
export const refetchAfter = async (calls: readonly CallName[]): Promise<void> => {
  const changes = new Set(calls.flatMap((name) => traitsOf(name).changes));
  const refetch = (isSlow: boolean): Promise<void> =>
    queryClient.invalidateQueries({
      predicate: (query) => {
        const { slow, reads } = traitsOf(callOf(query));
        return slow === isSlow && reads.some((source) => changes.has(source));
      },
    });
  void refetch(true);
  await refetch(false);
};
