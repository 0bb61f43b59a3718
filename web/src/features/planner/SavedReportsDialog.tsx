import type { ReportItem } from '@rondo/contracts/api/planner.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatDuration } from '@rondo/contracts/calendar/times.ts';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { counted } from '../../lib/texts.ts';
import { isWaiting } from '../../lib/waiting-plan.ts';
import { IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { LoadingBlocks } from '../../ui/lists/panels.tsx';
import { confirm } from '../../ui/overlays/confirm.ts';
import { LoadError } from '../../ui/lists/query-state.tsx';
import { StatusBadge, useMadeAt } from './components/StatusBadge.tsx';
import type { LastRun } from './last-run-schema.ts';
import { deleteReport } from './commands.ts';
import { reportsQuery } from '../../calendar/queries.ts';

type SavedReportsProps = {
  readonly lastRun: LastRun | null;
  readonly today: IsoDate;
  readonly onOpen: (reportId: string) => void;
  readonly onClose: () => void;
};

const Row = (props: { readonly item: ReportItem; readonly today: IsoDate; readonly onOpen: () => void }) => {
  const { item, today, onOpen } = props;
  const facts = useId();
  const madeAt = useMadeAt()(item, today);
  return (
    <li className="relative flex min-h-14 items-center gap-3 border-b border-line-soft py-2 pr-3 pl-6 last:border-b-0 max-desk:grid max-desk:min-h-16 max-desk:grid-cols-[minmax(0,1fr)_auto] max-desk:gap-y-1.5 max-desk:pr-1 max-desk:pl-4">
      <div className="min-w-0 grow">
        <button
          type="button"
          aria-describedby={facts}
          onClick={onOpen}
          className="max-w-full truncate font-strong after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {item.title}
        </button>
        <p id={facts} className="text-ink-2">
          {madeAt} · {counted(item.lessonsCount, 'lesson')} · {counted(item.teachersCount, 'teacher')} ·{' '}
          {formatDuration(item.totalDriveTime)} driving a week
        </p>
      </div>
      <div className="max-desk:col-start-1 max-desk:row-start-2 max-desk:justify-self-start">
        <StatusBadge status={item.status} withdrawn={item.withdrawn} />
      </div>
      <IconButton
        icon={Trash2}
        label={`Delete ${item.title}`}
        aria-describedby={facts}
        className="relative z-1 max-desk:col-start-2 max-desk:row-start-1 max-desk:self-start"
        onClick={() => confirmDeletion(item)}
      />
    </li>
  );
};

const confirmDeletion = (item: ReportItem): void =>
  confirm({
    title: 'Delete this report?',
    text: (
      <>
        <p>{item.title} will be permanently deleted.</p>
        {isWaiting(item) && (
          <p>
            Its plan is still pending. It will be withdrawn: its lessons are removed and the previous lessons are
            restored.
          </p>
        )}
      </>
    ),
    action: 'Delete Report',
    danger: true,
    run: () => deleteReport(item.id),
  });

/** What can still be shown if the server's list is unavailable. */
const StoredReports = ({ lastRun, onOpen }: Pick<SavedReportsProps, 'onOpen'> & { readonly lastRun: LastRun }) => (
  <div className="mt-4">
    <p className="text-ink-2">Saved in this browser from the last run:</p>
    <ul>
      {Object.values(lastRun.reports).map(({ reportId, teacherName }) => (
        <li key={reportId}>
          <button
            type="button"
            className="min-h-11 font-control text-accent hover:underline"
            onClick={() => onOpen(reportId)}
          >
            {teacherName}
          </button>
        </li>
      ))}
    </ul>
  </div>
);

export default function SavedReportsDialog({ lastRun, today, onOpen, onClose }: SavedReportsProps) {
  const reports = useQuery(reportsQuery);
  const { data, error } = reports;
  return (
    <Dialog open onClose={onClose} title="Select Optimization Report" bodyClassName="">
      {error && (
        <div className="p-6 max-desk:p-4">
          <LoadError query={reports} failed="Failed to load optimization reports" />
          {!data && lastRun && <StoredReports lastRun={lastRun} onOpen={onOpen} />}
        </div>
      )}
      {!data && !error && (
        <LoadingBlocks label="Loading the reports" className="grid gap-3 p-6" blocks={['h-11', 'h-11', 'h-11']} />
      )}
      {data?.reports.length === 0 && (
        <p className="p-6 text-ink-2">No reports yet. Generate a schedule and its report will be saved here.</p>
      )}
      {data && data.reports.length > 0 && (
        <ul aria-label="Saved reports">
          {data.reports.map((item) => (
            <Row key={item.id} item={item} today={today} onOpen={() => onOpen(item.id)} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
