import type { CurrentUser } from '@rondo/contracts/api/accounts.ts';
import type { Report } from '@rondo/contracts/api/planner.ts';
import { localTimeZone, wallClock } from '@rondo/contracts/calendar/zones.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { queryClient } from '../../api/queries.ts';
import { useSearchParam } from '../../lib/page/search-param.ts';
import { currentUserQuery } from '../../api/session/session.ts';
import { isWaiting } from '../../lib/waiting-plan.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { LoadError } from '../../ui/lists/query-state.tsx';
import { chooseTeacher } from '../../calendar/chosen-teacher.ts';
import { useNow } from '../../calendar/now.ts';
import { usePlanAgain } from './again/use-plan-again.ts';
import { ClearCard } from './clear/ClearCard.tsx';
import { AcceptedPlan } from './components/AcceptedPlan.tsx';
import { ExportCard } from './components/ExportCard.tsx';
import { GenerateCard } from './components/GenerateCard.tsx';
import { ManualEntryCard } from './components/ManualEntryCard.tsx';
import { WaitingPlan } from './components/WaitingPlan.tsx';
import { dropRun, keptRun } from './kept-report.ts';
import type { KeptRun } from './kept-schema.ts';
import { reportsQuery, teachersQuery } from '../../calendar/queries.ts';
import { prefetchPlanner } from './queries.ts';

const EntryDialog = lazy(async () => ({
  default: (await import('../../calendar/entries/EntryDialog.tsx')).EntryDialog,
}));

const GenerateDialog = lazy(async () => ({
  default: (await import('./generate/GenerateDialog.tsx')).GenerateDialog,
}));
const SavedReportsDialog = lazy(async () => ({
  default: (await import('./SavedReportsDialog.tsx')).SavedReportsDialog,
}));
const PlanAgainDialog = lazy(async () => ({
  default: (await import('./again/PlanAgainDialog.tsx')).PlanAgainDialog,
}));
const ReviewDialog = lazy(async () => ({ default: (await import('./review/ReviewDialog.tsx')).ReviewDialog }));

/** Prefetches what the planner shows. */
export const prefetch = (): Promise<unknown> => {
  const user = queryClient.getQueryData(currentUserQuery.queryKey);
  return prefetchPlanner(user?.today ?? wallClock(Date.now(), localTimeZone()).date);
};

/** Milliseconds between closing a dialog and opening the report view. */
const betweenDialogs = 100;

/** The last run that this browser knows of: shown while the server's list is loading or unavailable. */
const useKeptRun = (user: CurrentUser) => {
  const { data } = useQuery(reportsQuery);
  const [kept, setKept] = useState<KeptRun | null>(null);
  useEffect(() => {
    let current = true;
    // A new list may include a new run.
    const mayHave = data === undefined || data.success;
    void (mayHave ? keptRun(user.id) : Promise.resolve(null)).then((run) => current && setKept(run));
    return () => {
      current = false;
    };
  }, [data, user.id]);
  const ids = new Set(data?.reports.map(({ id }) => id));
  const gone =
    kept !== null && data !== undefined && !Object.values(kept.reports).some(({ reportId }) => ids.has(reportId));
  useEffect(() => {
    if (gone) dropRun(user.id);
  }, [gone, user.id]);
  return gone ? null : kept;
};

const Planner = ({ user }: { readonly user: CurrentUser }) => {
  const now = useNow();
  const [dialog, setDialog] = useSearchParam('open');
  const [reportId, setReportId] = useSearchParam('report');
  const [opening, setOpening] = useState<string | null>(null);
  const reports = useQuery(reportsQuery);
  const kept = useKeptRun(user);
  const { data: teachers } = useQuery(teachersQuery);
  const teacher = chooseTeacher(teachers ?? [], { named: null, preferred: null });
  const again = usePlanAgain(user.id, now.today);
  const items = reports.data?.reports ?? [];
  const [accepted, setAccepted] = useState<Report | null>(null);
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
            hasReports={items.length > 0 || kept !== null}
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
          <ManualEntryCard onAdd={() => setDialog('entry')} />
          <ClearCard today={now.today} />
          <ExportCard today={now.today} />
        </div>
      </div>
      <Suspense>
        {dialog === 'entry' && teacher && (
          <EntryDialog row={null} teacherId={teacher.id} on={now.today} onClose={() => setDialog(null)} />
        )}
        {dialog === 'generate' && (
          <GenerateDialog user={user} today={now.today} onClose={() => setDialog(null)} onReview={review} />
        )}
        {dialog === 'reports' && (
          <SavedReportsDialog kept={kept} today={now.today} onClose={() => setDialog(null)} onOpen={review} />
        )}
      </Suspense>
      <Suspense>
        {again.of && <PlanAgainDialog again={again} onReview={review} />}
        {reportId !== null && (
          <ReviewDialog
            key={reportId}
            reportId={reportId}
            kept={kept}
            now={now}
            onApply={(report, change) => {
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
