import { useEffect, useRef, type ReactNode } from 'react';
import { cn } from './cn.ts';

/**
 * The heading of content that replaces the control that had the focus, such as the next stage of a dialog. It takes the focus when it
 * appears, so that a screen reader reads it and the Tab key continues after it.
 */
export const FocusedHeading = (props: { readonly children: ReactNode; readonly className?: string }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h3 ref={heading} tabIndex={-1} className={cn('text-title font-title focus:outline-none', props.className)}>
      {props.children}
    </h3>
  );
};
