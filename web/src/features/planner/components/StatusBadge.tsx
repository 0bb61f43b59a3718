import type { ReportStatus, Report } from '@rondo/contracts/api/planner.ts';
import { BadgeCheck, CircleDashed, RotateCcw, X } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { calendarDate, shortDate } from '@rondo/contracts/calendar/words.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../../api/session/session.ts';

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

/** "Made today at 2:14 PM, starts Mon, Oct 12", in the studio's time zone. */
export const madeAtText = (
  { createdAt, startsOn }: Pick<Report, 'createdAt' | 'startsOn'>,
  timeZone: string,
  today: IsoDate,
): string => {
  const { date, minute } = wallClock(Date.parse(createdAt), timeZone);
  const day = date === today ? 'today' : date === addDays(today, -1) ? 'yesterday' : calendarDate(date);
  return `Made ${day} at ${formatTime(minute)}, ${startsOn < today ? 'started' : 'starts'} ${shortDate(startsOn)}`;
};

export const useMadeAt = () => {
  const { data: user } = useQuery(currentUserQuery);
  return (report: Pick<Report, 'createdAt' | 'startsOn'>, today: IsoDate): string =>
    madeAtText(report, user?.timeZone ?? 'UTC', today);
};
