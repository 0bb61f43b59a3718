import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, toTimeText, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { Button } from '../../../ui/button.tsx';
import { sendMoveOne } from '../../../calendar/entries/commands.ts';
import { useLessonCommand } from '../../../calendar/entries/use-lesson-command.ts';
import { optimisticChange, type Met } from '../../../calendar/days/optimistic.ts';
import { titleOf } from '../../../calendar/days/entry.ts';
import type { Mend } from '../../../calendar/days/mend.ts';

/** Makes a drive fit: the small move that is enough, or a search for another time. Imported lessons are moved in their own calendar. */
export const MendActions = (props: {
  readonly mend: Mend | null;
  readonly row: CalendarLesson | undefined;
  readonly on: IsoDate;
  readonly onFind: (row: CalendarLesson) => void;
}) => {
  const { mend, row, on, onFind } = props;
  const move = useLessonCommand({
    run: ({ met, start }: { met: Met; start: MinuteOfDay }) =>
      sendMoveOne(met, { date: on, startTime: toTimeText(start) }),
    optimistic: (rows, { met, start }) => optimisticChange(rows, met, { start }),
    said: ({ met }) => ({ title: 'Lesson Rescheduled', description: titleOf(met.row) }),
    failed: 'Failed to reschedule lesson. Please try again.',
  });
  if (!row || row.source === 'actual') return null;
  const [first = ''] = titleOf(row).split(' ');
  return (
    <>
      {mend && (
        <Button loading={move.isPending} onClick={() => void move.send({ met: { row, on }, start: mend.start })}>
          Move {first} to {formatTime(mend.start)}
        </Button>
      )}
      <Button kind="quiet" onClick={() => onFind(row)}>
        Find another time
      </Button>
    </>
  );
};
