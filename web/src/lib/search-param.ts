import { useSearchParams } from 'react-router-dom';

/**
 * One search parameter of the page's URL: null if it is missing. Setting it adds a history entry that Back undoes; removing it does not, nor
 * does what the user types (`typed`).
 */
export const useSearchParam = (
  name: string,
  { typed = false }: { readonly typed?: boolean } = {},
): [string | null, (value: string | null) => void] => {
  const [params, setParams] = useSearchParams();
  const set = (value: string | null): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: typed || value === null, preventScrollReset: true },
    );
  return [params.get(name), set];
};
