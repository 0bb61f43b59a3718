import type { Invoice } from '@rondo/contracts/api/billing.ts';
import { monthName } from '@rondo/contracts/calendar/months.ts';
import { memo, useMemo, useState } from 'react';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { counted } from '../../../lib/texts.ts';
import type { Selection } from '../../../lib/selection.ts';
import { useStable } from '../../../lib/page/stable.ts';
import { Checkbox } from '../../../ui/fields/choice.tsx';
import type { BulkAction } from '../../../ui/lists/bulk-bar.tsx';
import { useNearWindow } from '../../../ui/lists/near-window.ts';
import { MorePeople } from '../../../ui/lists/people-list.tsx';
import { SelectionHead } from '../../../ui/lists/selection-head.tsx';
import { firstOf, monthsOf, type MonthOfInvoices } from '../model/list.ts';
import { InvoiceTitles, columns, titlesClasses } from './InvoiceListLoading.tsx';
import { ClockAlert, Ellipsis, MailX } from 'lucide-react';
import { usePlace } from '../../../calendar/moments/moment-text.ts';
import { cn } from '../../../ui/cn.ts';
import { MenuOnDemand } from '../../../ui/overlays/menu-on-demand.tsx';
import { periodText } from '../model/period.ts';
import { billedWords, countWords, dueWords, paidWords } from '../model/words.ts';
import { InvoiceStatusBadge } from './InvoiceStatusBadge.tsx';
import { useInvoiceActions } from './use-invoice-actions.tsx';

const small = 'truncate text-small font-small text-ink-3';

const Late = ({ text, className }: { readonly text: string; readonly className?: string }) => (
  <p className={cn('flex items-center gap-1.5 text-small font-control whitespace-nowrap text-warn', className)}>
    <ClockAlert aria-hidden className="size-3 shrink-0" strokeWidth={2} />
    {text}
  </p>
);

const Due = ({ invoice, besideOpen }: { readonly invoice: Invoice; readonly besideOpen: boolean }) => {
  const { first, second, late } = dueWords(invoice, usePlace());
  return (
    <div
      className={cn(
        'min-w-0 max-wide:hidden max-desk:block',
        besideOpen && late
          ? 'max-desk:col-span-3 max-desk:col-start-2 max-desk:row-start-3'
          : 'max-desk:col-start-3 max-desk:row-start-2',
        // Narrow phones have room for the amount alone.
        besideOpen ? !late && 'max-[359px]:hidden' : 'max-desk:col-span-2',
      )}
    >
      <p
        className={cn(
          'truncate max-desk:text-small',
          invoice.status !== 'sent' && 'text-ink-2',
          late && 'max-desk:hidden',
        )}
      >
        {first}
      </p>
      {late ? <Late text={second} /> : second !== '' && <p className={cn(small, 'max-desk:hidden')}>{second}</p>}
    </div>
  );
};

/** The browser neither lays out nor paints what is in a row that is out of sight, and remembers how high the row was. */
const rowClasses = cn(
  '[content-visibility:auto] [contain-intrinsic-height:auto_57px] has-aria-expanded:[content-visibility:visible] max-desk:[contain-intrinsic-height:auto_73px]',
  'border-b border-line-soft last:border-b-0 data-selected:bg-[color-mix(in_oklab,var(--color-accent-tint)_45%,var(--color-card))]',
);
const lineClasses = cn(
  columns,
  'relative min-h-14 transition-colors duration-140 ease-rondo hover:bg-[color-mix(in_oklab,var(--color-line-soft)_35%,transparent)] max-desk:min-h-18 max-desk:gap-y-1 max-desk:py-2.5',
);

