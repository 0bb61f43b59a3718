import { useLayoutEffect, useRef, useState } from 'react';

/**
 * The same callback for as long as the component lives, so that the rows of a long list are not rendered again because their parent was. It
 * calls the one of the last render, and may only be called from events.
 */
export const useStable = <Arguments extends readonly unknown[]>(callback: (...values: Arguments) => void) => {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  const [stable] = useState(
    () =>
      (...values: Arguments): void =>
        latest.current(...values),
  );
  return stable;
};
