import { startTransition, useEffect, useRef, useState } from 'react';

/**
 * The size of an element in whole pixels, updated when it changes; 0 before it is known. The browser reports it once it has laid the page out
 * anyway: asking for it would force a layout, and what depends on it is rendered in short tasks.
 */
export const useSize = () => {
  const ref = useRef<HTMLElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const [width, height] = [element.clientWidth, element.clientHeight];
      startTransition(() => setSize((now) => (now.width === width && now.height === height ? now : { width, height })));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, ...size };
};
