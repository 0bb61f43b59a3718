import type { ReportStatus } from '@rondo/contracts/api/planner.ts';
import { BadgeCheck, CircleDashed, RotateCcw, X } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';

/** The status of a report's plan. */
export const StatusBadge = ({ status, withdrawn }: { readonly status: ReportStatus; readonly withdrawn: boolean }) => {
  switch (status) {
    case 'pending':
      return withdrawn ? (
        <Badge icon={RotateCcw}>Withdrawn</Badge>
      ) : (
        <Badge tone="pending" icon={CircleDashed}>
          Pending
        </Badge>
      );
    case 'accepted':
      return (
        <Badge tone="ok" icon={BadgeCheck}>
          Accepted
        </Badge>
      );
    case 'rejected':
      return (
        <Badge tone="bad" icon={X}>
          Rejected
        </Badge>
      );
    case 'superseded':
      return <Badge>Superseded</Badge>;
    case 'undone':
      return <Badge icon={RotateCcw}>Undone</Badge>;
  }
};
