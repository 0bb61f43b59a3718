import type { InvoiceDetail, InvoiceEntry } from '@rondo/contracts/api/billing.ts';
import type { Settings } from '@rondo/contracts/api/settings.ts';
import { calendarDate } from '@rondo/contracts/calendar/words.ts';
import { createPortal } from 'react-dom';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { periodText } from '../model/period.ts';
import { entryTime } from '../model/words.ts';

/** Why an entry is refunded. What happened after the invoice was created is not printed on it. */
const refundWords = ({ status }: InvoiceEntry): string =>
  status === 'deleted' ? 'no longer takes place' : 'cancelled';

/** The printed invoice: who bills whom, how much by when, and for which lessons. Visible only in print. */
export const InvoicePrint = (props: { readonly invoice: InvoiceDetail; readonly studio: Settings | undefined }) => {
  const { invoice, studio } = props;
  const { invoiceNumber, studentName, billingPeriodStart: from, billingPeriodEnd: to, total, currency } = invoice;
  const sender = [studio?.studioAddress, studio?.studioPhone, studio?.studioEmail].filter((line) => line);
  return createPortal(
    <div aria-hidden data-print="invoice" className="hidden text-body print:block">
      <p className="text-title font-title">{studio?.studioName ?? 'Invoice'}</p>
      {sender.map((line) => (
        <p key={line} className="whitespace-pre-line text-ink-2">
          {line}
        </p>
      ))}
      <p className="mt-8 text-lead font-strong">Invoice {invoiceNumber}</p>
      <p>
        {studentName}, {periodText({ from, to }, '')}
      </p>
      <p className="mt-4 text-figure font-figure">{moneyText(total, currency)}</p>
      <p>{total < 0 ? 'Credit' : invoice.dueDate !== null && `Due ${calendarDate(invoice.dueDate)}`}</p>
      <table className="mt-6 w-full text-left">
        <tbody>
          {invoice.items.map((item) => (
            <tr key={`${item.description} ${item.rate}`} className="break-inside-avoid border-t border-line">
              <td className="py-2 pr-4">{item.description}</td>
              <td className="py-2 pr-4 text-right whitespace-nowrap tabular-nums">
                {item.quantity} × {moneyText(item.rate, currency)}
              </td>
              <td className="py-2 text-right whitespace-nowrap tabular-nums">{moneyText(item.amount, currency)}</td>
            </tr>
          ))}
          <tr className="border-t border-ink font-strong">
            <td colSpan={2} className="py-2">
              {total < 0 ? 'Credit' : 'Total'}
            </td>
            <td className="py-2 text-right tabular-nums">{moneyText(total, currency)}</td>
          </tr>
        </tbody>
      </table>
      <p className="mt-4 text-small text-ink-2">
        {invoice.entries
          .map((entry) => `${entryTime(entry).day}${entry.refund === null ? '' : ` ${refundWords(entry)}`}`)
          .join('; ')}
      </p>
      {studio?.paymentInstructions && <p className="mt-6 whitespace-pre-line">{studio.paymentInstructions}</p>}
      {invoice.notes !== null && <p className="mt-4 whitespace-pre-line">{invoice.notes}</p>}
    </div>,
    document.body,
  );
};
