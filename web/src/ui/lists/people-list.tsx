import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { ChevronDown, ChevronUp, History, PencilLine, Trash2 } from 'lucide-react';
import { useContext, useId, useState, type ReactNode } from 'react';
import type { Window } from '../../lib/availability.ts';
import type { Selection } from '../../lib/selection.ts';
import { AvailabilityStrip } from '../fields/availability-strip.tsx';
import type { BulkAction } from './bulk-bar.tsx';
import { Button, IconButton } from '../button.tsx';
import { Checkbox } from '../fields/choice.tsx';
import { cn } from '../cn.ts';
import { useNearWindow, whenNear } from './near-window.ts';
import { Skeleton, WhileLoading } from './panels.tsx';
import { Titles, type Sort } from './people-titles.tsx';
import { PastPeople } from './past-people.ts';
import { headClasses, SelectionHead } from './selection-head.tsx';

type Columns = {
  /** The grid of every row: checkbox, name, two cells, a third one if there is room, week, arrow. On phones: checkbox, name, week, arrow. */
  readonly columns: string;
  /** Of the name and the three cells. */
  readonly titles: readonly [string, string, string, string];
  /** Of one more column before the week, if there is room. */
  readonly last?: string;
};

const titlesClasses = 'bg-card text-small font-medium text-ink-3';

const frameClasses = 'rounded-card border border-line bg-card wide:in-data-map:rounded-none wide:in-data-map:border-0';

/** Teachers or students, a line per person, each of which can be selected. */
export const PeopleList = (
  props: Columns & {
    readonly label: string;
    /** Absent: it cannot be sorted. */
    readonly sort?: Sort;
    readonly selection: Selection;
    /** What can be done with the selected people. */
    readonly actions: readonly BulkAction[];
    /** What a list says that has nobody, because nobody matches what was asked for; those who are selected stay so. */
    readonly none?: ReactNode;
    readonly children: ReactNode;
  },
) => {
  const { label, sort, selection, actions, columns, titles, last, none, children } = props;
  const isPast = useContext(PastPeople) !== null;
  return (
    <div className={cn(frameClasses, selection.ids.size > 0 && 'max-desk:mb-16')}>
      <SelectionHead
        noun={label.toLowerCase()}
        selection={selection}
        actions={actions}
        className={cn(columns, titlesClasses)}
        disabled={none !== undefined}
        fixed={isPast}
      >
        <Titles titles={titles} last={last} sort={sort} />
      </SelectionHead>
      {none ?? <ul aria-label={label}>{children}</ul>}
    </div>
  );
};

/** The end of a list that is longer than what it shows so far: it grows when the user comes near. */
export const MorePeople = ({ text, onNear }: { readonly text: string; readonly onNear: () => void }) => {
  const [ref] = useState(() => whenNear(onNear));
  return (
    <li ref={ref} className="px-4 py-3 text-ink-2">
      {text}
    </li>
  );
};

/** The list while it loads, with as many lines. */
export const PeopleListLoading = ({
  label,
  lines,
  ...columns
}: Columns & { readonly label: string; readonly lines: number }) => (
  <WhileLoading label={label}>
    <div className={frameClasses}>
      <div className={cn(headClasses, columns.columns, titlesClasses)}>
        <span />
        <Titles titles={columns.titles} last={columns.last} />
      </div>
      {Array.from({ length: lines }, (_, line) => (
        <div
          key={line}
          className={cn(columns.columns, 'min-h-14 border-b border-line-soft last:border-b-0 max-desk:min-h-16')}
        >
          <Skeleton className="size-[18px]" />
          <div className="grid gap-1.5">
            <Skeleton className="h-3.5 w-36" />
            <Skeleton className="h-2.5 w-28" />
          </div>
          <Skeleton className="h-3.5 w-28 max-desk:hidden" />
          <Skeleton className="h-3.5 w-16 max-desk:hidden" />
          <Skeleton className="h-3.5 w-14 max-wide:hidden" />
          {columns.last !== undefined && <Skeleton className="h-3.5 w-20 max-wide:hidden" />}
          <Skeleton className="h-8" />
        </div>
      ))}
    </div>
  </WhileLoading>
);

const lineClasses = 'min-h-14 max-desk:min-h-16 max-desk:gap-y-0.5 max-desk:py-2.5';

/** The browser neither lays out nor paints what is in a row that is out of sight, and remembers how high the row was. */
const rowClasses =
  '[content-visibility:auto] [contain-intrinsic-height:auto_57px] max-desk:[contain-intrinsic-height:auto_65px]';

/** A row that nobody has scrolled to: its names can be read and found, and it is as high as a short row. */
const DistantLine = ({ columns, name, address }: { readonly [Key in 'columns' | 'name' | 'address']: string }) => (
  <div className={cn(columns, lineClasses)}>
    <div className="col-start-2 min-w-0">
      <p dir="auto" className="truncate text-left font-strong">
        {name}
      </p>
      <p className="truncate text-small text-ink-3 max-desk:hidden">{address}</p>
    </div>
  </div>
);

