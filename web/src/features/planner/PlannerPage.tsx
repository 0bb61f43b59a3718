import type { CurrentUser } from '@rondo/contracts/api/account/accounts.ts';
import type { Report } from '@rondo/contracts/api/planner.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { localTimeZone, wallClock } from '@rondo/contracts/calendar/zones.ts';
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, CalendarDays, MapPinPlus, Plus } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { queryClient } from '../../api/queries.ts';
import { late } from '../../lib/page/lazy.tsx';
import { useSearchParam } from '../../lib/page/search-param.ts';
import { currentUserQuery } from '../../api/session/session.ts';
import { isWaiting } from '../../lib/waiting-plan.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/lists/panels.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { LoadError } from '../../ui/lists/query-state.tsx';
import { chooseTeacher } from '../../calendar/opening.ts';
import { useNow } from '../../calendar/now.ts';
import { appliedText, usePlanAgain } from './again/use-plan-again.ts';
import { ClearCard } from './components/ClearCard.tsx';
import { GenerateCard } from './components/GenerateCard.tsx';
import { WaitingPlan } from './components/WaitingPlan.tsx';
import { dropRun, loadLastRun } from './last-run.ts';
import type { LastRun } from './last-run-schema.ts';
import { reportsQuery, teachersQuery } from '../../calendar/queries.ts';
import { firstWeekOf } from './model/plan.ts';
import { prefetchPlanner } from './queries.ts';

const EntryDialog = lazy(() => import('../../calendar/entries/EntryDialog.tsx'));

// At the end of the page, and rarely used.
const ExportCard = late(() => import('./components/ExportCard.tsx'));
const QuestionsCard = lazy(() => import('./components/QuestionsCard.tsx'));
const BranchesCard = late(() => import('./components/BranchesCard.tsx'));
const WhereDialog = lazy(() => import('./where/WhereDialog.tsx'));
const GenerateDialog = lazy(() => import('./generate/GenerateDialog.tsx'));
const SavedReportsDialog = lazy(() => import('./SavedReportsDialog.tsx'));
const PlanAgainDialog = lazy(() => import('./again/PlanAgainDialog.tsx'));
const ReviewDialog = lazy(() => import('./review/ReviewDialog.tsx'));

export const prefetch = (): Promise<unknown> => {
  const user = queryClient.getQueryData(currentUserQuery.queryKey);
  return prefetchPlanner(user?.today ?? wallClock(Date.now(), localTimeZone()).date);
};

/** Milliseconds between closing a dialog and opening the report view. */
const betweenDialogs = 100;

/** The last run that this browser knows of: shown while the server's list is loading or unavailable. */
const useLastRun = (user: CurrentUser) => {
  const { data } = useQuery(reportsQuery);
  const [lastRun, setLastRun] = useState<LastRun | null>(null);
  useEffect(() => {
    let current = true;
    // A new list may include a new run.
    const mayHave = data === undefined || data.success;
    void (mayHave ? loadLastRun(user.id) : Promise.resolve(null)).then((run) => current && setLastRun(run));
    return () => {
      current = false;
    };
  }, [data, user.id]);
  const ids = new Set(data?.reports.map(({ id }) => id));
  const isDeleted =
    lastRun !== null && data !== undefined && !Object.values(lastRun.reports).some(({ reportId }) => ids.has(reportId));
  useEffect(() => {
    if (isDeleted) dropRun(user.id);
  }, [isDeleted, user.id]);
  return isDeleted ? null : lastRun;
};

