import type { InvoiceDetail, InvoiceEntry as Entry } from '@rondo/contracts/api/billing.ts';
import { Calendar, ChevronDown, X } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { usePlace } from '../../../calendar/moments/moment-text.ts';
import { moneyText, plainAmount } from '@rondo/contracts/money/money.ts';
import { counted } from '../../../lib/texts.ts';
import { cn } from '../../../ui/cn.ts';
import { markReturnToInvoicing } from '../../students/use-students-tab.ts';
import { entryTime } from '../model/words.ts';
import { EntryFate, type Opens } from './EntryFate.tsx';

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
  const { date, movedTo, status, refund, rate, kind, billedOn, teacherId, corrected } = entry;
  const billed = billedOn === null && kind === 'lesson' ? rate : corrected;
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
      <EntryFate entry={entry} taughtBy={taughtBy(teacherId)} explained={explained} onOpen={onOpen} />
      <p className={cn(amount, 'max-desk:col-start-3 max-desk:row-start-1')}>
        {billed !== null && plainAmount(billed, currency)}
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
const Months = ({ items, currency }: Pick<InvoiceDetail, 'items' | 'currency'>) =>
  items
    .filter(({ itemType }) => itemType === 'monthly')
    .map((item) => (
      <li key={`${item.description} ${item.rate}`} className={cn(columns, 'border-b border-line-soft py-2.5')}>
        <p className="col-span-3 max-desk:col-span-2">
          {item.description}
          {item.quantity > 1 && ` (${item.quantity} × ${plainAmount(item.rate, currency)})`}
        </p>
        <p className={amount}>{plainAmount(item.amount, currency)}</p>
      </li>
    ));

const ChargeRows = ({ items, currency }: Pick<InvoiceDetail, 'items' | 'currency'>) =>
  items
    .filter(({ itemType }) => itemType === 'charge')
    .map(({ chargeId, description, amount: cost }) => (
      <li key={chargeId} className={cn(columns, 'border-b border-line-soft py-2.5')}>
        <p className="col-span-3 break-words max-desk:col-span-2">{description}</p>
        <p className={amount}>{plainAmount(cost, currency)}</p>
      </li>
    ));

/** What the student is charged besides lessons. */
const Charges = ({ invoice, children }: { readonly invoice: InvoiceDetail; readonly children: ReactNode }) => {
  const charges = invoice.items.filter(({ itemType }) => itemType === 'charge');
  if (charges.length === 0) return null;
  return (
    <>
      <SectionHead title="Charges">{children}</SectionHead>
      <ol aria-label="Charges">
        <ChargeRows items={charges} currency={invoice.currency} />
      </ol>
    </>
  );
};

/** One child of a family's invoice: a line with the sums that opens into the lessons. */
const Child = (props: {
  readonly child: InvoiceDetail['students'][number];
  readonly lessons: number;
  readonly currency: string;
  readonly children: ReactNode;
}) => {
  const { child, lessons, currency, children } = props;
  const [open, setOpen] = useState(true);
  const id = useId();
  return (
    <>
      <div className={cn(columns, 'relative min-h-10 items-center border-b border-line-soft py-2 font-strong')}>
        <h4 className="col-span-3 flex min-w-0 flex-wrap items-baseline gap-x-3 max-desk:col-span-2">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
            className="min-w-0 text-left font-strong break-words after:absolute after:inset-0"
          >
            {child.name}
          </button>
          {lessons > 0 && <span className="font-normal text-ink-2">{counted(lessons, 'lesson')}</span>}
        </h4>
        <p className={amount}>{plainAmount(child.subtotal, currency)}</p>
        <p className={amount}>{child.refunds !== 0 && plainAmount(-child.refunds, currency)}</p>
        <ChevronDown
          aria-hidden
          className={cn(
            'm-auto size-4 text-ink-3 transition-transform duration-140 ease-rondo max-desk:hidden',
            open && 'rotate-180',
          )}
          strokeWidth={1.75}
        />
      </div>
      {open && (
        <ol id={id} aria-label={`Lessons of ${child.name}`}>
          {children}
        </ol>
      )}
    </>
  );
};

/** Each lesson once, with what it costs and what is given back; the columns add up to the invoice. */
export const Entries = (
  props: Opens & { readonly invoice: InvoiceDetail; readonly nameOf: (teacherId: string) => string },
) => {
  const { invoice, nameOf, onOpen } = props;
  const { entries, currency, subtotal, refunds, total } = invoice;
  const own = entries.filter(({ billedOn }) => billedOn === null);
  const earlier = entries.filter(({ billedOn }) => billedOn !== null);
  const has = (kind: 'monthly' | 'charge'): boolean => invoice.items.some(({ itemType }) => itemType === kind);
  const hasLessons = own.length > 0 || has('monthly') || !has('charge');
  const heads = (
    <>
      <span className="text-right">Billed</span>
      <span className="text-right">Refunded</span>
    </>
  );
  const isOfFamily = invoice.payer.type === 'household';
  const several = new Set(entries.map(({ teacherId }) => teacherId)).size > 1;
  const shared = { currency, onOpen, taughtBy: (id: string): string => (several ? nameOf(id) : '') };
  const { today } = usePlace();
  const firstAhead = own.find(({ date, status, rate }) => date >= today && status === 'scheduled' && rate > 0);
  const row = (entry: Entry) => (
    <Row key={`${entry.lessonId} ${entry.date}`} entry={entry} explained={entry === firstAhead} {...shared} />
  );
  return (
    <div>
      {isOfFamily && (
        <>
          <SectionHead title="Lessons">{heads}</SectionHead>
          {invoice.students.map((child) => {
            const isOf = ({ studentId }: { readonly studentId: string }): boolean => studentId === child.studentId;
            const items = invoice.items.filter(isOf);
            return (
              <Child key={child.studentId} child={child} lessons={own.filter(isOf).length} currency={currency}>
                <Months items={items} currency={currency} />
                {own.filter(isOf).map(row)}
                <ChargeRows items={items} currency={currency} />
                {earlier.filter(isOf).map(row)}
              </Child>
            );
          })}
        </>
      )}
      {!isOfFamily && hasLessons && (
        <>
          <SectionHead title="Lessons">{heads}</SectionHead>
          <ol aria-label="Lessons">
            <Months items={invoice.items} currency={currency} />
            {own.map(row)}
            {own.length === 0 && !has('monthly') && <li className="py-3 text-ink-3">No lessons of this period</li>}
          </ol>
        </>
      )}
      {!isOfFamily && <Charges invoice={invoice}>{!hasLessons && heads}</Charges>}
      {!isOfFamily && earlier.length > 0 && (
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
