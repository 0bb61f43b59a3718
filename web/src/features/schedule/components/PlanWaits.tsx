import type { ReportItem } from '@rondo/contracts/api/planner.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { formatDuration } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { Link } from 'react-router-dom';
import { reportsQuery } from '../../../calendar/queries.ts';
import { counted } from '../../../lib/texts.ts';
import { waitingPlanOf } from '../../../lib/waiting-plan.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { ErrorPanel } from '../../../ui/lists/panels.tsx';

const PendingPlanBanner = ({ report }: { readonly report: ReportItem }) => (
  <aside
    aria-label="Pending plan"
    className="mb-4 flex min-h-12 items-center gap-3 rounded-card border border-dashed border-[color-mix(in_oklab,var(--color-accent)_60%,var(--color-card))] bg-card py-1.5 pr-2 pl-3.5 max-desk:mb-3"
  >
    <Hourglass aria-hidden className="size-5 shrink-0 text-accent" strokeWidth={1.75} />
    <p className="min-w-0 grow">
      <strong className="font-strong">A plan is waiting for your decision.</strong>{' '}
      <span className="text-ink-2 max-desk:hidden">
        {counted(report.lessonsCount, 'lesson')} from {longDate(report.startsOn)},{' '}
        {formatDuration(report.totalDriveTime)} driving a week. Families don’t see it until you accept it.
      </span>
    </p>
    <Link to={`/planner?report=${report.id}`} className={buttonClasses('secondary')}>
      Review
    </Link>
  </aside>
);

/** That a plan of this teacher waits for a decision; nothing if none does. */
export default function PlanWaits({ teacher }: { readonly teacher: Teacher }) {
  const { data, error, refetch } = useQuery(reportsQuery);
  if (error && !data)
    return (
      <div className="mb-4">
        <ErrorPanel
          message={`Rondo could not check for a pending plan. ${error.message}`}
          onRetry={() => void refetch()}
        />
      </div>
    );
  const report = waitingPlanOf(teacher.id, data?.reports);
  return report ? <PendingPlanBanner report={report} /> : null;
}
