import { formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { command } from '../../../api/client.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { optimisticCancel, type Target } from '../../../calendar/days/optimistic.ts';
import { titleOf } from '../../../calendar/days/entry.ts';
import { offerToTell } from '../../../calendar/telling.ts';
import { useLessonCommand } from '../../../calendar/entries/use-lesson-command.ts';

const sendCancel = ({ row, on }: Target) =>
  command('POST /api/lessons/:id/cancel', {
    params: { id: row.lessonId },
    body: { lessonDate: on, revision: row.revision },
  });

const failed = 'Failed to cancel lesson. Please try again.';

/** Confirms a cancellation, and asks whether to find another time for the lesson. */
export const CancelDialog = (props: {
  readonly target: Target;
  readonly onClose: () => void;
  /** Cancelled, and the user wants another time for this row. */
  readonly onReschedule: (lessonId: string) => void;
}) => {
  const { target, onClose, onReschedule } = props;
  const { row, on } = target;
  const justCancel = useLessonCommand({
    run: sendCancel,
    optimistic: optimisticCancel,
    success: () => ({
      title: 'Lesson Cancelled',
      description: `${titleOf(row)}, ${longDate(on)}`,
      ...offerToTell(row),
    }),
    failed,
  });
  const andReschedule = useLessonCommand({
    run: sendCancel,
    optimistic: optimisticCancel,
    success: () => ({ title: 'Lesson Cancelled', description: 'It stays cancelled until you choose another time.' }),
    failed,
  });
  const busy = justCancel.isPending || andReschedule.isPending;
  const cancelAndReschedule = async (): Promise<void> => {
    const done = await andReschedule.send(target);
    if (done) onReschedule(done.answer.id);
    else onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Cancel Lesson"
      width="narrow"
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            Keep Lesson
          </Button>
          <Button
            kind="danger"
            disabled={busy}
            onClick={() => {
              void justCancel.send(target);
              onClose();
            }}
          >
            Just Cancel
          </Button>
          <Button kind="primary" loading={andReschedule.isPending} onClick={() => void cancelAndReschedule()}>
            Cancel &amp; Reschedule
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-ink-2">
        <p>
          <b className="font-strong text-ink">{titleOf(row)}</b>, {longDate(on)},{' '}
          {formatTimeRange(row.start, row.start + row.duration)}
        </p>
        <p>
          {isWeekly(row)
            ? 'Only this date is cancelled; the other weeks don’t change. You can restore it later.'
            : 'The cancelled lesson stays in the calendar. You can restore it later.'}
        </p>
      </div>
    </Dialog>
  );
};
