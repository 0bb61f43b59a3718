import type { Invoice } from '@rondo/contracts/api/billing.ts';
import { Check, Download, Eye, Send, Trash2, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import type { MenuEntry } from '../../../ui/overlays/menu-face.tsx';
import { SendDialog } from '../detail/SendDialog.tsx';
import { useDeleteInvoice, useDownloadPdf, useSetStatus } from '../mutations.ts';

const DeleteQuestion = (props: {
  readonly invoice: Invoice;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}) => {
  const { invoice, onDeleted, onClose } = props;
  const remove = useDeleteInvoice(() => {
    onClose();
    onDeleted();
  });
  return (
    <ConfirmDialog
      open
      title="Delete Invoice"
      confirm="Delete"
      danger
      loading={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(invoice, { onError: onClose })}
    >
      <p>
        <b className="font-strong text-ink">{invoice.invoiceNumber}</b> for {invoice.studentName} is deleted. Its
        lessons can be billed again.
      </p>
    </ConfirmDialog>
  );
};

/** What can be done with an invoice, as a menu, and the dialogs that it opens. */
export const useInvoiceActions = (
  invoice: Invoice,
  on: {
    /** Only where the invoice is not open. */
    readonly view?: () => void;
    readonly deleted?: () => void;
    readonly print?: MenuEntry;
  } = {},
): { entries: MenuEntry[]; dialogs: ReactNode; send: () => void; setStatus: ReturnType<typeof useSetStatus> } => {
  const [asking, setAsking] = useState<'send' | 'delete' | null>(null);
  const setStatus = useSetStatus();
  const pdf = useDownloadPdf();
  const close = (): void => setAsking(null);
  const send = (): void => setAsking('send');
  const mark = (status: 'sent' | 'paid' | 'overdue', icon: typeof Send): MenuEntry => ({
    label: `Mark as ${status}`,
    icon,
    disabled: invoice.status === status,
    onSelect: () => setStatus.mutate({ invoice, status }),
  });
  const { view, print } = on;
  const entries: MenuEntry[] = [
    ...(view ? [{ label: 'View invoice', icon: Eye, onSelect: view }] : []),
    { label: 'Download PDF', icon: Download, onSelect: () => pdf.mutate([invoice]) },
    ...(print ? [print] : []),
    { label: invoice.mail === null ? 'Send by email' : 'Send again by email', icon: Send, onSelect: send },
    { ...mark('sent', Send), apart: true },
    mark('paid', Check),
    mark('overdue', TriangleAlert),
    { label: 'Delete Invoice', icon: Trash2, danger: true, apart: true, onSelect: () => setAsking('delete') },
  ];
  const dialogs = (
    <>
      {asking === 'send' && <SendDialog invoice={invoice} onClose={close} />}
      {asking === 'delete' && (
        <DeleteQuestion invoice={invoice} onDeleted={on.deleted ?? (() => undefined)} onClose={close} />
      )}
    </>
  );
  return { entries, dialogs, send, setStatus };
};
