import type { Report } from '@rondo/contracts/api/planner.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatDuration } from '@rondo/contracts/calendar/times.ts';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { useToday } from '../../../api/today.ts';
import { useStudents, useTeachers } from '../../../calendar/queries.ts';
import { WeekMiniature } from '../../../calendar/week-view/WeekMiniature.tsx';
import { counted } from '../../../lib/texts.ts';
import { cn } from '../../../ui/cn.ts';
import type { UnderWay } from '../commands.ts';
import { plannedWeek } from '../model/planned-week.ts';
import { useRowsOfPlan } from './KeepTime.tsx';
import { DayTable, DecisionsTable } from './tables.tsx';
import { ReportHero, ReportNotes } from './ReportHead.tsx';
import { VacantTime } from './VacantTime.tsx';
import { Info } from 'lucide-react';
import { UnscheduledList, type Remedy } from './Unscheduled.tsx';
import { changesSummary, WhatChanges } from './WhatChanges.tsx';

const MovesReport = lazy(() => import('../moves/MovesReport.tsx'));
const JointReport = lazy(() => import('./JointReport.tsx'));
const ReportDay = lazy(() => import('./ReportDay.tsx'));

/** Why each student has their slot; the lesson of a pending plan can be pinned there. */
const Decisions = ({ report }: { readonly report: Report }) => {
  const { rows } = useRowsOfPlan(report);
  const rowOf = (studentId: string) =>
    rows.find((one) => one.status === 'optimized' && one.studentId === studentId && one.teacherId === report.teacherId);
  return <DecisionsTable decisions={report.schedulingDecisions} rowOf={rowOf} />;
};

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

type WeekSoFar = NonNullable<UnderWay['weeks'][string]>;

/** So many teachers' weeks are drawn at the same time; of more, the one that has just become better. */
const mostAtOnce = 3;

type OneWeekProps = { readonly week: WeekSoFar; readonly teacherId: string; readonly isNamed: boolean };

const OneWeek = ({ week, teacherId, isNamed }: OneWeekProps) => {
  const teacher = useTeachers().find(({ id }) => id === teacherId) ?? null;
  const students = useStudents();
  const today = useToday();
  const days = useMemo(() => {
    const plain = { homeKnown: true, minutesBetween: 0, approximateDriving: false, withdrawn: false };
    return plannedWeek({ ...plain, week, startsOn: today, status: 'pending' }, teacher, students);
  }, [week, teacher, students, today]);
  return (
    <section aria-label={`Best week so far${teacher ? `, ${teacher.name}` : ''}`} className="grid gap-2">
      {isNamed && <h3 className="font-strong">{teacher?.name}</h3>}
      <WeekMiniature days={days} />
    </section>
  );
};

/** The best week that a run has found so far, of each of its teachers. Nothing of it is saved. */
export const RunWeek = ({ weeks, progress }: Pick<UnderWay, 'weeks' | 'progress'>) => {
  const all = Object.entries(weeks);
  const some = all.length > mostAtOnce ? all.filter(([id]) => id === progress?.teacherId) : all;
  return (
    <div className="grid gap-5">
      {some.map(([id, week]) => week && <OneWeek key={id} week={week} teacherId={id} isNamed={all.length > 1} />)}
    </div>
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
  applied,
  onApply,
  onEdit,
}: {
  readonly report: Report;
  /** What was done before this report was made, in a sentence; null if nothing was. */
  readonly applied: string | null;
  readonly onApply: ((remedy: Remedy) => void) | null;
  readonly onEdit: (studentId: string) => void;
}) => {
  const { optimizationStats: stats, vacantTimeAnalysis: vacant, unscheduledAnalysis: unscheduled } = report;
  const available = vacant.utilizationByDay.reduce((sum, { availableMinutes }) => sum + availableMinutes, 0);
  return (
    <div className="px-6 max-desk:px-4">
      {applied !== null && (
        <output className="flex gap-2 border-b border-line py-3">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" strokeWidth={1.75} />
          <span className="min-w-0">{applied}</span>
        </output>
      )}
      {report.joint && (
        <Suspense>
          <JointReport joint={report.joint} />
        </Suspense>
      )}
      <ReportHero
        stats={stats}
        decisions={report.schedulingDecisions}
        tradeOffs={report.tradeOffs}
        isApproximate={report.approximateDriving}
      />
      <ReportNotes report={report} />
      {report.curve && (
        <Section
          title="Families that move"
          about={`At most ${counted(report.curve.maxMoved, 'family')} may move in this plan.`}
        >
          <Suspense>
            <MovesReport
              key={report.reportId}
              curve={report.curve}
              onPlan={onApply && ((most) => onApply({ kind: 'moves', most }))}
            />
          </Suspense>
        </Section>
      )}
      {report.lessonChanges && (
        <Section title="What changes" about={changesSummary(report.lessonChanges, report.unchangedLessons)}>
          <WhatChanges changes={report.lessonChanges} unchanged={report.unchangedLessons} />
        </Section>
      )}
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
        <Decisions report={report} />
      </Section>
      <Section
        title="Unscheduled Students Analysis"
        about={
          unscheduled.length === 0
            ? 'No students are left out.'
            : `${unscheduled.length} of ${stats.totalStudents}. Why each one was left out, and the smallest change that would help.`
        }
      >
        <UnscheduledList report={report} onApply={onApply} onEdit={onEdit} />
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
