import type { PlanChange, ReportContent } from '@rondo/contracts/events/report-content.ts';
import { CornerDownRight, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button, buttonClasses } from '../../../ui/button.tsx';

type Unscheduled = ReportContent['unscheduledAnalysis'][number];

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

export const UnscheduledList = ({
  students,
  onApply,
}: {
  readonly students: readonly Unscheduled[];
  /** Does a change and plans again; null if the plan is decided. */
  readonly onApply: ((change: PlanChange) => void) | null;
}) => (
  <ul>
    {students.map(
      ({ studentId, studentName, availabilityHours, reason, conflictDetails, wouldFit, change, hadLesson }) => (
        <li
          key={studentId}
          className="grid grid-cols-[196px_minmax(0,1fr)_auto] gap-x-6 gap-y-1.5 border-b border-line-soft py-3.5 first:pt-0 last:border-b-0 last:pb-0 max-desk:grid-cols-1"
        >
          <div className="min-w-0">
            <p className="font-strong break-words">{studentName}</p>
            <p className="text-ink-3">Free {availabilityHours.toFixed(1)} h a week</p>
          </div>
          <div className="min-w-0">
            <p className="text-ink-2">{sentence(reason)}</p>
            {conflictDetails !== '' && (
              <details className="mt-1 text-ink-3">
                <summary className="w-fit cursor-pointer py-0.5 hover:text-ink">Window by window</summary>
                <p>{sentence(conflictDetails)}</p>
              </details>
            )}
            {hadLesson && (
              <p className="mt-1.5 flex gap-2">
                <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" strokeWidth={1.75} />
                Loses the current lesson when you accept.
              </p>
            )}
            {/* A whole sentence: what would have to change, and when the lesson would then be. */}
            {wouldFit !== null && (
              <p className="mt-1.5 flex gap-2">
                <CornerDownRight aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" strokeWidth={1.75} />
                <span>{sentence(wouldFit)}</span>
              </p>
            )}
            {change !== null && onApply && (
              <Button size="small" className="mt-2" onClick={() => onApply(change)}>
                Apply and plan again<span className="sr-only"> for {studentName}</span>
              </Button>
            )}
          </div>
          <Link
            to={`/students?edit=${studentId}`}
            className={buttonClasses('secondary', 'small', 'self-start justify-self-start')}
          >
            Edit Student<span className="sr-only"> {studentName}</span>
          </Link>
        </li>
      ),
    )}
  </ul>
);
