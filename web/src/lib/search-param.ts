import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

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

/** What the user types, kept in the URL without history entries. The text itself is state: the URL follows too late for fast typing. */
export const useTypedParam = (name: string): [string, (text: string) => void] => {
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState(params.get(name) ?? '');
  const set = (next: string): void => {
    setText(next);
    setParams((now) => withParam(now, name, next === '' ? null : next), { replace: true, preventScrollReset: true });
  };
  return [text, set];
};
