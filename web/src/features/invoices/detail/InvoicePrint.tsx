import type { CreditedPrint as Print } from '@rondo/contracts/events/billing/invoice-print.ts';
import { Fragment } from 'react';
import { createPortal } from 'react-dom';
import { QrCode } from '../../../ui/figures/qr-code.tsx';

type Line = Print['lines'][number];

const figure = 'py-2 pl-4 text-right align-top whitespace-nowrap tabular-nums';

const Pair = ({ of: [label, text] }: { readonly of: Print['total'] }) => (
  <div className="flex justify-between gap-8 py-1">
    <dt>{label}</dt>
    <dd className="whitespace-nowrap tabular-nums">{text}</dd>
  </div>
);

const BilledTo = ({ billedTo: [name, ...address], facts }: Pick<Print, 'billedTo' | 'facts'>) => (
  <div className="mt-8 flex justify-between gap-8 break-inside-avoid">
    <div className="min-w-0">
      <p className="text-small text-ink-2">Billed to</p>
      <p className="font-strong">{name}</p>
      <p className="whitespace-pre-line">{address.join('\n')}</p>
    </div>
    <dl className="grid shrink-0 grid-cols-[auto_auto] content-start gap-x-4">
      {facts.map(([fact, text]) => (
        <Fragment key={fact}>
          <dt className="text-ink-2">{fact}</dt>
          <dd>{text}</dd>
        </Fragment>
      ))}
    </dl>
  </div>
);

const LineRow = ({ line: { text, detail, rate, amount } }: { readonly line: Line }) => (
  <tr className="break-inside-avoid border-t border-line">
    <td className="py-2">
      {text}
      {detail !== '' && <p className="text-small text-ink-2">{detail}</p>}
    </td>
    <td className={figure}>{rate}</td>
    <td className={figure}>{amount}</td>
  </tr>
);

/** The lines of a table; of a family's invoice with a head and a total for each child. */
const Lines = ({ print: { lines, children } }: { readonly print: Print }) => {
  const rows = (some: readonly Line[]) =>
    some.map((line) => <LineRow key={`${line.text} ${line.detail} ${line.rate}`} line={line} />);
  if (children.length === 0) return rows(lines);
  return children.map(({ name, lines: count, total }, i) => {
    const before = children.slice(0, i).reduce((sum, child) => sum + child.lines, 0);
    return (
      // Two children of one family can have one name.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={i}>
        <tr className="break-inside-avoid border-t border-line">
          <th colSpan={3} scope="rowgroup" className="py-2 font-strong">
            {name}
          </th>
        </tr>
        {rows(lines.slice(before, before + count))}
        {total !== null && (
          <tr className="break-inside-avoid border-t border-line">
            <td colSpan={2} className="py-2 text-small text-ink-2">
              {total[0]}
            </td>
            <td className={`${figure} font-strong`}>{total[1]}</td>
          </tr>
        )}
      </Fragment>
    );
  });
};

/** An invoice on paper, with the words of its PDF file. Visible only in print. */
export const InvoicePrint = ({ print }: { readonly print: Print }) => {
  const { studioName, contact, due, heading, sums, total, credit = [], payOnline, sections } = print;
  return createPortal(
    <div aria-hidden data-print="invoice" className="hidden text-body print:block">
      <p className="text-title font-title">{studioName}</p>
      <p className="whitespace-pre-line text-ink-2">{contact.join('\n')}</p>
      <BilledTo {...print} />
      <p className="mt-6 text-small text-ink-2">{due.label}</p>
      <p>
        <span className="text-figure font-figure">{due.amount}</span> {due.by}
      </p>
      <table className="mt-6 w-full text-left">
        <thead>
          <tr>
            <th className="py-2 font-strong">{heading}</th>
            <th className={`${figure} text-small font-small text-ink-2`}>Rate</th>
            <th className={`${figure} text-small font-small text-ink-2`}>Amount</th>
          </tr>
        </thead>
        <tbody>
          <Lines print={print} />
        </tbody>
      </table>
      <dl className="ml-auto w-fit min-w-64 break-inside-avoid border-t border-ink pt-2">
        {sums.map((sum) => (
          <Pair key={sum[0]} of={sum} />
        ))}
        <div className="font-strong">
          <Pair of={total} />
        </div>
        {credit.map((line) => (
          <Pair key={line[0]} of={line} />
        ))}
      </dl>
      {payOnline !== undefined && (
        <div className="mt-6 flex justify-between gap-8 break-inside-avoid">
          <div className="min-w-0">
            <p className="text-small text-ink-2">Pay online</p>
            <p className="break-all">{payOnline}</p>
          </div>
          <QrCode text={payOnline} label="QR code of the link" />
        </div>
      )}
      {sections.map(([title, text]) => (
        <div key={title} className="mt-6 break-inside-avoid">
          <p className="text-small text-ink-2">{title}</p>
          <p className="whitespace-pre-line">{text}</p>
        </div>
      ))}
    </div>,
    document.body,
  );
};
