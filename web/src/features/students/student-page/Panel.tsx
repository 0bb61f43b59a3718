import type { ReactNode } from 'react';

/** One part of a student's page. */
export const Panel = (props: {
  readonly title: string;
  /** What there is to do about it, at the right of its title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) => (
  <section aria-label={props.title} className="min-w-0 rounded-card border border-line bg-card">
    <div className="flex min-h-13 items-center justify-between gap-3 px-5 py-2 max-desk:px-4">
      <h2 className="text-lead font-strong">{props.title}</h2>
      {props.action}
    </div>
    {props.children}
  </section>
);
