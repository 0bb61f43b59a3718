import type { Report } from '@rondo/contracts/api/planner.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { BadgeCheck, CalendarDays } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClasses } from '../../../ui/button.tsx';
import { firstWeekOf } from '../model/plan.ts';

/** The plan that was just accepted, and the way to its first week. */
export const AcceptedPlan = ({ report }: { readonly report: Report }) => {
  const monday = firstWeekOf(report);
  return (
    <section
      aria-label="Accepted plan"
      className="flex items-center gap-6 rounded-card border border-line bg-card p-6 max-desk:flex-wrap max-desk:gap-4 max-desk:p-4"
    >
      <div className="min-w-0 grow">
        <h2 className="flex items-center gap-2 font-strong">
          <BadgeCheck aria-hidden className="size-4 shrink-0 text-ok" strokeWidth={1.75} />
          {report.teacherName}’s new schedule is in place
        </h2>
        <p className="mt-1 text-ink-2">Its first lessons are in the week of {longDate(monday)}.</p>
      </div>
      <Link
        to={`/schedule?week=${monday}&teacher=${encodeURIComponent(report.teacherId)}`}
        className={buttonClasses('primary', 'normal', 'max-desk:w-full')}
      >
        <CalendarDays aria-hidden className="size-4" strokeWidth={1.75} />
        See your week
      </Link>
    </section>
  );
};