/** What is open of an invoice, and below it what has paid the rest. On phones only where that is another amount than the total. */
const Open = ({ invoice }: { readonly invoice: Invoice }) => {
  const { status, openAmount, currency } = invoice;
  const paid = paidWords(invoice);
  return (
    <div
      className={cn(
        'min-w-0 text-right tabular-nums max-desk:col-start-4 max-desk:row-start-2',
        paid === '' && 'max-desk:hidden',
      )}
    >
      {openAmount > 0 && (
        <p className="whitespace-nowrap max-desk:text-small">
          {moneyText(openAmount, currency)}
          <span className="desk:hidden"> open</span>
        </p>
      )}
      {status === 'paid' && <p className="text-ink-3 max-desk:hidden">None</p>}
      {paid !== '' && <p className={cn(small, 'max-desk:hidden')}>{paid}</p>}
    </div>
  );
};

type CellsProps = {
  readonly invoice: Invoice;
  /** The list has the column of what is open. */
  readonly withOpen: boolean;
  /** Whose lessons it bills, or that the student was removed. */
  readonly about: string;
  readonly onOpen: (invoice: Invoice) => void;
};

/** What an invoice's line says, and its menu. Rendered again only when something of it changes, which ticking it is not. */
const Cells = memo(function Cells({ invoice, withOpen, about, onOpen }: CellsProps) {
  const { invoiceNumber, payer, billingPeriodStart: from, billingPeriodEnd: to, total, currency } = invoice;
  const place = usePlace();
  const due = dueWords(invoice, place);
  const { entries, dialog } = useInvoiceActions(invoice, { view: () => onOpen(invoice) });
  const billed = billedWords(invoice);
  return (
    <>
      <div className="min-w-0 max-desk:col-span-2 max-desk:col-start-2 max-desk:row-start-1">
        <button
          type="button"
          aria-label={`${payer.name}, ${invoiceNumber}`}
          onClick={() => onOpen(invoice)}
          className="block max-w-full truncate text-left font-strong after:absolute after:inset-0"
        >
          {payer.name}
          {invoice.printedName !== undefined && <span className="text-ink-3"> (printed: {invoice.printedName})</span>}
        </button>
        {invoice.mail === 'failed' ? (
          <p className="flex items-center gap-1.5 text-small font-control whitespace-nowrap text-bad">
            <MailX aria-hidden className="size-3 shrink-0" strokeWidth={2} />
            Email not delivered
          </p>
        ) : (
          <>
            {/* Tablets have no column for when it is due. */}
            {due.late && <Late text={due.second} className="max-desk:hidden wide:hidden" />}
            <p className={cn(small, 'max-desk:hidden', due.late && 'max-wide:hidden')}>{about}</p>
          </>
        )}
      </div>
      <span className="max-desk:col-start-2 max-desk:row-start-2">
        <InvoiceStatusBadge invoice={invoice} />
      </span>
      <div className="min-w-0 max-desk:hidden">
        <p className="truncate text-ink-2">{invoiceNumber}</p>
        <p className={cn(small, 'tabular-nums')}>{periodText({ from, to }, place.today)}</p>
      </div>
      <div className="min-w-0 max-wide:hidden">
        <p className="truncate">{billed.first}</p>
        <p className={small}>{billed.second}</p>
      </div>
      <Due invoice={invoice} besideOpen={withOpen && paidWords(invoice) !== ''} />
      {withOpen && <Open invoice={invoice} />}
      <div className="text-right max-desk:col-start-4 max-desk:row-start-1">
        <p className="font-control whitespace-nowrap tabular-nums">{moneyText(total, currency)}</p>
        {total < 0 && <p className="text-small font-small text-ink-3 max-desk:hidden">Credit</p>}
      </div>
      <div className="relative z-1 has-aria-expanded:z-30 max-desk:col-start-5 max-desk:row-span-2 max-desk:row-start-1">
        <MenuOnDemand
          label={`Actions for ${invoiceNumber}`}
          sheet
          button={<Ellipsis aria-hidden className="size-4" strokeWidth={1.75} />}
          entries={entries}
        />
      </div>
      {dialog}
    </>
  );
});

