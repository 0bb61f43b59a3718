import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { dayOfWeekOf, isIsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isTimeText, toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { pastMidnight } from '@rondo/contracts/lessons/rules.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import type { Target } from '../../../calendar/days/optimistic.ts';
import { titleOf } from '../../../calendar/days/entry.ts';
import { ConflictDialog, ExceptionQuestion } from '../../../calendar/entries/ConflictDialog.tsx';
import { CheckLine } from '../../../calendar/entries/CheckLine.tsx';
import { timeWords, isOutside } from '../../../calendar/entries/conflict.ts';
import { isTooLate } from '../../../calendar/entries/entry-values.ts';
import { DriveWords, useDrivesAt } from './drives-at.tsx';
import { useTimedWrite } from '../../../calendar/entries/timed-write.ts';
import { moveWrite, type MoveScope, type When } from './moves.ts';

const Drives = ({ target, teacher, to }: { readonly target: Target; readonly teacher: Teacher; readonly to: When }) => {
  const drives = useDrivesAt(target.row, teacher, { date: to.date, start: toMinutes(to.startTime) });
  return (
    <div aria-live="polite" className="flex min-h-5 flex-col gap-1 text-ink-2">
      <DriveWords {...drives} />
    </div>
  );
};

/** Moves a lesson to another time or day, typed or by drag and drop. */
export const MoveDialog = (props: {
  readonly target: Target;
  readonly teacher: Teacher;
  /** Where it was dropped; null: its current place. */
  readonly dropped: When | null;
  readonly onClose: () => void;
}) => {
  const { target, teacher, dropped, onClose } = props;
  const { row, on } = target;
  const [date, setDate] = useState(dropped?.date ?? on);
  const [startTime, setStartTime] = useState(dropped?.startTime ?? toTimeText(row.start));
  const day = isIsoDate(date) ? dayOfWeekOf(date) : null;
  const start = isTimeText(startTime) ? toMinutes(startTime) : null;
  const outside = day !== null && start !== null && isOutside(teacher, day, { start, end: start + row.duration });
  // A single lesson that was dropped needs no form, only the answer.
  const isDropped = dropped !== null && !isWeekly(row);
  const [asking, setAsking] = useState<MoveScope | null>(isDropped && outside ? 'this' : null);
  const writing = useTimedWrite({ onDone: onClose });
  const late = isTooLate(startTime, row.duration);
  const complete = isIsoDate(date) && isTimeText(startTime);
  const same = date === on && startTime === toTimeText(row.start);
  const disabled = !complete || late || same || writing.isPending;
  const write = (scope: MoveScope) => moveWrite(target, { date, startTime }, scope);
  const send = (scope: MoveScope): void => void writing.send(write(scope));
  const choose = (scope: MoveScope) => (): void => {
    if (outside) setAsking(scope);
    else send(scope);
  };
  if (writing.collision) return <ConflictDialog writing={writing} />;
  const question = asking !== null && day !== null && (
    <ExceptionQuestion
      teacher={teacher.name}
      day={day}
      busy={writing.isPending}
      onClose={isDropped ? onClose : () => setAsking(null)}
      onConfirm={() => send(asking)}
    />
  );
  if (isDropped && question) return question;
  return (
    <Dialog
      open
      onClose={onClose}
      busy={writing.isPending}
      title="Move Lesson"
      subtitle={`${titleOf(row)}, ${timeWords(row, on)}`}
      width="narrow"
      footer={
        <>
          <Button disabled={writing.isPending} onClick={onClose}>
            Cancel
          </Button>
          {isWeekly(row) && (
            <Button disabled={disabled} onClick={choose('following')}>
              This and all later lessons
            </Button>
          )}
          <Button kind="primary" disabled={disabled} loading={writing.isPending} onClick={choose('this')}>
            {isWeekly(row) ? 'This lesson' : 'Move'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-2 items-start gap-3">
          <TextField label="Date" type="date" value={date} onChange={({ target }) => setDate(target.value)} />
          <TextField
            label="Start time"
            type="time"
            step={300}
            value={startTime}
            error={late ? pastMidnight : undefined}
            onChange={({ target }) => setStartTime(target.value)}
          />
        </div>
        {complete && <Drives target={target} teacher={teacher} to={{ date, startTime }} />}
        <CheckLine request={disabled ? null : write('this').request} />
      </div>
      {question}
    </Dialog>
  );
};
