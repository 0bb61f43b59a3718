import type { Invoice } from '@rondo/contracts/api/billing.ts';
import { isPartlyPaid } from '@rondo/contracts/money/invoice-figures.ts';
import { Check, CircleDashed, FileText, Send, TriangleAlert } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';

const badges = {
  draft: { tone: 'outline', icon: FileText, word: 'Draft' },
  sent: { tone: 'tint', icon: Send, word: 'Sent' },
  paid: { tone: 'ok', icon: Check, word: 'Paid' },
  overdue: { tone: 'warn', icon: TriangleAlert, word: 'Overdue' },
} as const;

export const PartlyPaidBadge = () => (
  <Badge tone="tint" icon={CircleDashed}>
    Partly paid
  </Badge>
);

type Badged = Pick<Invoice, 'status' | 'openAmount' | 'toPay'>;

/** What became of an invoice. That part of it is paid says more than that it was sent or is overdue. */
export const InvoiceStatusBadge = ({ invoice }: { readonly invoice: Badged }) => {
  if (isPartlyPaid(invoice)) return <PartlyPaidBadge />;
  const { tone, icon, word } = badges[invoice.status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
};
