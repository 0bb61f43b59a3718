import type { InvoiceDetail, InvoiceEntry as Entry } from '@rondo/contracts/api/billing.ts';
import { Calendar, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { momentText, usePlace } from '../../../calendar/moments/moment-text.ts';
import { moneyText, plainAmount } from '@rondo/contracts/money/money.ts';
import { cn } from '../../../ui/cn.ts';
import { markReturnToInvoicing } from '../../students/use-students-tab.ts';
import { entryTime, noticeWords, placeWords } from '../model/words.ts';

const columns =
  'grid grid-cols-[16px_124px_minmax(0,1fr)_76px_80px_32px] gap-x-3 max-desk:grid-cols-[16px_minmax(0,1fr)_60px_64px] max-desk:gap-x-2';
const amount = 'text-right tabular-nums';

/** The head of a note: a cross if the lesson does not take place, filled in the accent color while it is ahead. */
const Head = ({ isOff, ahead }: { readonly isOff: boolean; readonly ahead: boolean }) =>
  isOff ? (
    <X aria-hidden className="mt-1 size-3 text-ink-3" strokeWidth={3} />
  ) : (
    <i
      aria-hidden
      className={cn('mt-1.5 ml-px h-2 w-[11px] -rotate-18 rounded-full', ahead ? 'bg-accent' : 'bg-ink-3')}
    />
  );

const What = ({
  entry,
  taughtBy,
  explained,
  onOpen,
}: { readonly entry: Entry; readonly taughtBy: string; readonly explained: boolean } & Opens) => {
  const { status, cancelledAt, cancelledBy, noticeHours, billedOn, refund, refundedOn, rate } = entry;
  const place = usePlace();
  const sub = 'text-small font-small text-ink-2';
  return (
    <div className="min-w-0 max-desk:col-start-2 max-desk:row-start-2">
      {status === 'scheduled' && (
        <p>
          {placeWords(entry, place.today)}
          {taughtBy !== '' && ` with ${taughtBy}`}
        </p>
      )}
      {explained && <p className={sub}>Refunded by the next invoice if cancelled</p>}
      {status === 'deleted' && <p>No longer takes place</p>}
      {status === 'cancelled' && (
        <p>
          Cancelled
          {noticeHours !== null && (
            <>
              {' '}
              with <b className="font-strong">{noticeWords(noticeHours)}</b>
            </>
          )}
        </p>
      )}
      {cancelledAt !== null && (
        <p className={sub}>
          {cancelledBy !== null && `By ${cancelledBy}, `}
          {momentText(cancelledAt, place)}
        </p>
      )}
      {billedOn !== null && <OnInvoice label="Billed on" number={billedOn} onOpen={onOpen} />}
      {refundedOn !== null && <OnInvoice label="Refunded on" number={refundedOn} onOpen={onOpen} />}
      {status !== 'scheduled' && refund === null && refundedOn === null && rate > 0 && (
        <p className={sub}>Not refunded yet: the next invoice can do it</p>
      )}
    </div>
  );
};

const OnInvoice = ({ label, number, onOpen }: { readonly label: string; readonly number: string } & Opens) => (
  <p className="text-small font-small text-ink-2">
    {label}{' '}
    <button
      type="button"
      className="relative z-1 font-control whitespace-nowrap text-accent after:absolute after:-inset-x-2 after:-inset-y-3.5 hover:underline"
      onClick={() => onOpen(number)}
    >
      {number}
    </button>
  </p>
);

type Opens = { readonly onOpen: (number: string) => void };
type Columns = Opens & {
  readonly currency: string;
  readonly taughtBy: (teacherId: string) => string;
};

const Row = ({
  entry,
  explained,
  currency,
  taughtBy,
  onOpen,
}: Columns & {
  readonly entry: Entry;
  /** Says what a cancellation would do. */
  readonly explained: boolean;
}) => {
  const { date, movedTo, status, refund, rate, kind, billedOn, teacherId } = entry;
  const { today } = usePlace();
  const { day, time } = entryTime(entry);
  const isOff = status !== 'scheduled';
  return (
    <li
      className={cn(
        columns,
        'relative min-h-13 items-start border-b border-line-soft py-2 max-desk:gap-y-0.5 max-desk:py-2.5',
      )}
    >
      <Head isOff={isOff} ahead={(movedTo ?? date) >= today} />
      <div className="min-w-0 tabular-nums max-desk:flex max-desk:flex-wrap max-desk:items-baseline max-desk:gap-x-2">
        <p className={cn('max-desk:font-control', isOff && 'text-ink-2 line-through')}>{day}</p>
        <p className="text-small font-small text-ink-3">{time}</p>
      </div>
      <What entry={entry} taughtBy={taughtBy(teacherId)} explained={explained} onOpen={onOpen} />
      <p className={cn(amount, 'max-desk:col-start-3 max-desk:row-start-1')}>
        {billedOn === null && kind === 'lesson' && plainAmount(rate, currency)}
      </p>
      <p className={cn(amount, 'max-desk:col-start-4 max-desk:row-start-1')}>
        {refund !== null && plainAmount(-refund, currency)}
      </p>
      <Link
        to={`/schedule?day=${movedTo ?? date}&teacher=${teacherId}`}
        aria-label={`Open ${day} in the calendar`}
        title={`Open ${day} in the calendar`}
        onClick={markReturnToInvoicing}
        // On phones the whole row is the link.
        className="-my-1.5 grid size-8 place-items-center rounded-control text-ink-3 hover:text-ink max-desk:absolute max-desk:inset-0 max-desk:my-0 max-desk:size-auto"
      >
        <Calendar aria-hidden className="size-4 max-desk:hidden" strokeWidth={1.75} />
      </Link>
    </li>
  );
};

const SectionHead = ({ title, children }: { readonly title: string; readonly children?: ReactNode }) => (
  <div className={cn(columns, 'items-end border-b border-line pt-3 pb-1.5 text-small font-medium text-ink-3')}>
    <h3 className="col-span-3 text-lead font-strong text-ink max-desk:col-span-2">{title}</h3>
    {children}
  </div>
);

/** Charges by the month, above the lessons that they cover. */
const Months = ({ invoice }: { readonly invoice: InvoiceDetail }) =>
  invoice.items
    .filter(({ itemType }) => itemType === 'monthly')
    .map((item) => (
      <li key={`${item.description} ${item.rate}`} className={cn(columns, 'border-b border-line-soft py-2.5')}>
        <p className="col-span-3 max-desk:col-span-2">
          {item.description}
          {item.quantity > 1 && ` (${item.quantity} × ${plainAmount(item.rate, invoice.currency)})`}
        </p>
        <p className={amount}>{plainAmount(item.amount, invoice.currency)}</p>
      </li>
    ));

/** Each lesson once, with what it costs and what is given back; the columns add up to the invoice. */
export const Entries = (
  props: Opens & { readonly invoice: InvoiceDetail; readonly nameOf: (teacherId: string) => string },
) => {
  const { invoice, nameOf, onOpen } = props;
  const { entries, currency, subtotal, refunds, total } = invoice;
  const own = entries.filter(({ billedOn }) => billedOn === null);
  const earlier = entries.filter(({ billedOn }) => billedOn !== null);
  const several = new Set(entries.map(({ teacherId }) => teacherId)).size > 1;
  const shared = { currency, onOpen, taughtBy: (id: string): string => (several ? nameOf(id) : '') };
  const { today } = usePlace();
  const firstAhead = own.find(({ date, status, rate }) => date >= today && status === 'scheduled' && rate > 0);
  const row = (entry: Entry) => (
    <Row key={`${entry.lessonId} ${entry.date}`} entry={entry} explained={entry === firstAhead} {...shared} />
  );
  return (
    <div>
      <SectionHead title="Lessons">
        <span className="text-right">Billed</span>
        <span className="text-right">Refunded</span>
      </SectionHead>
      <ol aria-label="Lessons">
        <Months invoice={invoice} />
        {own.map(row)}
        {own.length === 0 && !invoice.items.some(({ itemType }) => itemType === 'monthly') && (
          <li className="py-3 text-ink-3">No lessons of this period</li>
        )}
      </ol>
      {earlier.length > 0 && (
        <>
          <SectionHead title="Since the last invoice" />
          <ol aria-label="Since the last invoice">{earlier.map(row)}</ol>
        </>
      )}
      <div className={cn(columns, 'py-2.5 font-strong')}>
        <p className="col-span-3 font-normal text-ink-2 max-desk:col-span-2">Sum</p>
        <p className={amount}>{plainAmount(subtotal, currency)}</p>
        <p className={amount}>{refunds !== 0 && plainAmount(-refunds, currency)}</p>
      </div>
      <div className={cn(columns, 'items-baseline border-t border-line py-2.5 text-lead font-strong')}>
        <p className="col-span-3 max-desk:col-span-2">{total < 0 ? 'Credit' : 'Total'}</p>
        <p className={cn(amount, 'col-span-2')}>{moneyText(total, currency)}</p>
      </div>
    </div>
  );
};
