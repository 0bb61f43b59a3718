import type { Invoice } from '@rondo/contracts/api/billing.ts';
import { moneyText, sumOf } from '@rondo/contracts/money/money.ts';
import { Files, ReceiptText, X } from 'lucide-react';
import { counted } from '../../../lib/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { mostPdfs } from '../model/list.ts';
import { currenciesOf } from '../model/totals.ts';
import { useDownloadPdf } from '../commands.ts';

/** The invoices that were just created, as far as they still exist, with one file for all of them. */
export const NewInvoices = ({ made, onClose }: { readonly made: readonly Invoice[]; readonly onClose: () => void }) => {
  const pdfs = useDownloadPdf();
  const [first] = made;
  if (!first) return null;
  const sums = currenciesOf(made, first.currency).map((currency) =>
    moneyText(sumOf(made.filter((one) => one.currency === currency).map(({ total }) => total)), currency),
  );
  const tooMany = made.length > mostPdfs;
  return (
    <section
      aria-label="New invoices"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-accent-line bg-accent-tint py-2 pr-2 pl-4 max-desk:pl-3"
    >
      <ReceiptText aria-hidden className="size-4 shrink-0 text-accent" strokeWidth={1.75} />
      <p className="min-w-0 grow">
        <b className="font-strong">{counted(made.length, 'new invoice')}</b>, {sums.join(' and ')}
      </p>
      <Button
        icon={Files}
        loading={pdfs.busy}
        disabled={tooMany}
        title={tooMany ? `One file holds at most ${mostPdfs} invoices.` : 'All new invoices as one file'}
        onClick={() => pdfs.download(made)}
        className="max-desk:order-last max-desk:w-full"
      >
        {made.length === 1 ? 'Download PDF' : 'Download as one PDF'}
      </Button>
      <IconButton icon={X} label="Hide" onClick={onClose} />
    </section>
  );
};
