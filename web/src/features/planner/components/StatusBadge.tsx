import type { Report, ReportStatus } from '@rondo/contracts/api/planner.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { calendarDate, shortDate } from '@rondo/contracts/calendar/words.ts';
import { BadgeCheck, CircleDashed, RotateCcw, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { dayAndTime, usePlace } from '../../../calendar/moments/moment-text.ts';
import { Badge } from '../../../ui/badge.tsx';

type Look = Omit<ComponentProps<typeof Badge>, 'children'> & { readonly label: string };
const statuses: Readonly<Record<ReportStatus, Look>> = {
  pending: { label: 'Pending', tone: 'pending', icon: CircleDashed },
  accepted: { label: 'Accepted', tone: 'ok', icon: BadgeCheck },
  rejected: { label: 'Rejected', tone: 'bad', icon: X },
  superseded: { label: 'Superseded' },
  undone: { label: 'Undone', icon: RotateCcw },
};
const withdrawnPlan = { label: 'Withdrawn', icon: RotateCcw };

export const StatusBadge = ({ status, withdrawn }: { readonly status: ReportStatus; readonly withdrawn: boolean }) => {
  const { label, ...look } = status === 'pending' && withdrawn ? withdrawnPlan : statuses[status];
  return <Badge {...look}>{label}</Badge>;
};

/** "Made today at 2:14 PM, starts Mon, Oct 12", in the studio's time zone. */
export const madeAtText = (
  { createdAt, startsOn }: Pick<Report, 'createdAt' | 'startsOn'>,
  timeZone: string,
  today: IsoDate,
): string =>
  `Made ${dayAndTime(createdAt, { timeZone, today }, calendarDate)}, ${startsOn < today ? 'started' : 'starts'} ${shortDate(startsOn)}`;

export const useMadeAt = () => {
  const { timeZone } = usePlace();
  return (report: Pick<Report, 'createdAt' | 'startsOn'>, today: IsoDate): string =>
    madeAtText(report, timeZone, today);
};
