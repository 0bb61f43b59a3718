import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ErrorPanel } from '../../../ui/lists/panels.tsx';
import { Complete } from '../generate/Complete.tsx';
import { Progress } from '../generate/Progress.tsx';
import type { PlanAgain } from './use-plan-again.ts';

/** The run that follows a change, and its result. */
export const PlanAgainDialog = (props: {
  readonly again: PlanAgain;
  readonly onReview: (reportId: string) => void;
}) => {
  const { again, onReview } = props;
  const { of: report, run, underWay, error } = again;
  if (!report) return null;
  const [first] = run.answer?.reports ?? [];
  return (
    <Dialog
      open
      onClose={again.close}
      title="Plan again"
      dirty={!error && !run.isSuccess}
      footer={
        run.isSuccess ? (
          <Button
            kind="primary"
            disabled={!first}
            onClick={() => {
              again.close();
              if (first) onReview(first.reportId);
            }}
          >
            View Schedule &amp; Report
          </Button>
        ) : error ? (
          <Button onClick={again.close}>Close</Button>
        ) : (
          <>
            <Button onClick={again.close}>Cancel</Button>
            <Button
              kind="primary"
              loading={underWay.stopping}
              disabled={underWay.progress === null}
              onClick={again.keepBest}
            >
              Stop and keep the best
            </Button>
          </>
        )
      }
    >
      {error && (
        <div className="p-6 max-desk:p-4">
          <ErrorPanel message={error.message} />
        </div>
      )}
      {!error && !run.isSuccess && (
        <Progress teacher={report.teacherName} students={report.selected.length} underWay={underWay} />
      )}
      {run.answer && <Complete run={run.answer} />}
    </Dialog>
  );
};
