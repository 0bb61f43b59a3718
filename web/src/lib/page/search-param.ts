import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useStable } from './stable.ts';

/** One search parameter of the page's URL: null if it is missing. Setting it adds a history entry that Back undoes; removing it does not. */
export const useSearchParam = (name: string): [string | null, (value: string | null) => void] => {
  const [params, setParams] = useSearchParams();
  const set = (value: string | null): void =>
    setParams((now) => withParam(now, name, value), { replace: value === null, preventScrollReset: true });
  return [params.get(name), set];
};

const withParam = (params: URLSearchParams, name: string, value: string | null): URLSearchParams => {
  const next = new URLSearchParams(params);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
};

/** How long after the last letter the URL follows, in milliseconds. */
const quiet = 300;

/**
 * What the user types, kept in the URL without history entries. The URL follows once the user pauses: writing it renders the whole page again,
 * and Safari refuses more than 100 writes in 30 seconds. A URL that someone else changes, such as a link to this page, sets the text.
 */
export const useTypedParam = (name: string): [string, (text: string) => void] => {
  const [params, setParams] = useSearchParams();
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
    setParams((now) => withParam(now, name, typed === '' ? null : typed), { replace: true, preventScrollReset: true });
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
