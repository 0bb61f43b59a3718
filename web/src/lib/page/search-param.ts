import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useStable } from './stable.ts';

type Options = { readonly replace: boolean };

/** What was written to the URL last and when, until a page shows it: the router renders it only later. */
let unseen: { readonly params: URLSearchParams; readonly path: string; readonly at: number } | null = null;

/** The router shows a change long before; what it did not take counts no longer. */
const longest = 1000;

/**
 * All search parameters of the page's URL, and a change of them. A change that follows at once begins with what the one before has written, so
 * that the second of two quick clicks does not take back the first.
 */
export const useAddressParams = (): [
  URLSearchParams,
  (change: (next: URLSearchParams) => void, options: Options) => void,
] => {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  useEffect(() => {
    if (unseen?.params.toString() === params.toString()) unseen = null;
  }, [params]);
  const change = (write: (next: URLSearchParams) => void, { replace }: Options): void => {
    const isNewer = unseen !== null && unseen.path === pathname && performance.now() - unseen.at < longest;
    const next = new URLSearchParams(isNewer ? unseen?.params : params);
    write(next);
    unseen = { params: next, path: pathname, at: performance.now() };
    setParams(next, { replace, preventScrollReset: true });
  };
  return [params, change];
};

/** One search parameter of the page's URL: null if it is missing. Setting it adds a history entry that Back undoes; removing it does not. */
export const useSearchParam = (name: string): [string | null, (value: string | null) => void] => {
  const [params, change] = useAddressParams();
  const set = (value: string | null): void =>
    change((next) => (value === null ? next.delete(name) : next.set(name, value)), { replace: value === null });
  return [params.get(name), set];
};

/** How long after the last letter the URL follows, in milliseconds. */
const quiet = 300;

/**
 * What the user types, kept in the URL without history entries. The URL follows once the user pauses: writing it renders the whole page again,
 * and Safari refuses more than 100 writes in 30 seconds. A URL that someone else changes, such as a link to this page, sets the text.
 */
export const useTypedParam = (name: string): [string, (text: string) => void] => {
  const [params, change] = useAddressParams();
  const inUrl = params.get(name) ?? '';
  const [text, setText] = useState(inUrl);
  const [seen, setSeen] = useState(inUrl);
  const [unwritten, setUnwritten] = useState<string | null>(null);
  if (inUrl !== seen) {
    setSeen(inUrl);
    if (unwritten === null) setText(inUrl);
  }
  const write = useStable((typed: string) => {
    setUnwritten(null);
    change((next) => (typed === '' ? next.delete(name) : next.set(name, typed)), { replace: true });
  });
  useEffect(() => {
    if (unwritten === null) return undefined;
    const timer = setTimeout(() => write(unwritten), quiet);
    return () => clearTimeout(timer);
  }, [unwritten, write]);
  const set = (next: string): void => {
    setText(next);
    setUnwritten(next);
  };
  return [text, set];
};
