import {
  currenciesOf,
  figureKinds,
  figuresOf,
  isPartlyPaid,
  type Figure,
  type FigureKind,
} from '@rondo/contracts/money/invoice-figures.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { calendarDate } from '@rondo/contracts/calendar/words.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ClockAlert } from 'lucide-react';
import { useCurrency } from '../../../api/settings.ts';
import { accountsQuery } from '../../payments/queries.ts';
import { moneyText, sumOf } from '@rondo/contracts/money/money.ts';
import { counted } from '../../../lib/texts.ts';
import { cn } from '../../../ui/cn.ts';
import { MoneyFigure } from '../../../ui/figures/money-figure.tsx';
import { useInvoiceFilter } from '../address.ts';
import { filterOfFigure } from '../model/list.ts';
import { invoicesQuery } from '../queries.ts';

const labels: Readonly<Record<FigureKind, string>> = {
  drafts: 'in drafts',
  billed: 'billed',
  paid: 'paid',
  outstanding: 'outstanding',
  pastDue: 'past due',
};

const FigureButton = (props: {
  readonly kind: FigureKind;
  readonly total: Figure;
  /** How many more invoices a part of it is of. */
  readonly inPart: number;
  readonly currency: string;
  readonly pressed: boolean;
  readonly onClick: () => void;
}) => {
  const { kind, total, inPart, currency, pressed, onClick } = props;
  const late = kind === 'pastDue';
  return (
    <button
      type="button"
      aria-pressed={pressed}
      title={pressed ? 'Show all invoices' : `Show what is ${labels[kind]}`}
      onClick={onClick}
      className={cn(
        'relative rounded-control text-left whitespace-nowrap after:absolute after:-inset-x-2 after:-inset-y-1 after:rounded-control hover:after:bg-ink/4',
        late && 'text-warn',
        pressed && 'after:border after:border-accent-line',
      )}
    >
      <MoneyFigure amount={total.amount} currency={currency} warning={late} className="block" />{' '}
      <span className="flex items-center gap-1.5">
        {late && <ClockAlert aria-hidden className="size-3.5 shrink-0" strokeWidth={2} />}
        <span className={cn('font-strong', !late && 'text-ink')}>{labels[kind]}</span>{' '}
        <span className="text-ink-2">
          {(total.count > 0 || inPart === 0) && counted(total.count, 'invoice')}
          {inPart > 0 && `${total.count > 0 ? ', ' : ''}${inPart} in part`}
        </span>
      </span>
    </button>
  );
};

/** The credit of all payers in the studio's currency; 0 while it is not known. */
const useCredit = (): number => {
  const { data: accounts = [] } = useQuery(accountsQuery);
  return sumOf(accounts.map((account) => account.credit));
};

/** What is in drafts, billed, paid, outstanding and past due, as far as there is any; each filters the list. A studio that changed its currency has a row for each. */
export const InvoiceFigures = ({ teacherId }: { readonly teacherId: string | null }) => {
  const { data: invoices } = useQuery({ ...invoicesQuery(teacherId), placeholderData: keepPreviousData });
  const [filter, setFilter] = useInvoiceFilter();
  const own = useCurrency();
  const credit = useCredit();
  if (!invoices || invoices.length === 0) return null;
  return (
    <div className="grid gap-3 max-desk:w-full">
      {currenciesOf(invoices, own).map((currency) => {
        const figures = figuresOf(invoices, currency);
        const inPart = invoices.filter((one) => one.currency === currency && isPartlyPaid(one)).length;
        const kinds = figureKinds.filter((kind) => figures[kind].count > 0 || (kind === 'paid' && inPart > 0));
        if (kinds.length === 0) return null;
        return (
          <fieldset
            key={currency}
            aria-label={`Invoices in ${currency}`}
            className="flex min-w-0 flex-wrap gap-x-10 gap-y-3 max-desk:gap-x-4 max-desk:[&>button]:min-w-[calc(50%-8px)]"
          >
            {kinds.map((kind) => (
              <FigureButton
                key={kind}
                kind={kind}
                total={figures[kind]}
                inPart={kind === 'paid' ? inPart : 0}
                currency={currency}
                pressed={filter === filterOfFigure[kind]}
                onClick={() => setFilter(filter === filterOfFigure[kind] ? 'all' : filterOfFigure[kind])}
              />
            ))}
            {currency === own && credit > 0 && (
              <p className="whitespace-nowrap max-wide:hidden" title="Payments that wait for the next invoice">
                <MoneyFigure amount={credit} currency={currency} className="block" />
                <span className="font-strong">credit</span>
              </p>
            )}
          </fieldset>
        );
      })}
    </div>
  );
};

/** The first day that any invoice bills, and on narrow screens the credit. */
export const InvoicesSince = ({ teacherId }: { readonly teacherId: string | null }) => {
  const { data: invoices = [] } = useQuery({ ...invoicesQuery(teacherId), placeholderData: keepPreviousData });
  const own = useCurrency();
  const credit = useCredit();
  const first = invoices.reduce<IsoDate | null>(
    (earliest, { billingPeriodStart }) =>
      earliest === null || billingPeriodStart < earliest ? billingPeriodStart : earliest,
    null,
  );
  return (
    first !== null && (
      <p className="text-ink-2">
        Since {calendarDate(first)}
        {/* Where the figures have no room for it without moving the list. */}
        {credit > 0 && <span className="whitespace-nowrap wide:hidden">. {moneyText(credit, own)} credit</span>}
      </p>
    )
  );
};
