import { useEffect, useRef, type ReactNode } from 'react';
import { cn } from './cn.ts';

/**
 * The heading of content that replaces the control that had the focus, such as the next stage of a dialog. It takes the focus when it
 * appears, so that a screen reader reads it and the Tab key continues after it.
 */
export const FocusedHeading = (props: {
  /** 3 if it is below another one, as in a dialog. */
  readonly level?: 2 | 3;
  readonly children: ReactNode;
  readonly className?: string;
}) => {
  const Heading = props.level === 2 ? 'h2' : 'h3';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Heading ref={heading} tabIndex={-1} className={cn('text-title font-title focus:outline-none', props.className)}>
      {props.children}
    </Heading>
  );
};
