import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { earlierOf, laterOf, longDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { formatTime, toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { monthAndDay, shortDate } from '@rondo/contracts/calendar/words.ts';
import { useState } from 'react';
import { titleOf } from '../../../calendar/days/entry.ts';
import type { Rows, Target } from '../../../calendar/days/optimistic.ts';
import { CheckLine } from '../../../calendar/entries/CheckLine.tsx';
import { ConflictDialog } from '../../../calendar/entries/ConflictDialog.tsx';
import { useTimedWrite } from '../../../calendar/entries/timed-write.ts';
import { useTeachers } from '../../../calendar/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { giveWrite } from './moves.ts';

/** What is given: a single date of a weekly lesson goes along with it. Null: its weekly lesson has ended, and it cannot. */
export const lessonOf = ({ row, on }: Target, rows: Rows): Target | null => {
  if (!isOccurrence(row)) return { row, on };
  const series = rows.find(({ lessonId }) => lessonId === row.seriesId);
  return series ? { row: series, on: earlierOf(on, row.originalDate) } : null;
};

type Receiver = Pick<Teacher, 'id' | 'name'>;

/** "Give Ann Lee’s lesson on Tue, Dec 1 at 3:00 PM to Marcus Bell?" */
export const giveQuestion = (
  { row, on }: Target,
  to: { readonly receiver: Receiver; readonly startTime: string; readonly today: IsoDate },
): string => {
  const start = toMinutes(to.startTime);
  const time = `${formatTime(start)}${start === row.start ? '' : ` instead of ${formatTime(row.start)}`}`;
  const what = row.entryType === 'appointment' ? `“${titleOf(row)}”` : `${titleOf(row)}’s lesson`;
  if (!isWeekly(row)) return `Give ${what} on ${shortDate(on)} at ${time} to ${to.receiver.name}?`;
  const often = `${what} every ${longDayName(row.dayOfWeek)} at ${time}`;
  // A plan that waits is left as a whole.
  const from = row.status === 'optimized' ? '' : ` from ${monthAndDay(laterOf(on, to.today))} on`;
  return `Give ${often} to ${to.receiver.name}${from}?`;
};

const Meaning = (props: {
  readonly target: Target;
  readonly lesson: Target;
  readonly giver: string;
  readonly receiver: Receiver;
  readonly today: IsoDate;
}) => {
  const { target, lesson, giver, receiver, today } = props;
  const { row } = lesson;
  if (!isWeekly(row))
    return (
      <p>
        Only this date goes to {receiver.name}. All others stay with {giver}.
      </p>
    );
  return (
    <>
      {row.status === 'optimized' ? (
        <p>It leaves the plan that waits for your decision, and stays even if you reject the plan.</p>
      ) : (
        <p>
          Earlier dates stay with {giver}. A weekly lesson changes teachers as a whole: to give one date only, cancel
          that date and add a lesson for {receiver.name}.
        </p>
      )}
      {row.pin && row.status !== 'optimized' && <p>Its time is pinned. The pin goes along.</p>}
      {target.row !== row && target.on >= today && <p>{shortDate(target.on)} was changed on its own and goes along.</p>}
      {row.studentId !== null && <p>{titleOf(row)} stays assigned as before: change that in Students.</p>}
    </>
  );
};

/** Asks once whether a lesson becomes another teacher's, and says what that means. */
export const GiveDialog = (props: {
  readonly target: Target;
  readonly rows: Rows;
  readonly today: IsoDate;
  /** When it was dropped, and in whose column; null: at its time, to whom the user chooses. */
  readonly startTime: string | null;
  readonly receiverId: string | null;
  readonly onClose: () => void;
}) => {
  const { target, rows, today, startTime, receiverId, onClose } = props;
  const [chosen, setChosen] = useState(receiverId);
  const others = useTeachers().filter(({ id }) => id !== target.row.teacherId);
  const writing = useTimedWrite({ onDone: onClose });
  const lesson = lessonOf(target, rows);
  const receiver = others.find(({ id }) => id === chosen) ?? others[0];
  const to = lesson &&
    receiver && {
      receiver,
      today,
      // The time of a single date is not that of its weekly lesson.
      startTime: startTime === null || lesson.row !== target.row ? toTimeText(lesson.row.start) : startTime,
    };
  if (writing.collision) return <ConflictDialog writing={writing} />;
  const write = to && giveWrite(lesson, { teacher: to.receiver, startTime: to.startTime });
  return (
    <Dialog
      open
      onClose={onClose}
      busy={writing.isPending}
      title={target.row.entryType === 'appointment' ? 'Give Entry' : 'Give Lesson'}
      width="narrow"
      footer={
        <>
          <Button disabled={writing.isPending} onClick={onClose}>
            {write ? 'Cancel' : 'Close'}
          </Button>
          {write && to && (
            <Button kind="primary" loading={writing.isPending} onClick={() => void writing.send(write)}>
              Give to {to.receiver.name}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3 text-ink-2">
        {write && to ? (
          <>
            <p className="text-lead font-strong text-ink">{giveQuestion(lesson, to)}</p>
            {others.length > 1 && (
              <Field label="To">
                {({ id }) => (
                  <Select
                    id={id}
                    look="field"
                    label="To"
                    value={to.receiver.id}
                    options={others.map((other) => ({ value: other.id, label: other.name }))}
                    onChange={setChosen}
                  />
                )}
              </Field>
            )}
            <Meaning
              target={target}
              lesson={lesson}
              giver={lesson.row.teacher.name}
              receiver={to.receiver}
              today={today}
            />
            <CheckLine request={write.request} />
          </>
        ) : (
          <p>
            {shortDate(target.on)} is a single date of a weekly lesson that has ended: it cannot change teachers. Cancel
            it and add a lesson for the other teacher instead.
          </p>
        )}
      </div>
    </Dialog>
  );
};
