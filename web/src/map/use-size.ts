import { startTransition, useLayoutEffect, useRef, useState } from 'react';
import { isDrawn } from '../lib/page/drawn.ts';

/**
 * The size of an element in whole pixels, updated when it changes; 0 before it is known. While the first page is drawn, the browser reports it
 * once it has laid the page out anyway, because asking would force a layout; what depends on it is then rendered in short tasks. Later, what a
 * click opens has it before it is painted. An element that is hidden keeps its size: it comes back.
 */
export const useSize = () => {
  const ref = useRef<HTMLElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = (): void => {
      const [width, height] = [element.clientWidth, element.clientHeight];
      if (width === 0) return;
      setSize((now) => (now.width === width && now.height === height ? now : { width, height }));
    };
    if (isDrawn()) measure();
    const observer = new ResizeObserver(() => startTransition(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, ...size };
};
