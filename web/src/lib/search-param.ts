import { useSearchParams } from 'react-router-dom';

/** One word of the page's address: null when it is not there. Setting it is a step that Back undoes; taking it away is not. */
export const useSearchParam = (name: string): [string | null, (value: string | null) => void] => {
  const [params, setParams] = useSearchParams();
  const set = (value: string | null): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: value === null, preventScrollReset: true },
    );
  return [params.get(name), set];
};