type LineProps = {
  readonly columns: string;
  /** By which a map beside the list finds the row. */
  readonly id?: string;
  readonly name: string;
  /** The name as a link. */
  readonly link?: ReactNode;
  readonly address: string;
  /** The cells between name and week. */
  readonly cells: ReactNode;
  /** Below a family, as one of several or as the last one. */
  readonly branch?: 'inner' | 'last' | undefined;
  /** On phones a cell has the place of the week. */
  readonly hasNoWeek?: boolean;
  readonly windows: readonly Window[];
  /** The hours that the week's strip covers. */
  readonly hours: Interval;
  readonly selected: boolean;
  readonly onSelect: (on: boolean) => void;
  /** Shown while the row is expanded. */
  readonly children: ReactNode;
};

/** The lines that lead from a family to one of its students. */
const Branch = ({ isLast }: { readonly isLast: boolean }) => (
  <span
    aria-hidden
    className={cn(
      'absolute top-0 left-[54px] w-2 border-l border-line max-wide:left-[46px] max-desk:left-[42px] wide:in-data-map:left-[50px]',
      'after:absolute after:top-[calc(min(100%,28px))] after:left-0 after:w-full after:border-t after:border-line',
      isLast ? 'h-7' : 'h-full',
    )}
  />
);

const WholeLine = (
  props: LineProps & { readonly open: boolean; readonly onOpen: (open: boolean) => void; readonly moreId: string },
) => {
  const { columns, id, name, link, address, cells, branch, windows, hours, selected, onSelect, open, onOpen, moreId } =
    props;
  const remarkOf = useContext(PastPeople);
  return (
    <div
      className={cn(
        columns,
        lineClasses,
        'relative transition-colors duration-140 ease-rondo hover:bg-[color-mix(in_oklab,var(--color-line-soft)_35%,transparent)] in-data-open:hover:bg-transparent',
      )}
    >
      {remarkOf ? (
        <span className="max-desk:row-span-2" />
      ) : (
        <Checkbox
          label={`Select ${name}`}
          checked={selected}
          onChange={onSelect}
          className="z-1 max-desk:row-span-2 max-desk:self-center"
        />
      )}
      {branch !== undefined && <Branch isLast={branch === 'last'} />}
      <div className={cn('min-w-0', branch !== undefined && 'pl-3.5')}>
        <p dir="auto" className={cn('text-left font-strong', (link === undefined || remarkOf) && 'truncate')}>
          {link === undefined || remarkOf ? name : link}
        </p>
        <p className="truncate text-small text-ink-3 max-desk:hidden">{address}</p>
        {id !== undefined && remarkOf?.(id)}
      </div>
      {cells}
      <AvailabilityStrip
        windows={windows}
        hours={hours}
        className={cn(
          'max-desk:col-start-3 max-desk:row-span-2 max-desk:row-start-1 max-desk:text-right wide:in-data-map:hidden',
          props.hasNoWeek === true && 'max-desk:hidden',
        )}
      />
      <IconButton
        icon={open ? ChevronUp : ChevronDown}
        label={`${open ? 'Collapse' : 'Expand'} ${name}`}
        aria-expanded={open}
        aria-controls={moreId}
        onClick={() => onOpen(!open)}
        // The whole row expands and collapses, but for the checkbox.
        className="after:absolute after:inset-0 after:cursor-pointer max-desk:col-start-4 max-desk:row-span-2 max-desk:row-start-1"
      />
    </div>
  );
};

/** One person: a summary row, and the details when expanded. Rows that are out of sight are rendered when the user comes near them. */
export const PersonLine = (
  props: LineProps & {
    /** In sight when the list appears. */
    readonly inSight: boolean;
    /** Expanded, and brought into sight, when the list appears. */
    readonly isOpened?: boolean;
  },
) => {
  const { columns, id, name, address, selected, inSight, isOpened = false, children } = props;
  const [open, setOpen] = useState(isOpened);
  const [ref, near] = useNearWindow(inSight || isOpened);
  const moreId = useId();
  return (
    <li
      ref={ref}
      data-person={id}
      data-open={open || undefined}
      data-selected={selected || undefined}
      className={cn(
        rowClasses,
        'border-b border-line-soft last:rounded-b-[11px] last:border-b-0 data-open:bg-paper data-selected:bg-[color-mix(in_oklab,var(--color-accent-tint)_45%,var(--color-card))]',
      )}
    >
      {near ? (
        <>
          <WholeLine {...props} open={open} onOpen={setOpen} moreId={moreId} />
          <section id={moreId} aria-label={name} hidden={!open}>
            {open && children}
          </section>
        </>
      ) : (
        <DistantLine columns={columns} name={name} address={address} />
      )}
    </li>
  );
};

/** The details behind a person's row in three columns, and the actions on the person. */
export const PersonDetails = (props: {
  readonly noun: 'Student' | 'Teacher';
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  /** Opens what happened to the person. */
  readonly onHistory: () => void;
  /** More actions, between editing and deleting. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) => (
  <div className="grid grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_464px] gap-x-5 pt-1 pr-3 pb-4 pl-[54px] max-wide:grid-cols-2 max-wide:pl-[46px] max-desk:block max-desk:pr-3.5 max-desk:pl-[42px]">
    {props.children}
    {useContext(PastPeople) === null && (
      <div className="col-span-full flex flex-wrap gap-2 pt-2 max-desk:flex-col">
        <Button icon={PencilLine} onClick={props.onEdit}>
          Edit {props.noun}
        </Button>
        {props.actions}
        <Button icon={History} onClick={props.onHistory}>
          History
        </Button>
        <Button kind="danger" icon={Trash2} className="ml-auto max-desk:ml-0" onClick={props.onDelete}>
          Delete
        </Button>
      </div>
    )}
  </div>
);
