import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { ChevronDown, ChevronUp, PencilLine, Trash2 } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import type { Window } from '../lib/availability.ts';
import { AvailabilityStrip, StripDays } from './availability-strip.tsx';
import { Button, IconButton } from './button.tsx';
import { cn } from './cn.ts';
import { Skeleton, WhileLoading } from './panels.tsx';

type Columns = {
  /** The grid of every row: name, two cells, a third one if there is room, week, arrow. On phones: name, week, arrow. */
  readonly columns: string;
  /** Of the name and the three cells. */
  readonly titles: readonly [string, string, string, string];
};

/** A list with its column titles, which stay visible while the rows scroll under them. */
const Frame = ({ columns, titles, children }: Columns & { readonly children: ReactNode }) => {
  const [name, first, second, third] = titles;
  return (
    <div className="rounded-card border border-line bg-card">
      <div
        aria-hidden
        className={cn(
          columns,
          'sticky top-0 z-2 h-9 rounded-t-[11px] border-b border-line bg-card text-small font-medium text-ink-3',
        )}
      >
        <span>{name}</span>
        <span className="max-desk:hidden">{first}</span>
        <span className="max-desk:hidden">{second}</span>
        <span className="max-wide:hidden">{third}</span>
        <StripDays />
      </div>
      {children}
    </div>
  );
};

/** Teachers or students, a line per person. */
export const PeopleList = ({
  label,
  children,
  ...columns
}: Columns & { readonly label: string; readonly children: ReactNode }) => (
  <Frame {...columns}>
    <ul aria-label={label}>{children}</ul>
  </Frame>
);

/** The list while it loads, with as many lines. */
export const PeopleListLoading = ({
  label,
  lines,
  ...columns
}: Columns & { readonly label: string; readonly lines: number }) => (
  <WhileLoading label={label}>
    <Frame {...columns}>
      {Array.from({ length: lines }, (_, line) => (
        <div
          key={line}
          className={cn(columns.columns, 'min-h-14 border-b border-line-soft last:border-b-0 max-desk:min-h-16')}
        >
          <div className="grid gap-1.5">
            <Skeleton className="h-3.5 w-36" />
            <Skeleton className="h-2.5 w-28" />
          </div>
          <Skeleton className="h-3.5 w-28 max-desk:hidden" />
          <Skeleton className="h-3.5 w-16 max-desk:hidden" />
          <Skeleton className="h-3.5 w-14 max-wide:hidden" />
          <Skeleton className="h-8" />
        </div>
      ))}
    </Frame>
  </WhileLoading>
);

/** One person: a summary row, and the details when expanded. */
export const PersonLine = (props: {
  readonly columns: string;
  readonly name: string;
  readonly address: string;
  /** The cells between name and week. */
  readonly cells: ReactNode;
  readonly windows: readonly Window[];
  /** The hours that the week's strip covers. */
  readonly hours: Interval;
  /** Shown while the row is expanded. */
  readonly children: ReactNode;
}) => {
  const { columns, name, address, cells, windows, hours, children } = props;
  const [open, setOpen] = useState(false);
  const moreId = useId();
  return (
    <li
      data-open={open || undefined}
      className="border-b border-line-soft last:rounded-b-[11px] last:border-b-0 data-open:bg-paper"
    >
      <div
        className={cn(
          columns,
          'relative min-h-14 transition-colors duration-140 ease-rondo hover:bg-[color-mix(in_oklab,var(--color-line-soft)_35%,transparent)] in-data-open:hover:bg-transparent max-desk:min-h-16 max-desk:gap-y-0.5 max-desk:py-2.5',
        )}
      >
        <div className="min-w-0">
          <p className="truncate font-strong">{name}</p>
          <p className="truncate text-small text-ink-3 max-desk:hidden">{address}</p>
        </div>
        {cells}
        <AvailabilityStrip
          windows={windows}
          hours={hours}
          className="max-desk:col-start-2 max-desk:row-span-2 max-desk:row-start-1 max-desk:text-right"
        />
        <IconButton
          icon={open ? ChevronUp : ChevronDown}
          label={`${open ? 'Collapse' : 'Expand'} ${name}`}
          aria-expanded={open}
          aria-controls={moreId}
          onClick={() => setOpen(!open)}
          // The whole row expands and collapses.
          className="after:absolute after:inset-0 after:cursor-pointer max-desk:col-start-3 max-desk:row-span-2 max-desk:row-start-1"
        />
      </div>
      <section id={moreId} aria-label={name} hidden={!open}>
        {open && children}
      </section>
    </li>
  );
};

/** The details behind a person's row in three columns, and the actions on the person. */
export const PersonDetails = (props: {
  readonly noun: 'Student' | 'Teacher';
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  /** More actions, between editing and deleting. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) => (
  <div className="grid grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_464px] gap-x-5 pt-1 pr-3 pb-4 pl-4 max-wide:grid-cols-2 max-desk:block max-desk:pr-3.5 max-desk:pl-3.5">
    {props.children}
    <div className="col-span-full flex gap-2 pt-2 max-desk:flex-col">
      <Button icon={PencilLine} onClick={props.onEdit}>
        Edit {props.noun}
      </Button>
      {props.actions}
      <Button kind="danger" icon={Trash2} className="ml-auto max-desk:ml-0" onClick={props.onDelete}>
        Delete
      </Button>
    </div>
  </div>
);
