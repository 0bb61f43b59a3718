import type { Report } from '@rondo/contracts/api/planner.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { isWaiting } from '../../../lib/waiting-plan.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { usePhone } from '../../../ui/media.ts';
import { ErrorPanel, LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { LoadError } from '../../../ui/lists/query-state.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import type { Now } from '../../../calendar/now.ts';
import { StatusBadge, useMadeAt } from '../components/StatusBadge.tsx';
import type { LastRun } from '../last-run-schema.ts';
import { reviewedWith } from '../model/plan.ts';
import { useDecide } from './commands.ts';
import { reportsQuery, teachersQuery } from '../../../calendar/queries.ts';
import { reportQuery } from '../queries.ts';
import { DecisionFooter } from './DecisionFooter.tsx';
import { ReportBody } from './ReportBody.tsx';
import type { Remedy } from './Unscheduled.tsx';

export { RunWeek } from './ReportBody.tsx';

type ReviewProps = {
  readonly reportId: string;
  readonly lastRun: LastRun | null;
  readonly now: Now;
  /** Does what would place a student and plans again. */
  readonly onApply: (report: Report, remedy: Remedy) => void;
  /** What was done before this report was made, in a sentence. */
  readonly applied: string | null;
  readonly onAccepted: (report: Report) => void;
  readonly onClose: () => void;
};

type Reviewed = { readonly reportId: string; readonly teacherId: string; readonly title: string };

const title = 'Optimization Reports';
const afterAccepting = 1500;
const afterTheLast = 1000;

/** Which reports are reviewed, as of the list when the review began; null while the list is loading. */
const useReviewed = (reportId: string, lastRun: LastRun | null): readonly Reviewed[] | null => {
  const { data, isError } = useQuery(reportsQuery);
  const [begun, setBegun] = useState<readonly Reviewed[] | null>(null);
  const fromServer = data && reviewedWith(data.reports, reportId).map((item) => ({ ...item, reportId: item.id }));
  const fromHere = Object.values(lastRun?.reports ?? {}).map((report) => ({ ...report, title: report.teacherName }));
  // A report that is not in the list is requested anyway: the answer says what happened to it.
  const alone = [{ reportId, teacherId: '', title: '' }];
  const found = fromServer && fromServer.length > 0 ? fromServer : fromServer ? alone : isError ? fromHere : null;
  if (begun === null && found !== null) setBegun(found.length > 0 ? found : alone);
  return begun;
};

/** One report's content: from the server, else this browser's copy. */
const useReport = (reportId: string, lastRun: LastRun | null) => {
  const { data, error, refetch } = useQuery(reportQuery(reportId));
  const own = Object.values(data?.reportData ?? {})[0];
  const copy = Object.values(lastRun?.reports ?? {}).find((report) => report.reportId === reportId);
  return { report: own ?? (error ? copy : undefined), fromServer: own !== undefined, error, refetch };
};

const useClosing = (when: boolean, after: number, onClose: () => void): void => {
  useEffect(() => {
    if (!when) return;
    const timer = setTimeout(onClose, after);
    return () => clearTimeout(timer);
    // Only the time matters, not which function closes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [when, after]);
};

const Finished = () => (
  <div aria-live="polite" className="grid min-h-72 place-items-center p-6">
    <div>
      <h3 className="text-title font-title">All Schedules Processed</h3>
      <p className="mt-1 text-ink-2">Schedule review complete.</p>
    </div>
  </div>
);

const TeacherSelect = (props: {
  readonly reviewed: readonly Reviewed[];
  readonly current: string;
  readonly onShow: (reportId: string) => void;
}) => {
  const { reviewed, current, onShow } = props;
  const { data: teachers } = useQuery(teachersQuery);
  const nameOf = ({ teacherId, title }: Reviewed): string =>
    teachers?.find(({ id }) => id === teacherId)?.name ?? title;
  return (
    <Select
      label="Teacher"
      look="tall"
      value={current}
      options={reviewed.map((one, i) => ({
        value: one.reportId,
        label: nameOf(one),
        detail: `${i + 1} of ${reviewed.length}`,
      }))}
      onChange={onShow}
      className="max-desk:w-full"
    />
  );
};

/** A run's reports, one teacher at a time, and the decision. */
const EditStudent = lazy(() => import('./EditStudent.tsx'));

export default function ReviewDialog(props: ReviewProps) {
  const { reportId, lastRun, now, applied, onApply, onAccepted, onClose } = props;
  const [edited, setEdited] = useState<string | null>(null);
  const reviewed = useReviewed(reportId, lastRun);
  const [rejected, setRejected] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState(reportId);
  const left = (reviewed ?? []).filter((one) => !rejected.has(one.reportId));
  const current = left.find((one) => one.reportId === chosen) ?? left[0];
  const finished = reviewed !== null && left.length === 0;
  const { report, fromServer, error, refetch } = useReport(current?.reportId ?? reportId, lastRun);
  const madeAt = useMadeAt();
  const decide = useDecide();
  const done = decide.isSuccess && decide.input?.status === 'accepted' ? decide.input.report.reportId : null;
  const accepted = done !== null && done === report?.reportId;
  useClosing(done !== null, afterAccepting, onClose);
  useClosing(finished, afterTheLast, onClose);
  const accept = async (of: Report): Promise<void> => {
    if (await decide.send({ report: of, status: 'accepted' })) onAccepted(of);
  };
  const reject = async (of: Report): Promise<void> => {
    if (await decide.send({ report: of, status: 'rejected' }))
      setRejected((before) => before.union(new Set([of.reportId, ...(of.joint ? togetherWith(of.joint) : [])])));
  };
  // One decision holds for all of them.
  const togetherWith = ({ teacherIds }: NonNullable<Report['joint']>): string[] =>
    (reviewed ?? []).flatMap((one) => (teacherIds.includes(one.teacherId) ? [one.reportId] : []));
  const phone = usePhone();
  const chooser = left.length > 1 && (
    <TeacherSelect reviewed={left} current={current?.reportId ?? ''} onShow={setChosen} />
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      subtitle={report && !finished ? `${report.teacherName}. ${madeAt(report, now.today)}` : undefined}
      width="full"
      bodyClassName="desk:h-[calc(100dvh-163px)]"
      head={
        !finished && (
          <div className="flex items-center gap-4">
            {!phone && chooser}
            {report && <StatusBadge status={accepted ? 'accepted' : report.status} withdrawn={report.withdrawn} />}
          </div>
        )
      }
      footer={
        report && !finished ? (
          <DecisionFooter
            report={report}
            accepted={accepted}
            reachable={fromServer}
            busy={decide.isPending}
            onAccept={(of) => void accept(of)}
            onReject={(of) => void reject(of)}
          />
        ) : undefined
      }
    >
      {finished && <Finished />}
      {phone && chooser && <div className="px-4 pt-3">{chooser}</div>}
      {!finished && error && !fromServer && (
        <div className="p-6 pb-0 max-desk:p-4">
          <ErrorPanel message="Failed to load optimization report" onRetry={() => void refetch()} />
        </div>
      )}
      {!finished && fromServer && (
        <div className="px-6 pt-3 empty:hidden max-desk:px-4">
          <LoadError query={{ data: report, error, refetch }} failed="" />
        </div>
      )}
      {!finished && !report && !error && (
        <LoadingBlocks
          label="Loading the report"
          className="grid gap-6 p-6 max-desk:p-4"
          blocks={['h-16', 'h-64', 'h-64']}
        />
      )}
      {!finished && report && (
        <ReportBody
          report={report}
          applied={applied}
          onEdit={setEdited}
          onApply={
            fromServer && isWaiting(report) && !accepted && report.selected.length > 0
              ? (remedy) => onApply(report, remedy)
              : null
          }
        />
      )}
      {edited !== null && (
        <Suspense>
          <EditStudent studentId={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </Dialog>
  );
}
