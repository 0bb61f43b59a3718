import { useLayoutEffect, useRef, useState } from 'react';

/**
 * The same callback for as long as the component lives, so that the rows of a long list are not rendered again because their parent was. It
 * calls the one of the last render, and may only be called from events.
 */
export const useStable = <Given extends readonly unknown[]>(callback: (...given: Given) => void) => {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  const [stable] = useState(
    () =>
      (...given: Given): void =>
        latest.current(...given),
  );
  return stable;
};
