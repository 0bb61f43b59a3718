import { useLayoutEffect, useRef, useState } from 'react';

/** The size of an element in whole pixels, updated when it changes; 0 before it is known. An element that is hidden keeps its size: it comes back. */
export const useSize = () => {
  const ref = useRef<HTMLElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  // Before the first paint, so that it already has what depends on the size.
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = (): void => {
      const [width, height] = [element.clientWidth, element.clientHeight];
      if (width === 0) return;
      setSize((now) => (now.width === width && now.height === height ? now : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, ...size };
};
