import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ErrorPanel } from '../../../ui/lists/panels.tsx';
import { ReviewButton, RunButtons, RunComplete, RunProgress } from '../generate/Run.tsx';
import type { PlanAgain } from './use-plan-again.ts';

export default function PlanAgainDialog(props: {
  readonly again: PlanAgain;
  readonly onReview: (reportId: string) => void;
}) {
  const { again, onReview } = props;
  const { of: report, run, underWay, error } = again;
  if (!report) return null;
  return (
    <Dialog
      open
      onClose={again.close}
      title="Plan again"
      width={error || run.isSuccess ? 'normal' : 'wide'}
      dirty={!error && !run.isSuccess}
      footer={
        run.answer ? (
          <ReviewButton
            run={run.answer}
            onReview={(reportId) => {
              again.close();
              onReview(reportId);
            }}
          />
        ) : error ? (
          <Button onClick={again.close}>Close</Button>
        ) : (
          <RunButtons underWay={underWay} onCancel={again.close} onKeepBest={again.keepBest} />
        )
      }
    >
      {error && (
        <div className="p-6 max-desk:p-4">
          <ErrorPanel message={error.message} />
        </div>
      )}
      {!error && !run.isSuccess && (
        <RunProgress teacher={report.teacherName} students={report.selected.length} underWay={underWay} />
      )}
      {run.answer && <RunComplete run={run.answer} />}
    </Dialog>
  );
}
