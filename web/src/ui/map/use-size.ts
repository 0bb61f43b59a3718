import { useEffect, useRef, useState } from 'react';

/** The size of an element in whole pixels, updated when it changes; 0 before it is known. */
export const useSize = () => {
  const ref = useRef<HTMLElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: Math.round(element.clientWidth), height: Math.round(element.clientHeight) }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, ...size };
};