/** The plan that was just accepted, and the way to its first week. */
const AcceptedPlan = ({ report }: { readonly report: Report }) => {
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

/** For a parent on the phone. */
const WhereCard = ({ onAsk }: { readonly onAsk: () => void }) => (
  <Card className="p-6 max-desk:p-4">
    <h2 className="text-lead font-strong">New Pupil</h2>
    <p className="mt-1 text-ink-2">
      The weekly times that fit an address, with their drives, before there is a student.
    </p>
    <Button icon={MapPinPlus} className="mt-4 max-desk:w-full" onClick={onAsk}>
      Where would a pupil fit?
    </Button>
  </Card>
);

const ManualEntryCard = ({ onAdd }: { readonly onAdd: () => void }) => (
  <Card className="p-6 max-desk:p-4">
    <h2 className="text-lead font-strong">Manual Entry</h2>
    <p className="mt-1 text-ink-2">
      Lessons, appointments, conflicts. Rondo checks the time and the drive as you type.
    </p>
    <Button icon={Plus} className="mt-4 max-desk:w-full" onClick={onAdd}>
      Add Manual Entry
    </Button>
  </Card>
);

const Planner = ({ user }: { readonly user: CurrentUser }) => {
  const now = useNow();
  const [dialog, setDialog] = useSearchParam('open');
  const [reportId, setReportId] = useSearchParam('report');
  const [teacherParam] = useSearchParam('teacher');
  const [opening, setOpening] = useState<string | null>(null);
  const reports = useQuery(reportsQuery);
  const lastRun = useLastRun(user);
  const { data: teachers } = useQuery(teachersQuery);
  const teacher = chooseTeacher(teachers ?? [], { named: null, preferred: null });
  const again = usePlanAgain(user.id, now.today);
  const items = reports.data?.reports ?? [];
  const [accepted, setAccepted] = useState<Report | null>(null);
  /** What was done before a week was planned again, and the report that came of it; null before there is one. */
  const [applied, setApplied] = useState<{ readonly to: string | null; readonly text: string } | null>(null);
  // Gone again when the acceptance is undone.
  const inPlace = items.some(({ id, status }) => id === accepted?.reportId && status === 'accepted');
  useEffect(() => {
    // Not before the first dialog is gone from the address, or the second would bring it back.
    if (opening === null || dialog !== null) return;
    const timer = setTimeout(() => {
      setOpening(null);
      setReportId(opening);
    }, betweenDialogs);
    return () => clearTimeout(timer);
  }, [opening, dialog, setReportId]);
  const review = (id: string): void => {
    setDialog(null);
    setOpening(id);
  };
  return (
    <>
      <title>Planner - Rondo</title>
      <PageHead title="Schedule Planner" />
      <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]">
        <div className="grid gap-4">
          <GenerateCard
            today={now.today}
            hasReports={items.length > 0 || lastRun !== null}
            onGenerate={() => setDialog('generate')}
            onReports={() => setDialog('reports')}
          />
          <LoadError query={reports} failed="Failed to load optimization reports" />
          {accepted && inPlace && <AcceptedPlan report={accepted} />}
          {items.filter(isWaiting).map((item) => (
            <WaitingPlan key={item.id} item={item} today={now.today} onReview={() => setReportId(item.id)} />
          ))}
        </div>
        <div className="grid gap-4">
          <WhereCard onAsk={() => setDialog('where')} />
          <Suspense>
            <QuestionsCard />
          </Suspense>
          <ManualEntryCard onAdd={() => setDialog('entry')} />
          <BranchesCard />
          <ClearCard today={now.today} />
          <ExportCard today={now.today} />
        </div>
      </div>
      <Suspense>
        {dialog === 'entry' && teacher && (
          <EntryDialog row={null} teacherId={teacher.id} on={now.today} onClose={() => setDialog(null)} />
        )}
        {dialog === 'generate' && (
          <GenerateDialog
            user={user}
            today={now.today}
            teacherId={teacherParam}
            onClose={() => setDialog(null)}
            onReview={review}
          />
        )}
        {dialog === 'where' && <WhereDialog onClose={() => setDialog(null)} />}
        {dialog === 'reports' && (
          <SavedReportsDialog lastRun={lastRun} today={now.today} onClose={() => setDialog(null)} onOpen={review} />
        )}
      </Suspense>
      <Suspense>
        {again.of && (
          <PlanAgainDialog
            again={again}
            onReview={(id) => {
              setApplied((before) => before && { ...before, to: id });
              review(id);
            }}
          />
        )}
        {reportId !== null && (
          <ReviewDialog
            key={reportId}
            reportId={reportId}
            lastRun={lastRun}
            now={now}
            applied={applied !== null && applied.to === reportId ? applied.text : null}
            onApply={(report, change) => {
              setApplied({ to: null, text: appliedText(report, change) });
              setReportId(null);
              again.begin({ report, change });
            }}
            onAccepted={setAccepted}
            onClose={() => setReportId(null)}
          />
        )}
      </Suspense>
    </>
  );
};

export default function PlannerPage() {
  const { data: user } = useQuery(currentUserQuery);
  return user ? <Planner user={user} /> : null;
}
