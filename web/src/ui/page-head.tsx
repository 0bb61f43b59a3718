import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** A page's title, its key figures, and its actions. On phones each has its own line. */
export const PageHead = (props: {
  readonly title: string;
  /** A line under the title. */
  readonly subtitle?: ReactNode;
  readonly figures?: ReactNode;
  readonly figuresAtEnd?: boolean;
  readonly actions?: ReactNode;
}) => (
  <div className="mb-4 flex min-h-12 flex-wrap items-center gap-x-8 gap-y-3 max-desk:mb-3 max-desk:min-h-0">
    <div className="max-desk:w-full">
      <h1 className="text-title font-title">{props.title}</h1>
      {props.subtitle}
    </div>
    {Boolean(props.figures) && (
      <div
        className={cn(
          'flex items-center gap-8 max-desk:w-full max-desk:flex-wrap max-desk:justify-around max-desk:gap-x-4 max-desk:gap-y-1 max-desk:border-y max-desk:border-line max-desk:py-2.5',
          props.figuresAtEnd === true && 'ml-auto max-desk:ml-0',
        )}
      >
        {props.figures}
      </div>
    )}
    {Boolean(props.actions) && (
      <div
        className={cn(
          'flex gap-2 max-desk:ml-0 max-desk:w-full max-desk:flex-wrap max-desk:*:flex-1 max-desk:*:px-2.5',
          props.figuresAtEnd !== true && 'ml-auto',
        )}
      >
        {props.actions}
      </div>
    )}
  </div>
);
