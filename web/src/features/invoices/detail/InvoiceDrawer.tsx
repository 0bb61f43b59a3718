import type { Invoice, InvoiceDetail } from '@rondo/contracts/api/billing.ts';
import { useQuery } from '@tanstack/react-query';
import {
  Banknote,
  Check,
  Download,
  Ellipsis,
  Printer,
  Send,
  Clock,
  ClockAlert,
  FileText,
  MailCheck,
  MailX,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { teachersQuery } from '../../../calendar/queries.ts';
import { usePlace, momentText } from '../../../calendar/moments/moment-text.ts';
import { isUnconfirmed } from '../../../api/call-failed.ts';
import { keyOf, queryClient } from '../../../api/queries.ts';
import { useUnloadGuard } from '../../../api/session/unload-guard.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { DiscardQuestion } from '../../../ui/overlays/discard-question.tsx';
import { usePhone } from '../../../ui/media.ts';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { MoneyFigure } from '../../../ui/figures/money-figure.tsx';
import { Skeleton, WhileLoading } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { InvoiceStatusBadge } from '../components/InvoiceStatusBadge.tsx';
import { useInvoiceActions } from '../components/use-invoice-actions.tsx';
import { periodText } from '../model/period.ts';
import { isPartlyPaid } from '@rondo/contracts/money/invoice-figures.ts';
import { dueWords } from '../model/words.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { useDownloadPdf, useSetNotes } from '../commands.ts';
import { invoiceQuery } from '../queries.ts';
import { underName } from '../sending/sender.tsx';
import { Entries } from './Entries.tsx';
import { InvoicePrint } from './InvoicePrint.tsx';
import { Notes } from './Notes.tsx';
import { Payments } from './Payments.tsx';

const looks = {
  queued: { icon: Clock, className: 'text-ink-3', label: 'Sending to' },
  sent: { icon: MailCheck, className: 'text-ok', label: 'Emailed to' },
  /** A server without a mail server saves emails as files. */
  saved: { icon: FileText, className: 'text-ink-3', label: 'Prepared for' },
  /** It could not be sent so far, and is tried again. */
  delayed: { icon: ClockAlert, className: 'text-warn', label: 'Not sent yet to' },
  failed: { icon: MailX, className: 'text-bad', label: 'Not delivered to' },
} as const;

/** What became of the last email with the invoice; nothing if there was none. */
const MailLine = ({ invoice, onRetry }: { readonly invoice: Invoice; readonly onRetry: () => void }) => {
  const { mail, mailTo, mailDetail, mailAt } = invoice;
  const place = usePlace();
  if (mail === null) return null;
  const detailed =
    mailDetail !== null && mail !== 'failed' ? ({ queued: 'delayed', sent: 'saved' } as const)[mail] : mail;
  const { icon: Icon, className, label } = looks[detailed];
  return (
    <output className="flex items-start gap-2.5 border-b border-line py-3">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${className}`} strokeWidth={1.75} />
      <span className="min-w-0 grow">
        <span className="block break-words">
          {label} <b className="font-strong">{mailTo}</b>
        </span>
        {detailed === 'sent' && mailAt !== null && (
          <span className="block text-ink-2">
            Accepted by the mail server on {momentText(mailAt, place)}, with the PDF
          </span>
        )}
        {mailDetail !== null && (
          <span className={mail === 'failed' ? 'block break-words text-bad' : 'block break-words text-ink-2'}>
            {mailDetail}
            {detailed === 'delayed' && ' Rondo keeps trying for a day.'}
          </span>
        )}
      </span>
      {(detailed === 'failed' || detailed === 'delayed') && (
        <Button size="small" onClick={onRetry}>
          {detailed === 'failed' ? 'Retry' : 'Change address'}
        </Button>
      )}
    </output>
  );
};

/** The server changes an invoice after its email is accepted: the list then shows it too. */
const useListFollowing = (listed: Invoice, detail: InvoiceDetail | undefined): void => {
  const behind = detail !== undefined && (detail.status !== listed.status || detail.mail !== listed.mail);
  useEffect(() => {
    if (behind) void queryClient.invalidateQueries({ queryKey: keyOf('GET /api/invoices') });
  }, [behind]);
};

const Summary = ({ invoice }: { readonly invoice: Invoice }) => {
  const { first, second, late } = dueWords(invoice, usePlace());
  return (
    <div className="flex flex-wrap items-end gap-x-10 gap-y-1.5 border-b border-line py-4">
      <MoneyFigure
        amount={invoice.creditApplied > 0 && invoice.toPay > 0 ? invoice.toPay : invoice.total}
        currency={invoice.currency}
      />
      <p className="flex flex-wrap items-center gap-2.5 desk:pb-1.5">
        <InvoiceStatusBadge invoice={invoice} />
        {isPartlyPaid(invoice) && (
          <b className="font-strong tabular-nums">{moneyText(invoice.openAmount, invoice.currency)} open</b>
        )}
        <span className={cn('text-ink-2', late && 'font-control text-warn')}>
          {second === '' ? first : `${first}, ${second.charAt(0).toLowerCase()}${second.slice(1)}`}
        </span>
      </p>
    </div>
  );
};

const Waiting = () => (
  <WhileLoading label="Loading the invoice">
    <div className="grid gap-3 py-5">
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
    </div>
  </WhileLoading>
);

/** An invoice in full: where each amount comes from, what became of its email, and its notes. */
export const InvoiceDrawer = (props: {
  /** As the list has it, until the whole invoice has loaded. */
  readonly invoice: Invoice;
  readonly onOpen: (number: string) => void;
  readonly onClose: () => void;
}) => {
  const { invoice: listed, onOpen, onClose } = props;
  const detail = useQuery(invoiceQuery(listed.id));
  useListFollowing(listed, detail.data);
  const invoice = detail.data ?? listed;
  const { data: teachers = [] } = useQuery(teachersQuery);
  const [notes, setNotes] = useState<string | null>(null);
  const saveNotes = useSetNotes();
  const [asking, setAsking] = useState(false);
  useUnloadGuard(notes !== null);
  const phone = usePhone();
  const pdf = useDownloadPdf();
  const { today } = usePlace();
  const { entries, dialog, send, record, setStatus } = useInvoiceActions(invoice, {
    deleted: onClose,
    print: { label: 'Print', icon: Printer, onSelect: () => void underName('Save and Print', () => window.print()) },
  });
  const { invoiceNumber, payer, status, billingPeriodStart: from, billingPeriodEnd: to } = invoice;
  const unpaid = status === 'sent' || status === 'overdue';
  // Whole invoices of one student are mostly paid at once.
  const isPaidInParts = payer.type === 'household' || invoice.paidAmount > 0 || invoice.creditApplied > 0;
  const sendWord = invoice.mail === null ? 'Send by email' : 'Send again';
  return (
    <>
      <Dialog
        open
        width="drawer"
        title={payer.name}
        subtitle={`${invoiceNumber}, ${periodText({ from, to }, today)}`}
        dirty={notes !== null}
        onClose={() => (notes === null ? onClose() : setAsking(true))}
        head={
          <Menu
            label="More actions"
            sheet
            button={<Ellipsis aria-hidden className="size-4" strokeWidth={1.75} />}
            entries={entries}
          />
        }
        bodyClassName="px-6 max-desk:px-4"
        footer={
          <>
            <Button icon={Download} loading={pdf.busy} onClick={() => pdf.download([invoice])} className="desk:mr-auto">
              Download PDF
            </Button>
            {status !== 'draft' && (!phone || !unpaid) && (
              <Button icon={Send} onClick={send}>
                {sendWord}
              </Button>
            )}
            {status === 'draft' && (
              <Button kind="primary" icon={Send} onClick={send}>
                {sendWord}
              </Button>
            )}
            {unpaid && isPaidInParts && (
              <Button kind="primary" icon={Banknote} onClick={record}>
                Record payment
              </Button>
            )}
            {unpaid && !isPaidInParts && (
              <Button
                kind="primary"
                icon={Check}
                loading={setStatus.isPending}
                onClick={() => void setStatus.send({ invoice, status: 'paid' })}
              >
                Mark as paid
              </Button>
            )}
          </>
        }
      >
        <Summary invoice={invoice} />
        {invoice.printedName !== undefined && (
          <p className="border-b border-line py-3 text-ink-2">
            Printed for <b className="font-strong text-ink">{invoice.printedName}</b>: a sent invoice keeps its text.
          </p>
        )}
        <MailLine invoice={invoice} onRetry={send} />
        <QueryState query={detail} failed="The invoice did not load." waiting={<Waiting />}>
          {(loaded) => (
            <>
              <Entries
                invoice={loaded}
                nameOf={(id) => teachers.find((teacher) => teacher.id === id)?.name ?? ''}
                onOpen={onOpen}
              />
              <Payments invoice={loaded} />
              <Notes invoice={loaded} save={saveNotes} typed={notes} onType={setNotes} />
              <InvoicePrint print={loaded.print} />
            </>
          )}
        </QueryState>
        {dialog}
        <DiscardQuestion
          asking={asking}
          saving={saveNotes.isPending}
          unconfirmed={isUnconfirmed(saveNotes.error)}
          stay={() => setAsking(false)}
          leave={onClose}
        />
      </Dialog>
    </>
  );
};
