import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, toTimeText, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { Button } from '../../../ui/button.tsx';
import { sendMoveOne } from '../../../calendar/entries/commands.ts';
import { useLessonCommand } from '../../../calendar/entries/use-lesson-command.ts';
import { optimisticChange, type Target } from '../../../calendar/days/optimistic.ts';
import { titleOf } from '../../../calendar/days/entry.ts';
import type { Fix } from '../../../calendar/days/fix.ts';

/** Makes a drive fit: the small move that is enough, or a search for another time. Imported lessons are moved in their own calendar. */
export const FixActions = (props: {
  readonly fix: Fix | null;
  readonly row: CalendarLesson | undefined;
  readonly on: IsoDate;
  readonly onFind: (row: CalendarLesson) => void;
}) => {
  const { fix, row, on, onFind } = props;
  const move = useLessonCommand({
    run: ({ target, start }: { target: Target; start: MinuteOfDay }) =>
      sendMoveOne(target, { date: on, startTime: toTimeText(start) }),
    optimistic: (rows, { target, start }) => optimisticChange(rows, target, { start }),
    said: ({ target }) => ({ title: 'Lesson Rescheduled', description: titleOf(target.row) }),
    failed: 'Failed to reschedule lesson. Please try again.',
  });
  if (!row || row.source === 'actual') return null;
  const [first = ''] = titleOf(row).split(' ');
  return (
    <>
      {fix && (
        <Button loading={move.isPending} onClick={() => void move.send({ target: { row, on }, start: fix.start })}>
          Move {first} to {formatTime(fix.start)}
        </Button>
      )}
      <Button kind="quiet" onClick={() => onFind(row)}>
        Find another time
      </Button>
    </>
  );
};
