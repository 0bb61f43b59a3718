import type { ReactNode } from 'react';

const paths = {
  phone:
    'M22 17v3a2 2 0 0 1-2.2 2A20 20 0 0 1 2 4.2 2 2 0 0 1 4.1 2h3a2 2 0 0 1 2 1.7c.1 1 .4 1.9.7 2.8a2 2 0 0 1-.4 2.1L8.1 9.9a16 16 0 0 0 6 6l1.3-1.3a2 2 0 0 1 2.1-.4c.9.3 1.8.6 2.8.7A2 2 0 0 1 22 17z',
  mail: 'M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM22 7l-9 5.7a2 2 0 0 1-2 0L2 7',
  calendar: 'M8 2v4M16 2v4M3 10h18M5 4h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
  download: 'M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4M7 10l5 5 5-5M12 15V3',
  further: 'm9 18 6-6-6-6',
  cross: 'M18 6 6 18M6 6l12 12',
  closed: 'M4 4h16v16H4zM4 20 20 4',
} as const;

export const Icon = ({ name }: { readonly name: keyof typeof paths }) => (
  <svg
    aria-hidden
    viewBox="0 0 24 24"
    className="size-4 shrink-0 fill-none stroke-current"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={paths[name]} />
  </svg>
);

/** The head of a note: a lesson that takes place. */
export const Head = ({ hollow = false }: { readonly hollow?: boolean }) => (
  <svg aria-hidden viewBox="0 0 12 12" className="size-3 shrink-0 text-accent">
    <ellipse
      cx={6}
      cy={6}
      rx={5}
      ry={3.6}
      transform="rotate(-20 6 6)"
      className={hollow ? 'fill-card stroke-current' : 'fill-current'}
    />
  </svg>
);

export const linkClasses =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control border border-line bg-raised px-3.5 font-control hover:border-control';

/** A part of the page, named by its heading. */
export const Part = ({
  title,
  children,
  bare = false,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly bare?: boolean;
}) => (
  <section aria-label={title} className="mb-8">
    <h2 className="mb-2 text-lead font-title">{title}</h2>
    {bare ? children : <div className="rounded-day border border-line bg-card">{children}</div>}
  </section>
);
