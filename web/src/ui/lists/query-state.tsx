import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { ErrorPanel } from './panels.tsx';

/** What a screen needs to know of a query. */
export type Loaded<Data> = {
  /** Undefined until it has loaded once; a failed refetch keeps it. */
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
};

/** Several queries as one, with what a screen makes of their data. Retry repeats those that failed. */
export const together = <Data,>(queries: readonly Loaded<unknown>[], data: Data | undefined): Loaded<Data> => ({
  data,
  error: queries.find(({ error }) => error)?.error ?? null,
  refetch: () => Promise.all(queries.filter(({ error }) => error).map((query) => query.refetch())),
});

const NotCurrent = ({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }) => (
  <output className="mb-3 flex items-center gap-2.5 rounded-card border border-line bg-card py-2 pr-2 pl-3.5 text-ink-2">
    <CloudOff aria-hidden className="size-4 shrink-0 text-warn" strokeWidth={1.75} />
    <span className="min-w-0 grow break-words">Not current: {reason}</span>
    <Button onClick={onRetry}>Retry</Button>
  </output>
);

/** The error of a query: an error panel in place of what never loaded, or a note that what is shown is not current. Both offer Retry. */
export const LoadError = ({ query, failed }: { readonly query: Loaded<unknown>; readonly failed: string }) => {
  const { data, error, refetch } = query;
  if (!error) return null;
  const retry = (): void => void refetch();
  return data === undefined ? (
    <ErrorPanel message={failed} onRetry={retry} />
  ) : (
    <NotCurrent reason={error.message} onRetry={retry} />
  );
};

/** The content of a query. What has loaded once stays, whatever happens to later attempts. */
export const QueryState = <Data,>(props: {
  readonly query: Loaded<Data>;
  /** The error panel's first sentence, when the first attempt fails: "The week did not load." */
  readonly failed: string;
  /** Shown while the first attempt is pending. */
  readonly waiting: ReactNode;
  readonly children: (data: Data) => ReactNode;
}) => {
  const { query, failed, waiting, children } = props;
  const { data, error } = query;
  return (
    <>
      <LoadError query={query} failed={`${failed} ${error?.message}`} />
      {data === undefined && !error && waiting}
      {data !== undefined && children(data)}
    </>
  );
};
