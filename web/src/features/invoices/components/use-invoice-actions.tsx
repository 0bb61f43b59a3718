import type { Invoice } from '@rondo/contracts/api/billing.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { Banknote, Check, Download, Eye, History, Send, Trash2, TriangleAlert, WalletMinimal } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { lazyPanel } from '../../../lib/page/lazy.tsx';
import { goTo } from '../../../lib/page/navigation.ts';
import { accountPath } from '../../../lib/paths.ts';
import { confirm } from '../../../ui/overlays/confirm.ts';
import type { MenuEntry } from '../../../ui/overlays/menu-face.tsx';
import { SendDialog } from '../sending/SendDialog.tsx';
import { deleteInvoice, useDownloadPdf, useSetStatus } from '../commands.ts';

const RecordPayment = lazyPanel(async () => (await import('../../payments/dialogs/RecordPayment.tsx')).RecordPayment);

const confirmDeletion = (invoice: Invoice, onDeleted: () => void): void =>
  confirm({
    title: 'Delete Invoice',
    text: (
      <>
        <p>
          <b className="font-strong text-ink">{invoice.invoiceNumber}</b> for {invoice.payer.name} is deleted. Its
          lessons can be billed again.
        </p>
        {invoice.paidAmount > 0 && (
          <p>The {moneyText(invoice.paidAmount, invoice.currency)} that paid it becomes credit.</p>
        )}
      </>
    ),
    action: 'Delete',
    danger: true,
    run: (close) =>
      deleteInvoice(invoice, () => {
        close();
        onDeleted();
      }),
  });

/** What can be done with an invoice, as a menu, and the dialog that it opens. */
export const useInvoiceActions = (
  invoice: Invoice,
  on: {
    /** Only where the invoice is not open. */
    readonly view?: () => void;
    readonly deleted?: () => void;
    readonly print?: MenuEntry;
  } = {},
): {
  entries: MenuEntry[];
  dialog: ReactNode;
  send: () => void;
  record: () => void;
  setStatus: ReturnType<typeof useSetStatus>;
} => {
  const [sending, setSending] = useState(false);
  const [recording, setRecording] = useState(false);
  const setStatus = useSetStatus();
  const pdf = useDownloadPdf();
  const send = (): void => setSending(true);
  const record = (): void => setRecording(true);
  const mark = (status: 'sent' | 'paid' | 'overdue', icon: typeof Send): MenuEntry => ({
    label: `Mark as ${status}`,
    icon,
    disabled: invoice.status === status,
    onSelect: () => void setStatus.send({ invoice, status }),
  });
  const { view, print } = on;
  const isOpen = invoice.openAmount > 0;
  const entries: MenuEntry[] = [
    ...(isOpen ? [{ label: 'Record payment', icon: Banknote, onSelect: record }] : []),
    ...(view ? [{ label: 'View invoice', icon: Eye, apart: isOpen, onSelect: view }] : []),
    {
      label: 'Download PDF',
      icon: Download,
      apart: isOpen && !view,
      onSelect: () => pdf.download([invoice]),
    },
    ...(print ? [print] : []),
    { label: invoice.mail === null ? 'Send by email' : 'Send again by email', icon: Send, onSelect: send },
    { ...mark('sent', Send), apart: true },
    mark('paid', Check),
    mark('overdue', TriangleAlert),
    {
      label: 'Account',
      icon: WalletMinimal,
      apart: true,
      onSelect: () => goTo(accountPath(invoice.payer.id)),
    },
    {
      label: 'History',
      icon: History,
      onSelect: () => goTo(`/history?invoice=${encodeURIComponent(invoice.id)}`),
    },
    {
      label: 'Delete Invoice',
      icon: Trash2,
      danger: true,
      apart: true,
      onSelect: () => confirmDeletion(invoice, on.deleted ?? (() => undefined)),
    },
  ];
  const dialog = (
    <>
      {sending && <SendDialog invoice={invoice} onClose={() => setSending(false)} />}
      {recording && (
        <RecordPayment payerId={invoice.payer.id} invoiceId={invoice.id} onClose={() => setRecording(false)} />
      )}
    </>
  );
  return { entries, dialog, send, record, setStatus };
};
