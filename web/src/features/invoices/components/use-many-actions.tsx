import type { Invoice } from '@rondo/contracts/api/billing.ts';
import { Check, Files, Send, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { lazyPanel } from '../../../lib/page/lazy.tsx';
import { counted } from '../../../lib/texts.ts';
import type { BulkAction } from '../../../ui/lists/bulk-bar.tsx';
import { confirm } from '../../../ui/overlays/confirm.ts';
import { deleteMany, markMany, useDownloadPdf } from '../commands.ts';

const SendManyDialog = lazyPanel(async () => (await import('../sending/SendManyDialog.tsx')).SendManyDialog);

const confirmDeletion = (invoices: readonly Invoice[]): void =>
  confirm({
    title: invoices.length === 1 ? 'Delete Invoice' : 'Delete Invoices',
    text: (
      <p>
        <b className="font-strong text-ink">{counted(invoices.length, 'invoice')}</b>{' '}
        {invoices.length === 1 ? 'is' : 'are'} deleted. {invoices.length === 1 ? 'Its' : 'Their'} lessons can be billed
        again.
      </p>
    ),
    action: 'Delete',
    danger: true,
    run: (close) => deleteMany(invoices, close),
  });

/** What can be done with several invoices, and the dialog that it opens. */
export const useManyActions = (
  emailOf: (invoice: Invoice) => string,
): {
  readonly send: (invoices: readonly Invoice[]) => void;
  readonly actionsOn: (selected: () => readonly Invoice[]) => BulkAction[];
  readonly dialog: ReactNode;
} => {
  const [sending, setSending] = useState<readonly Invoice[] | null>(null);
  const pdf = useDownloadPdf();
  return {
    send: setSending,
    actionsOn: (selected) => [
      { label: 'Send', icon: Send, onSelect: () => setSending(selected()) },
      { label: 'Mark as paid', icon: Check, onSelect: () => void markMany({ invoices: selected(), status: 'paid' }) },
      { label: 'Mark as sent', icon: Send, onSelect: () => void markMany({ invoices: selected(), status: 'sent' }) },
      { label: 'PDF', icon: Files, onSelect: () => pdf.download(selected()) },
      { label: 'Delete', icon: Trash2, danger: true, onSelect: () => confirmDeletion(selected()) },
    ],
    dialog: sending && <SendManyDialog invoices={sending} emailOf={emailOf} onClose={() => setSending(null)} />,
  };
};
