import type { Invoice } from '@rondo/contracts/api/billing.ts';
import type { Account, AccountLine } from '@rondo/contracts/api/payer-accounts.ts';
import type { Allocation, Payment } from '@rondo/contracts/api/payments.ts';
import { monthName } from '@rondo/contracts/calendar/months.ts';
import { isPartlyPaid } from '@rondo/contracts/money/invoice-figures.ts';
import { moneyText, plainAmount } from '@rondo/contracts/money/money.ts';
import { Banknote, Ellipsis, Receipt, Undo2, Users, WalletMinimal } from 'lucide-react';
import { Fragment, useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { usePlace } from '../../../calendar/moments/moment-text.ts';
import { invoicePath } from '../../../lib/paths.ts';
import { cn } from '../../../ui/cn.ts';
import { factLink } from '../../../ui/lists/facts.tsx';
import { MenuOnDemand } from '../../../ui/overlays/menu-on-demand.tsx';
import { PartlyPaidBadge } from '../../invoices/components/InvoiceStatusBadge.tsx';
import { dayText, periodText } from '../../invoices/model/period.ts';
import { childrenWords, dueWords } from '../../invoices/model/words.ts';
import { balanceWords, documentName, monthsOf } from '../model/words.ts';
import { lineActions, type OpenDialog } from './line-actions.tsx';
import { VoidedPayments } from './VoidedPayments.tsx';

const icons = {
  opening: WalletMinimal,
  invoice: Receipt,
  credit: Receipt,
  payment: Banknote,
  refund: Undo2,
  joined: Users,
} as const satisfies Record<AccountLine['kind'], typeof Users>;

/** Day, sign, what, billed, paid, balance, menu. On phones: day and balance, then what and the amount. */
const columns =
  'grid grid-cols-[56px_16px_minmax(0,1fr)_auto_auto_36px] wide:grid-cols-[56px_16px_minmax(0,1fr)_84px_84px_124px_36px] items-center gap-x-3 pr-3 pl-4 max-desk:grid-cols-[minmax(0,1fr)_auto_44px] max-desk:gap-x-2 max-desk:pr-1';

const small = 'text-small text-ink-3';

/** In small text, as wide and high as a finger on phones. */
const smallLink = cn(factLink, 'max-desk:after:-inset-y-[17px]!');

const InvoiceLink = ({ number }: { readonly number: string }) => (
  <Link to={invoicePath(number)} className={cn('font-control text-accent', smallLink)}>
    {number}
  </Link>
);

/** What a source pays: "For INV-1 and the opening balance"; the amount of each if there are several. */
const Pays = ({
  allocations,
  currency,
}: {
  readonly allocations: readonly Allocation[];
  readonly currency: string;
}) => (
  <>
    For{' '}
    {allocations.map(({ to, number, amount }, i) => (
      <Fragment key={to}>
        {i > 0 && (i === allocations.length - 1 ? ' and ' : ', ')}
        <span className="whitespace-nowrap">
          {number.startsWith('Opening') ? documentName({ number }) : <InvoiceLink number={number} />}
          {allocations.length > 1 && ` ${plainAmount(amount, currency)}`}
        </span>
      </Fragment>
    ))}
  </>
);

type LineProps = {
  readonly account: Account;
  readonly line: AccountLine;
  readonly invoice: Invoice | undefined;
  readonly payment: Payment | undefined;
  /** Null where nothing can be changed. */
  readonly onOpen: ((dialog: OpenDialog) => void) | null;
};

const InvoiceAbout = ({ invoice }: { readonly invoice: Invoice }) => {
  const place = usePlace();
  const { first, second, late } = dueWords(invoice, place);
  const period = { from: invoice.billingPeriodStart, to: invoice.billingPeriodEnd };
  const children = childrenWords(invoice);
  return (
    <p className={small}>
      {children !== '' && `${children}, `}
      <span className="whitespace-nowrap">{periodText(period, place.today)}.</span>{' '}
      <span className={cn('whitespace-nowrap', late && 'font-control text-warn')}>
        {late && second !== '' ? `${first}, ${second.charAt(0).toLowerCase()}${second.slice(1)}` : first}
      </span>
    </p>
  );
};

const PaymentAbout = ({ payment, line }: { readonly payment: Payment | undefined; readonly line: AccountLine }) => {
  const { allocations, currency } = line;
  const parts: readonly { readonly key: string; readonly text: ReactNode }[] = [
    ...(allocations.length === 0
      ? []
      : [{ key: 'pays', text: <Pays allocations={allocations} currency={currency} /> }]),
    ...(payment && payment.unallocated > 0
      ? [{ key: 'credit', text: `${moneyText(payment.unallocated, currency)} credit` }]
      : []),
    ...(payment && payment.refunded > 0
      ? [{ key: 'refunded', text: `${moneyText(payment.refunded, currency)} refunded` }]
      : []),
  ];
  return (
    <>
      {parts.length > 0 && (
        <p className={small}>
          {parts.map((part, i) => (
            <Fragment key={part.key}>
              {i > 0 && ', '}
              {part.text}
            </Fragment>
          ))}
        </p>
      )}
      {payment?.note != null && <p className={cn(small, 'break-words whitespace-pre-wrap')}>{payment.note}</p>}
    </>
  );
};

const What = ({ line, invoice, payment }: Omit<LineProps, 'onOpen' | 'account'>) => {
  const { kind, text, allocations, currency } = line;
  return (
    <div className="min-w-0 max-desk:col-start-1 max-desk:row-start-2">
      <p
        className={cn(
          'flex flex-wrap items-center gap-x-2 gap-y-0.5',
          kind === 'joined' ? 'text-ink-2' : 'font-strong',
        )}
      >
        <span className="min-w-0 break-words">
          {invoice ? (
            <Link to={invoicePath(invoice.invoiceNumber)} className={factLink}>
              {invoice.invoiceNumber}
            </Link>
          ) : (
            text
          )}
        </span>
        {invoice && isPartlyPaid(invoice) && <PartlyPaidBadge />}
      </p>
      {invoice && <InvoiceAbout invoice={invoice} />}
      {kind === 'payment' ? (
        <PaymentAbout payment={payment} line={line} />
      ) : (
        allocations.length > 0 && (
          <p className={small}>
            <Pays allocations={allocations} currency={currency} />
          </p>
        )
      )}
    </div>
  );
};

/** The amounts of a line: what it billed in one column, what it paid in the other. A refund of money is paid less. */
const amountsOf = ({ account, line }: Pick<LineProps, 'account' | 'line'>) => {
  const { kind, amount, currency } = line;
  if (amount === null) return { billed: '', paid: '' };
  const text = (sum: number): string =>
    currency === account.currency ? plainAmount(sum, currency) : moneyText(sum, currency);
  const isPaid = kind === 'payment' || kind === 'refund' || amount < 0;
  return isPaid ? { billed: '', paid: text(-amount) } : { billed: text(amount), paid: '' };
};

const Line = (props: LineProps) => {
  const { account, line, payment, onOpen } = props;
  const { kind, date, balance, currency } = line;
  const { today } = usePlace();
  const Icon = icons[kind];
  const { billed, paid } = amountsOf(props);
  const entries = onOpen === null ? [] : lineActions(account, line, payment, onOpen);
  const day = dayText(date, today);
  const isPayment = kind === 'payment';
  const amountClass =
    'text-right tabular-nums max-desk:col-start-2 max-desk:row-start-2 max-desk:self-start max-desk:font-control max-desk:empty:hidden';
  return (
    <li
      className={cn(
        columns,
        'relative border-b border-line-soft py-1.5 last:border-b-0 max-desk:py-2.5 has-aria-expanded:z-30',
        kind === 'joined' ? 'min-h-10' : 'min-h-13 max-desk:min-h-16',
      )}
    >
      <span className="text-ink-2 tabular-nums max-desk:col-start-1 max-desk:row-start-1 max-desk:text-small max-desk:text-ink-3">
        {day}
      </span>
      <Icon
        aria-hidden
        className={cn('size-4 max-desk:hidden', isPayment ? 'text-ok' : 'text-ink-3')}
        strokeWidth={1.75}
      />
      <What {...props} />
      <span className={cn(amountClass, 'max-wide:empty:hidden')}>{billed}</span>
      <span className={cn(amountClass, 'max-wide:empty:hidden', isPayment && 'text-ok')}>{paid}</span>
      <span className="text-right text-ink-2 tabular-nums max-wide:min-w-28 max-desk:col-start-2 max-desk:row-start-1 max-desk:min-w-0 max-desk:text-small">
        {kind !== 'joined' && balanceWords(balance, currency, currency === account.currency ? plainAmount : moneyText)}
      </span>
      {entries.length > 0 && (
        <div className="max-desk:col-start-3 max-desk:row-span-2 max-desk:row-start-1 max-desk:self-center">
          <MenuOnDemand
            label={`Actions for ${line.text}, ${day}`}
            sheet
            button={<Ellipsis aria-hidden className="size-4" strokeWidth={1.75} />}
            entries={entries}
          />
        </div>
      )}
    </li>
  );
};

/** How many lines the server sends at most. */
const most = 500;

/** The lines of an account by month, the newest first, with the balance after each. */
export const Ledger = (props: {
  readonly account: Account;
  readonly invoices: readonly Invoice[];
  readonly payments: readonly Payment[];
  /** Null where nothing can be changed. */
  readonly onOpen: ((dialog: OpenDialog) => void) | null;
}) => {
  const { account, invoices, payments, onOpen } = props;
  const months = useMemo(() => monthsOf(account.lines, account.currency), [account]);
  const invoiceOf = useMemo(() => new Map(invoices.map((one) => [one.id, one])), [invoices]);
  const paymentOf = useMemo(() => new Map(payments.map((one) => [one.id, one])), [payments]);
  return (
    <section aria-label="Account" className="min-w-0 rounded-card border border-line bg-card">
      <div
        aria-hidden
        className={cn(columns, 'h-9 border-b border-line text-small font-medium text-ink-3 max-wide:hidden')}
      >
        <span>Date</span>
        <span />
        <span>What</span>
        <span className="text-right">Billed</span>
        <span className="text-right">Paid</span>
        <span className="text-right">Balance</span>
      </div>
      {months.map(({ month, lines, sums }) => (
        <section
          key={month}
          aria-label={monthName(month)}
          className="group/month border-b border-line-soft last:border-b-0"
        >
          <div className="flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line-soft bg-paper max-wide:group-first-of-type/month:rounded-t-[11px] py-1 pr-[60px] pl-4 text-ink-2 max-desk:min-h-10 max-desk:pr-4">
            <h2 className="font-strong whitespace-nowrap text-ink">{monthName(month)}</h2>
            <p className="ml-auto text-right tabular-nums">{sums}</p>
          </div>
          <ul>
            {lines.map((line) => (
              <Line
                key={`${line.kind} ${line.id}`}
                account={account}
                line={line}
                invoice={invoiceOf.get(line.id)}
                payment={paymentOf.get(line.id)}
                onOpen={onOpen}
              />
            ))}
          </ul>
        </section>
      ))}
      {account.lines.length >= most && (
        <p className="border-t border-line-soft px-4 py-3 text-ink-3">
          The newest {most} lines. A statement has those of any period.
        </p>
      )}
      <VoidedPayments payments={payments} />
    </section>
  );
};
