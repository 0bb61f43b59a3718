import type { FamilyInvoice, FamilyPage } from '@rondo/contracts/api/calendars/family-page.ts';
import { Icon, Part } from './parts.tsx';
import { invoiceNote, listed, longDay, money, openSums, period } from './words.ts';

const InvoiceLine = ({ invoice, all }: { readonly invoice: FamilyInvoice; readonly all: number }) => (
  <li className="flex items-center gap-3 border-b border-line-soft py-2 pr-2 pl-5 last:border-b-0">
    <p className="min-w-0 grow">
      <b className="block font-strong">
        {period(invoice.from, invoice.to)}
        {invoice.students.length < all ? `, ${listed(invoice.students)}` : ''}
      </b>
      <span className="text-small text-ink-2">{invoiceNote(invoice)}</span>
    </p>
    <span className="font-strong tabular-nums">{money(invoice.total, invoice.currency)}</span>
    <a
      href={invoice.pdf}
      aria-label={`${invoice.number} as a PDF file`}
      className="grid size-11 shrink-0 place-items-center rounded-control text-ink-2 hover:text-ink"
    >
      <Icon name="download" />
    </a>
  </li>
);

export const Invoices = ({ page: { invoices, balance, students } }: { readonly page: FamilyPage }) => {
  if (balance === null) return null;
  const sums = openSums(invoices);
  const open = invoices.filter((invoice) => invoice.open > 0);
  const settled = invoices.filter((invoice) => invoice.open === 0);
  const first = [...open, ...settled.slice(0, Math.max(0, 2 - open.length))];
  const earlier = settled.filter((invoice) => !first.includes(invoice));
  const line = (invoice: FamilyInvoice) => <InvoiceLine key={invoice.ref} invoice={invoice} all={students.length} />;
  return (
    <Part title="Invoices">
      <div className="px-5 py-4">
        {sums.map(({ text, due }) => (
          <p key={text}>
            <b className="block text-figure font-figure tabular-nums">{text}</b>
            <span className="text-ink-2">to pay{due === null ? '' : ` by ${longDay(due)}`}</span>
          </p>
        ))}
        {sums.length === 0 && (
          <p className="text-ink-2">{balance.startsWith('Credit') ? balance : 'Nothing to pay.'}</p>
        )}
      </div>
      <ul className="set-off">{first.map(line)}</ul>
      {earlier.length > 0 && (
        <details className="border-t border-line">
          <summary className="flex min-h-11 cursor-pointer items-center justify-center font-control text-accent">
            {earlier.length === 1 ? '1 earlier invoice' : `${earlier.length} earlier invoices`}
          </summary>
          <ul className="border-t border-line-soft">{earlier.map(line)}</ul>
        </details>
      )}
    </Part>
  );
};
