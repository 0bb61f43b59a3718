import type { Invoice } from '@rondo/contracts/api/billing.ts';
import { Check, FileText, Send, TriangleAlert } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';

const badges = {
  draft: { tone: 'outline', icon: FileText, word: 'Draft' },
  sent: { tone: 'tint', icon: Send, word: 'Sent' },
  paid: { tone: 'ok', icon: Check, word: 'Paid' },
  overdue: { tone: 'warn', icon: TriangleAlert, word: 'Overdue' },
} as const;

export const InvoiceStatusBadge = ({ status }: { readonly status: Invoice['status'] }) => {
  const { tone, icon, word } = badges[status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
};
