import { longDayName } from '@rondo/contracts/calendar/dates.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { command } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { optimisticDelete, type Target } from '../days/optimistic.ts';
import { titleOf } from '../days/entry.ts';
import { offerToTell } from '../telling.ts';
import { useLessonCommand } from './use-lesson-command.ts';

const sendDelete = ({ row, on }: Target) =>
  command('DELETE /api/lessons/:id', {
    params: { id: row.lessonId },
    query: { revision: row.revision, ...(isWeekly(row) ? { lessonDate: on } : {}) },
  });

/** Ends all weekly lessons of the row's student and teacher from today on; for an appointment, the series itself. */
const sendDeleteSeries = ({ row }: Target) => {
  const { lessonId: id, studentId, teacherId, revision } = row;
  return studentId === null
    ? command('DELETE /api/lessons/:id', { params: { id }, query: { revision } })
    : command('DELETE /api/lessons/series', { body: { studentId, teacherId } });
};

const isOneDate = ({ row }: Target): boolean => isWeekly(row) || row.seriesId !== null;

const wholeSeriesWords = ({ row: { studentId, teacher } }: Target, name: string): string =>
  studentId === null
    ? 'The whole series ends today. Past lessons are kept.'
    : `Every weekly lesson of ${name} with ${teacher.name} ends today, and later single lessons are deleted. Past lessons are kept.`;

const ChoiceLabel = ({ children }: { readonly children: string }) => (
  <>
    <b className="font-strong text-ink">{children}:</b>{' '}
  </>
);

export const DeleteDialog = (props: {
  readonly target: Target;
  /** True if the pair has several rows or the row is weekly, so that all of them can be deleted. */
  readonly wholeSeries: boolean;
  readonly onClose: () => void;
}) => {
  const { target, wholeSeries, onClose } = props;
  const { row, on } = target;
  const name = titleOf(row);
  const deleteOne = isOneDate(target) ? 'Delete This Occurrence' : 'Delete Lesson';
  const remove = useLessonCommand({
    run: sendDelete,
    optimistic: optimisticDelete,
    success: () => ({ title: 'Lesson Deleted', description: `${name}, ${longDate(on)}`, also: offerToTell(row) }),
    failed: 'Failed to delete lesson. Please try again.',
  });
  const removeSeries = useLessonCommand({
    run: sendDeleteSeries,
    success: () => ({
      title: 'Lesson Series Deleted',
      description: `${name}. Past lessons are kept.`,
      also: offerToTell(row),
    }),
    failed: 'Failed to delete lesson series. Please try again.',
  });
  const busy = remove.isPending || removeSeries.isPending;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete Lesson?"
      width={wholeSeries ? 'normal' : 'narrow'}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            Keep Lesson
          </Button>
          {wholeSeries && (
            <Button
              kind="danger"
              disabled={busy}
              loading={removeSeries.isPending}
              onClick={() =>
                void removeSeries.send(target).then((done) => {
                  if (done) onClose();
                })
              }
            >
              Delete Whole Series
            </Button>
          )}
          <Button
            kind="danger"
            disabled={busy}
            onClick={() => {
              void remove.send(target);
              onClose();
            }}
          >
            {deleteOne}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-ink-2">
        <p>
          <b className="font-strong text-ink">{name}</b>, {longDate(on)}
        </p>
        <p>
          {wholeSeries && <ChoiceLabel>{deleteOne}</ChoiceLabel>}
          {isWeekly(row)
            ? `The lesson on this date will be permanently deleted. The other ${longDayName(row.dayOfWeek)}s don’t change.`
            : 'It is removed from the calendar and will not be billed.'}
        </p>
        {wholeSeries && (
          <p>
            <ChoiceLabel>Delete Whole Series</ChoiceLabel>
            {wholeSeriesWords(target, name)}
          </p>
        )}
      </div>
    </Dialog>
  );
};
