import { useCallback, useState, type RefCallback } from 'react';

/** How far outside the window, in pixels, an element is prepared. */
const margin = 600;

const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | null = null;

/** One observer for all elements: thousands of them would be slow. */
const observed = (): IntersectionObserver => {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.();
    },
    { rootMargin: `${margin}px 0px` },
  );
  return observer;
};

/** A ref that calls back once when its element is near the window; at once if it is already. */
export const whenNear =
  (callback: () => void): RefCallback<Element> =>
  (element) => {
    if (element === null) return;
    waiting.set(element, callback);
    observed().observe(element);
    return () => {
      waiting.delete(element);
      observed().unobserve(element);
    };
  };

/**
 * True once an element has been near the window, so that a long list need not render what nobody has scrolled to. The element takes up its
 * place before that.
 * @param initially true for what is in the window when the list appears
 */
export const useNearWindow = (initially: boolean) => {
  const [seen, setSeen] = useState(initially);
  const near = seen || initially;
  const ref = useCallback(
    (element: Element | null) => (near ? undefined : whenNear(() => setSeen(true))(element)),
    [near],
  );
  return [ref, near] as const;
};
