import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { Button } from '../../../ui/button.tsx';
import { titleOf } from '../../../calendar/days/entry.ts';
import type { Fix } from '../../../calendar/days/fix.ts';
import { ConflictDialog } from '../../../calendar/entries/ConflictDialog.tsx';
import { useTimedWrite } from '../../../calendar/entries/timed-write.ts';
import { moveWrite } from '../changes/moves.ts';

/** Makes a drive fit: the small move that is enough, or a search for another time. Imported lessons are moved in their own calendar. */
export const FixActions = (props: {
  readonly fix: Fix | null;
  readonly row: CalendarLesson | undefined;
  readonly on: IsoDate;
  readonly onFind: (row: CalendarLesson) => void;
}) => {
  const { fix, row, on, onFind } = props;
  const writing = useTimedWrite({});
  if (!row || row.source === 'actual') return null;
  const [first = ''] = titleOf(row).split(' ');
  const move = ({ start }: Fix): void =>
    void writing.send(moveWrite({ row, on }, { date: on, startTime: toTimeText(start) }, 'this'));
  return (
    <>
      {fix && (
        <Button loading={writing.isPending} onClick={() => move(fix)}>
          Move {first} to {formatTime(fix.start)}
        </Button>
      )}
      <Button kind="quiet" onClick={() => onFind(row)}>
        Find another time
      </Button>
      <ConflictDialog writing={writing} />
    </>
  );
};
