import type { Invoice } from '@rondo/contracts/api/billing.ts';
import type { AccountLine } from '@rondo/contracts/api/payer-accounts.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useToday } from '../../../api/today.ts';
import { accountPath } from '../../../lib/paths.ts';
import { factLink } from '../../../ui/lists/facts.tsx';
import { accountQuery } from '../../payments/queries.ts';
import { dayText } from '../model/period.ts';

const row = 'flex justify-between gap-3 border-b border-line-soft py-2.5 desk:pr-11 max-desk:py-3';

/** What paid an invoice, oldest first. */
const paidBy = (lines: readonly AccountLine[], invoiceId: string) =>
  lines.flatMap(({ kind, id, date, text, allocations }) => {
    const part = allocations.find(({ to }) => to === invoiceId);
    return part ? [{ key: `${kind} ${id}`, date, text, amount: part.amount }] : [];
  });

/** Below the total: the credit that the invoice was issued with, and what paid it since; each leads to the account. */
export const Payments = ({ invoice }: { readonly invoice: Invoice }) => {
  const { id, payer, currency, paidAmount, openAmount, creditApplied, toPay } = invoice;
  const isPaid = paidAmount > 0;
  const { data: account } = useQuery({ ...accountQuery(payer.id), enabled: isPaid });
  const today = useToday();
  const parts = paidBy(account?.lines ?? [], id);
  return (
    <>
      {creditApplied > 0 && (
        <div className="tabular-nums">
          <p className={`${row} text-ink-2`}>
            <span>Credit applied</span>
            <span>{moneyText(-creditApplied, currency)}</span>
          </p>
          <p className={`${row} text-lead font-strong`}>
            <span>{toPay > 0 ? 'To pay' : 'Paid by credit'}</span>
            <span>{moneyText(toPay, currency)}</span>
          </p>
        </div>
      )}
      {isPaid && parts.length > 0 && (
        <section aria-label="Payments" className="mb-2">
          <h3 className="border-b border-line pt-3 pb-1.5 text-lead font-strong">Payments</h3>
          <ul>
            {parts.map(({ key, date, text, amount }) => (
              <li key={key} className={row}>
                <span className="min-w-0 break-words">
                  <Link to={accountPath(payer.id)} className={`font-control text-accent ${factLink}`}>
                    {text}
                  </Link>{' '}
                  <span className="whitespace-nowrap text-ink-2">on {dayText(date, today)}</span>
                </span>
                <span className="tabular-nums">{moneyText(amount, currency)}</span>
              </li>
            ))}
          </ul>
          {openAmount > 0 && (
            <p className="flex justify-between gap-3 py-2.5 font-strong tabular-nums desk:pr-11">
              <span>Open</span>
              <span>{moneyText(openAmount, currency)}</span>
            </p>
          )}
        </section>
      )}
    </>
  );
};
