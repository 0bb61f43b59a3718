import { cn } from '../../../ui/cn.ts';
import { Skeleton, WhileLoading } from '../../../ui/lists/panels.tsx';
import { headClasses } from '../../../ui/lists/selection-head.tsx';

/** Checkbox, student, status, number, what for, due, total, menu. On phones: checkbox, name and total, then status and due. */
const usual =
  'grid grid-cols-[18px_minmax(0,1.2fr)_104px_132px_minmax(0,1fr)_148px_112px_36px] items-center gap-x-5 pr-3 pl-4 max-wide:grid-cols-[18px_minmax(0,1fr)_104px_132px_112px_36px] max-wide:gap-x-3 max-desk:grid-cols-[18px_auto_minmax(0,1fr)_auto_44px] max-desk:gap-x-2 max-desk:pr-1 max-desk:pl-4';

/** The same with what is open before the total; `data-open` on the list. On phones what is open stands below the total. */
const openColumns =
  'in-data-open:gap-x-4 in-data-open:grid-cols-[18px_minmax(0,1.2fr)_108px_124px_minmax(0,1fr)_136px_108px_100px_36px] in-data-open:max-wide:gap-x-3 in-data-open:max-wide:grid-cols-[18px_minmax(0,1fr)_104px_116px_100px_92px_36px] in-data-open:max-desk:gap-x-2 in-data-open:max-desk:grid-cols-[18px_auto_minmax(0,1fr)_auto_44px]';

export const columns = cn(usual, openColumns);

/** How the titles of the columns look; on phones there is the first alone. */
export const titlesClasses = cn(columns, 'bg-card text-small font-medium text-ink-3');

/** The titles of the columns. */
export const InvoiceTitles = ({ withOpen = false }: { readonly withOpen?: boolean }) => (
  <>
    <span aria-hidden className="max-desk:col-span-4">
      Family or student
    </span>
    <span aria-hidden className="max-desk:hidden">
      Status
    </span>
    <span aria-hidden className="max-desk:hidden">
      Invoice
    </span>
    <span aria-hidden className="max-wide:hidden">
      What for
    </span>
    <span aria-hidden className="max-wide:hidden">
      Due
    </span>
    {withOpen && (
      <span aria-hidden className="text-right max-desk:hidden">
        Open
      </span>
    )}
    <span aria-hidden className="text-right max-desk:hidden">
      Total
    </span>
  </>
);

/** The outline of the list while it is loading. */
export const InvoiceListLoading = () => (
  <WhileLoading label="Loading invoices">
    <div className="rounded-card border border-line bg-card">
      <div className={cn(headClasses, titlesClasses)}>
        <span />
        <InvoiceTitles />
      </div>
      {Array.from({ length: 8 }, (_, line) => (
        <div key={line} className={cn(columns, 'min-h-14 border-b border-line-soft last:border-b-0 max-desk:min-h-18')}>
          <Skeleton className="size-[18px]" />
          <Skeleton className="h-3.5 w-36 max-desk:col-span-2" />
          <Skeleton className="h-5 w-16 max-desk:hidden" />
          <Skeleton className="h-3.5 w-24 max-desk:hidden" />
          <Skeleton className="h-3.5 w-20 max-wide:hidden" />
          <Skeleton className="h-3.5 w-20 max-wide:hidden" />
          <Skeleton className="ml-auto h-3.5 w-16" />
        </div>
      ))}
    </div>
  </WhileLoading>
);
