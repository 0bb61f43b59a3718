import type { Invoice } from '@rondo/contracts/api/billing.ts';
import { monthName } from '@rondo/contracts/calendar/months.ts';
import { useState } from 'react';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { counted } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { firstOf, monthsOf, type MonthOfInvoices } from '../model/list.ts';
import { InvoiceHeads } from './InvoiceListLoading.tsx';
import { InvoiceLine } from './InvoiceLine.tsx';

/** The list shows this many invoices until it is opened. */
const shownAtFirst = 100;

const countWords = ({ invoices, drafts }: MonthOfInvoices): string => {
  const all = counted(invoices.length, 'invoice');
  if (drafts === 0) return all;
  if (drafts === invoices.length) return `${all}, ${drafts === 1 ? 'a draft' : 'all drafts'}`;
  return `${all}, ${drafts} of them ${drafts === 1 ? 'a draft' : 'drafts'}`;
};

const Month = (props: {
  readonly month: MonthOfInvoices;
  readonly aboutOf: (invoice: Invoice) => string;
  readonly onOpen: (invoice: Invoice) => void;
}) => {
  const { month, aboutOf, onOpen } = props;
  const title = monthName(month.month);
  return (
    <section aria-label={title} className="group/month">
      <div className="flex min-h-9 items-center gap-2 border-b border-line-soft bg-paper pr-[68px] pl-4 text-ink-2 max-desk:min-h-10 max-desk:pr-4 max-desk:group-first/month:rounded-t-[11px]">
        <h2 className="font-strong whitespace-nowrap text-ink">{title}</h2>
        <p className="truncate max-wide:hidden">{countWords(month)}</p>
        <p className="ml-auto text-right tabular-nums">
          {month.billed.map(({ amount, currency }) => moneyText(amount, currency)).join(', ')}
          {month.billed.length > 0 && ' billed'}
        </p>
      </div>
      <ul>
        {month.invoices.map((invoice) => (
          <InvoiceLine key={invoice.id} invoice={invoice} about={aboutOf(invoice)} onOpen={() => onOpen(invoice)} />
        ))}
      </ul>
    </section>
  );
};

/** Invoices by month, the newest first. */
export const InvoiceList = (props: {
  readonly invoices: readonly Invoice[];
  readonly aboutOf: (invoice: Invoice) => string;
  readonly onOpen: (invoice: Invoice) => void;
}) => {
  const { invoices, aboutOf, onOpen } = props;
  const [open, setOpen] = useState(false);
  const months = monthsOf(invoices);
  const visible = open ? months : firstOf(months, shownAtFirst);
  return (
    <>
      <div className="rounded-card border border-line bg-card">
        <InvoiceHeads />
        <div>
          {visible.map((month) => (
            <Month key={month.month} month={month} aboutOf={aboutOf} onOpen={onOpen} />
          ))}
        </div>
      </div>
      {!open && invoices.length > shownAtFirst && (
        <Button kind="quiet" className="mt-2" onClick={() => setOpen(true)}>
          Show all {invoices.length}
        </Button>
      )}
    </>
  );
};