/** One invoice of the list; the whole row opens it. What is out of sight is rendered when the user comes near it. */
const InvoiceLine = memo(function InvoiceLine(
  props: CellsProps & {
    readonly selected: boolean;
    /** In sight when the list appears. */
    readonly inSight: boolean;
    readonly onSelect: (id: string, on: boolean) => void;
  },
) {
  const { invoice, withOpen, about, selected, inSight, onSelect, onOpen } = props;
  const { invoiceNumber, payer } = invoice;
  const [ref, near] = useNearWindow(inSight);
  return (
    <li ref={ref} data-selected={selected || undefined} className={rowClasses}>
      <div className={lineClasses}>
        {near ? (
          <>
            <Checkbox
              label={`Select ${payer.name}, ${invoiceNumber}`}
              checked={selected}
              onChange={(on) => onSelect(invoice.id, on)}
              className="z-1 max-desk:row-span-2 max-desk:self-center"
            />
            <Cells invoice={invoice} withOpen={withOpen} about={about} onOpen={onOpen} />
          </>
        ) : (
          <p className="col-start-2 truncate font-strong">{payer.name}</p>
        )}
      </div>
    </li>
  );
});

/** How many lines the list has at first, and how many are added each time the user comes near its end. */
const page = 100;
/** As many lines as a window shows. */
const inSight = 16;

type MonthProps = {
  /** The ids of those that are in sight when the list appears. */
  readonly first: ReadonlySet<string>;
  readonly withOpen: boolean;
  readonly aboutOf: (invoice: Invoice) => string;
  readonly selection: Selection;
  readonly onOpen: (invoice: Invoice) => void;
};

const Month = ({
  month,
  first,
  withOpen,
  aboutOf,
  selection,
  onOpen,
}: MonthProps & { readonly month: MonthOfInvoices }) => {
  const title = monthName(month.month);
  return (
    <section aria-label={title} className="group/month">
      <div className="flex min-h-9 items-center gap-2 border-b border-line-soft bg-paper pr-[68px] pl-4 text-ink-2 max-desk:min-h-10 max-desk:pr-4">
        <h2 className="font-strong whitespace-nowrap text-ink">{title}</h2>
        <p className="truncate max-wide:hidden">{countWords(month)}</p>
        <p className="ml-auto text-right tabular-nums">
          {month.billed.map(({ amount, currency }) => moneyText(amount, currency)).join(', ')}
          {month.billed.length > 0 && ' billed'}
        </p>
      </div>
      <ul>
        {month.invoices.map((invoice) => (
          <InvoiceLine
            key={invoice.id}
            invoice={invoice}
            withOpen={withOpen}
            about={aboutOf(invoice)}
            selected={selection.ids.has(invoice.id)}
            inSight={first.has(invoice.id)}
            onSelect={selection.toggle}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </section>
  );
};

/** Invoices by month, the newest first, each of which can be selected. */
export const InvoiceList = (
  props: Omit<MonthProps, 'first' | 'withOpen'> & {
    readonly invoices: readonly Invoice[];
    readonly actions: readonly BulkAction[];
  },
) => {
  const { invoices, aboutOf, selection, actions } = props;
  const [most, setMost] = useState(page);
  const onOpen = useStable(props.onOpen);
  const months = useMemo(() => firstOf(monthsOf(invoices), most), [invoices, most]);
  const withOpen = useMemo(() => invoices.some((invoice) => paidWords(invoice) !== ''), [invoices]);
  const first = useMemo(
    () => new Set(months.flatMap((month) => month.invoices.map(({ id }) => id)).slice(0, inSight)),
    [months],
  );
  return (
    <div
      data-open={withOpen || undefined}
      className={cn('rounded-card border border-line bg-card', selection.ids.size > 0 && 'max-desk:mb-16')}
    >
      <SelectionHead noun="invoices" selection={selection} actions={actions} className={titlesClasses}>
        <InvoiceTitles withOpen={withOpen} />
      </SelectionHead>
      {months.map((month) => (
        <Month
          key={month.month}
          month={month}
          first={first}
          withOpen={withOpen}
          aboutOf={aboutOf}
          selection={selection}
          onOpen={onOpen}
        />
      ))}
      {invoices.length > most && (
        <ul>
          <MorePeople
            key={most}
            text={counted(invoices.length - most, 'more invoice')}
            onNear={() => setMost(most + page)}
          />
        </ul>
      )}
    </div>
  );
};
