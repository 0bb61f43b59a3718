import type { Report } from '@rondo/contracts/api/planner.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatDuration } from '@rondo/contracts/calendar/times.ts';
import type { PlanChange, ReportContent } from '@rondo/contracts/events/schedule/report-content.ts';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { useStudents, useTeachers } from '../../../calendar/queries.ts';
import { WeekMiniature } from '../../../calendar/week-view/WeekMiniature.tsx';
import { hoursText } from '../../../lib/availability.ts';
import { cn } from '../../../ui/cn.ts';
import { plannedWeek } from '../model/planned-week.ts';
import { DayTable, DecisionsTable } from './tables.tsx';
import { ReportHero, ReportNotes } from './ReportHead.tsx';
import { VacantTime } from './VacantTime.tsx';
import { CornerDownRight, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button, buttonClasses } from '../../../ui/button.tsx';

type Unscheduled = ReportContent['unscheduledAnalysis'][number];

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const UnscheduledList = ({
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
            <p className="text-ink-3">Free {hoursText(availabilityHours)} h a week</p>
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

const ReportDay = lazy(() => import('./ReportDay.tsx'));

/** The planned week in miniature. A day expands to its stops and its route. */
const WeekSnapshot = ({ report }: { readonly report: Report }) => {
  const teachers = useTeachers();
  const students = useStudents();
  const [opened, setOpened] = useState<IsoDate | null>(null);
  const teacher = teachers.find(({ id }) => id === report.teacherId) ?? null;
  const days = useMemo(() => plannedWeek(report, teacher, students), [report, teacher, students]);
  return (
    <>
      <WeekMiniature days={days} onOpen={setOpened} />
      {opened !== null && (
        <Suspense>
          <ReportDay
            report={report}
            teacher={teacher}
            days={days.filter(({ entries }) => entries.length > 0)}
            date={opened}
            onDay={setOpened}
          />
        </Suspense>
      )}
    </>
  );
};

/** A section with its heading in the left margin. */
const Section = (props: {
  readonly title: string;
  readonly about: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}) => (
  <section
    aria-label={props.title}
    className={cn(
      'grid gap-y-3 border-b border-line py-6 last:border-b-0 max-desk:py-5',
      props.wide !== true &&
        'wide:grid-cols-[152px_minmax(0,1fr)] wide:gap-x-8 min-[1100px]:grid-cols-[208px_minmax(0,1fr)]',
    )}
  >
    <div className={cn(props.wide === true && 'desk:flex desk:items-baseline desk:gap-3')}>
      <h3 className="text-lead font-strong">{props.title}</h3>
      <p className={cn('text-ink-3', props.wide !== true && 'mt-0.5')}>{props.about}</p>
    </div>
    <div className="min-w-0">{props.children}</div>
  </section>
);

export const ReportBody = ({
  report,
  onApply,
}: {
  readonly report: Report;
  readonly onApply: ((change: PlanChange) => void) | null;
}) => {
  const { optimizationStats: stats, vacantTimeAnalysis: vacant, unscheduledAnalysis: unscheduled } = report;
  const available = vacant.utilizationByDay.reduce((sum, { availableMinutes }) => sum + availableMinutes, 0);
  return (
    <div className="px-6 max-desk:px-4">
      <ReportHero
        stats={stats}
        decisions={report.schedulingDecisions}
        tradeOffs={report.tradeOffs}
        isApproximate={report.approximateDriving}
      />
      <ReportNotes report={report} />
      <Section title="Weekly Schedule Snapshot" about="Open a day to see its stops and its route." wide>
        <WeekSnapshot report={report} />
      </Section>
      <Section
        title="Daily Schedule Analysis"
        about={
          report.homeKnown
            ? 'Driving is counted from home to home.'
            : 'Without a home address, driving is counted from stop to stop.'
        }
      >
        <DayTable days={report.dayAnalysis} />
      </Section>
      <Section
        title="Scheduling Decisions"
        about="Most added driving first. “Adds” is the driving a week that a student adds."
      >
        <DecisionsTable decisions={report.schedulingDecisions} />
      </Section>
      <Section
        title="Unscheduled Students Analysis"
        about={
          unscheduled.length === 0
            ? 'No students are left out.'
            : `${unscheduled.length} of ${stats.totalStudents}. Why each one was left out, and the smallest change that would help.`
        }
      >
        <UnscheduledList students={unscheduled} onApply={onApply} />
      </Section>
      <Section
        title="Vacant Time Analysis"
        about={`${formatDuration(vacant.totalVacantMinutes)} vacant of ${formatDuration(available)} a week.`}
      >
        <VacantTime report={report} />
      </Section>
    </div>
  );
};
