import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { Button } from '../../../ui/button.tsx';
import { sendMoveOne } from '../../../calendar/entries/commands.ts';
import { useLessonCommand } from '../../../calendar/entries/use-lesson-command.ts';
import { optimisticChange, type Met } from '../../../calendar/days/optimistic.ts';
import { titleOf } from '../../../calendar/days/entry.ts';
import type { Mend } from '../../../calendar/days/mend.ts';

/** Makes a drive fit: the small move that is enough, or a search for another time. Imported lessons are moved in their own calendar. */
export const MendActions = (props: {
  readonly mend: Mend | null;
  readonly row: Lesson | undefined;
  readonly on: IsoDate;
  readonly onFind: (row: Lesson) => void;
}) => {
  const { mend, row, on, onFind } = props;
  const move = useLessonCommand({
    run: ({ met, startTime }: { met: Met; startTime: string }) => sendMoveOne(met, { date: on, startTime }),
    optimistic: (rows, { met, startTime }) => optimisticChange(rows, met, { startTime }),
    said: ({ met }) => ({ title: 'Lesson Rescheduled', description: titleOf(met.row) }),
    failed: 'Failed to reschedule lesson. Please try again.',
  });
  if (!row || row.source === 'actual') return null;
  const [first = ''] = titleOf(row).split(' ');
  return (
    <>
      {mend && (
        <Button
          loading={move.isPending}
          onClick={() => void move.send({ met: { row, on }, startTime: toTimeText(mend.start) })}
        >
          Move {first} to {formatTime(mend.start)}
        </Button>
      )}
      <Button kind="quiet" onClick={() => onFind(row)}>
        Find another time
      </Button>
    </>
  );
};
