import { ArrowDown, ArrowUp } from 'lucide-react';
import { StripDays } from '../fields/availability-strip.tsx';
import { cn } from '../cn.ts';

/** By which column a list is sorted, null where by none of them, and how to sort it by another one. */
export type Sort = {
  readonly column: number | null;
  readonly descending: boolean;
  readonly onSort: (column: number) => void;
};

const titleVisibility = ['', 'max-desk:hidden', 'max-desk:hidden', 'max-wide:hidden in-data-map:hidden'] as const;

/** The head of a column: a button that sorts the list by it, with an arrow where that is so. */
const SortTitle = ({
  title,
  column,
  sort,
}: {
  readonly title: string;
  readonly column: number;
  readonly sort: Sort;
}) => {
  const isSorted = sort.column === column;
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  const now = sort.descending ? ', downward now' : ', upward now';
  return (
    <button
      type="button"
      aria-pressed={isSorted}
      aria-label={`Sort by ${title}${isSorted ? now : ''}`}
      onClick={() => sort.onSort(column)}
      className={cn(
        'relative flex w-fit items-center gap-1 rounded-chip hover:text-ink max-desk:after:absolute max-desk:after:-inset-x-2 max-desk:after:-inset-y-3.5',
        isSorted && 'font-strong text-ink',
        titleVisibility[column],
      )}
    >
      {title}
      {isSorted && <Arrow aria-hidden className="size-3" strokeWidth={2} />}
    </button>
  );
};

/** The heads of the columns. */
export const Titles = ({
  titles,
  last,
  sort,
}: {
  readonly titles: readonly [string, string, string, string];
  /** Of a column before the week, by which it cannot be sorted. */
  readonly last?: string | undefined;
  readonly sort?: Sort | undefined;
}) => (
  <>
    {titles.map((title, column) =>
      sort ? (
        <SortTitle key={title} title={title} column={column} sort={sort} />
      ) : (
        <span key={title} aria-hidden className={titleVisibility[column]}>
          {title}
        </span>
      ),
    )}
    {last !== undefined && (
      <span aria-hidden className={titleVisibility[3]}>
        {last}
      </span>
    )}
    <StripDays className="wide:in-data-map:hidden" />
  </>
);
