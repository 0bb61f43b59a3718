import { pathOf, type CallOf, type Endpoint, type ResponseOf } from '@rondo/contracts/api/endpoint.ts';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { isBusy } from './call-failed.ts';
import { call } from './client.ts';
import type { CallInput } from './request.ts';

/** The server had no turn for an expensive read within 10 s: the page asks twice more. */
const isBusyRead = (failures: number, error: Error): boolean => failures < 2 && isBusy(error);

// The product's defaults: no retries but of a busy server, never stale by itself, no refetch on focus, no polling.
export const queryClient = new QueryClient({
  defaultOptions: {
    // `always`: without a network a call fails with an error instead of waiting for one.
    queries: {
      retry: isBusyRead,
      retryDelay: 2000,
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** The only convention for query keys: `[path, query]`. */
export const keyOf = (endpoint: Endpoint, input: CallInput = {}) =>
  [pathOf(endpoint.path, input.params), ...(input.query === undefined ? [] : [input.query])] as const;

/** A declared GET as a query. */
export const read = <const E extends Endpoint & { method: 'GET' }>(endpoint: E, input: CallOf<E> & CallInput) =>
  queryOptions<ResponseOf<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, signal),
  });

/** The key of a running restore, which every page shows. */
export const restoring = ['restore'] as const;

/** What a select without options says: that they are loading, did not load, or that there are none. */
export const placeholderOf = (
  { isPending, isError }: { readonly isPending: boolean; readonly isError: boolean },
  words: { readonly failed: string; readonly none: string },
): string => {
  if (isError) return words.failed;
  return isPending ? 'Loading...' : words.none;
};

/** Invalidates these calls, so that they are refetched where they are shown. The path alone matches every variant of its query. */
export const invalidate = async (...endpoints: readonly (Endpoint & { method: 'GET' })[]): Promise<void> => {
  await Promise.all(
    endpoints.map((endpoint) => {
      const [fixed = ''] = endpoint.path.split('/:');
      return queryClient.invalidateQueries({
        predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(fixed),
      });
    }),
  );
};
