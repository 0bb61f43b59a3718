import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { dateInWeekOf, dayOfWeekOf, isIsoDate, laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isTimeText, toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { monthAndDay } from '@rondo/contracts/calendar/words.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { pastMidnight } from '@rondo/contracts/lessons/rules.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast, type Toast } from '../../../ui/overlays/toast.tsx';
import { Segments } from '../../../ui/fields/choice.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import type { Target } from '../../../calendar/days/optimistic.ts';
import { titleOf } from '../../../calendar/days/entry.ts';
import { ConflictDialog, ExceptionQuestion } from '../../../calendar/entries/ConflictDialog.tsx';
import { CheckLine } from '../../../calendar/entries/CheckLine.tsx';
import { timeWords, isOutside } from '../../../calendar/entries/conflict.ts';
import { isTooLate } from '../../../calendar/entries/entry-values.ts';
import { DriveWords, useDrivesAt } from './drives-at.tsx';
import { useTeachers } from '../../../calendar/queries.ts';
import { andMoved, makingRoom, type WeeklyTime } from '../../../calendar/fits/make-room.ts';
import { FitList } from '../../../calendar/fits/FitList.tsx';
import { justTaken, useTimedWrite, type How, type TimedWrite } from '../../../calendar/entries/timed-write.ts';
import { SuggestedTimes } from './SuggestedTimes.tsx';
import { moveWrite, type MoveScope, type When } from './moves.ts';

const Drives = ({ target, teacher, to }: { readonly target: Target; readonly teacher: Teacher; readonly to: When }) => {
  const drives = useDrivesAt(target.row, teacher, { date: to.date, start: toMinutes(to.startTime) });
  return (
    <div aria-live="polite" className="flex min-h-5 flex-col gap-1 text-ink-2">
      <DriveWords {...drives} />
    </div>
  );
};

/** Which lessons of a series a suggested time is for. */
const ScopeChoice = (props: {
  readonly on: IsoDate;
  readonly scope: MoveScope;
  readonly onChange: (scope: MoveScope) => void;
}) => (
  <Segments
    label="Which lessons"
    value={props.scope}
    options={[
      { value: 'this', label: 'This lesson' },
      { value: 'following', label: `All from ${monthAndDay(props.on)}` },
    ]}
    onChange={props.onChange}
  />
);

/** Beside the week, if that is shown and there are times to see on it. */
const widthFor = (isSuggesting: boolean, week: IsoDate | null) => {
  if (!isSuggesting) return 'narrow';
  return week === null ? 'normal' : 'beside';
};

/** Moves a lesson to another time or day: to a suggested one, to one that the user types, or to where it was dropped. */
export const MoveDialog = (props: {
  readonly target: Target;
  readonly teacher: Teacher;
  readonly today: IsoDate;
  /** Where it was dropped; null: its current place. */
  readonly dropped: When | null;
  /** The Monday of the week that is shown behind; null while a day is open. */
  readonly week: IsoDate | null;
  /** Asks to whom it is given instead; null where that makes no sense. */
  readonly onGive: (() => void) | null;
  readonly onClose: () => void;
  /** It was moved to this date, or its series to the weekday of this date. */
  readonly onMoved: (to: IsoDate) => void;
}) => {
  const { target, teacher, today, dropped, week, onGive, onClose, onMoved } = props;
  const { row, on } = target;
  const [date, setDate] = useState(dropped?.date ?? on);
  const [startTime, setStartTime] = useState(dropped?.startTime ?? toTimeText(row.start));
  const [scope, setScope] = useState<MoveScope>('this');
  // What was dropped has its place already: other times are looked for only when asked for.
  const [isSuggesting, setSuggesting] = useState(dropped === null);
  const [attempt, setAttempt] = useState(0);
  const day = isIsoDate(date) ? dayOfWeekOf(date) : null;
  const start = isTimeText(startTime) ? toMinutes(startTime) : null;
  const outside = day !== null && start !== null && isOutside(teacher, day, { start, end: start + row.duration });
  // A single lesson that was dropped needs no form, only the answer.
  const isDropped = dropped !== null && !isWeekly(row);
  const [asking, setAsking] = useState<MoveScope | null>(isDropped && outside ? 'this' : null);
  const writing = useTimedWrite({ onDone: () => (isIsoDate(date) ? onMoved(date) : onClose()) });
  const picking = useTimedWrite({ onConflict: () => toast(justTaken) });
  const cancelled = row.status === 'cancelled' && row.closedBy === null;
  const hasOthers = useTeachers().length > 1;
  const busy = writing.isPending || picking.isPending;
  const late = isTooLate(startTime, row.duration);
  const complete = isIsoDate(date) && isTimeText(startTime);
  const same = date === on && startTime === toTimeText(row.start);
  const disabled = !complete || late || same || busy;
  const write = (which: MoveScope) => moveWrite(target, { date, startTime }, which);
  const send = (which: MoveScope): void => void writing.send(write(which));
  const choose = (which: MoveScope) => (): void => {
    if (outside) setAsking(which);
    else send(which);
  };
  const pick = async (chosen: TimedWrite, to: IsoDate): Promise<void> => {
    if (await picking.send(chosen)) onMoved(to);
    else setAttempt(attempt + 1);
  };
  const pickWeekly = ({ dayOfWeek, startTime: from, moves }: WeeklyTime): Promise<void> => {
    const first = moves && isIsoDate(moves.from) ? laterOf(on, moves.from) : on;
    const to = { date: dateInWeekOf(first, dayOfWeek), startTime: from };
    const chosen = moveWrite({ row, on: first }, to, 'following');
    if (!moves) return pick(chosen, to.date);
    const done = (how: How): Toast => {
      const own = chosen.success(how);
      return { ...own, description: `${own.description ?? own.title}.${andMoved(moves)}` };
    };
    return pick({ ...chosen, send: (how) => makingRoom(moves, () => chosen.send(how)), success: done }, to.date);
  };
  const leave = (): void => {
    if (cancelled)
      toast({ title: 'Lesson Cancelled', description: 'No new time was chosen: it stays cancelled.', tone: 'neutral' });
    onClose();
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
      onClose={leave}
      busy={busy}
      title="Move Lesson"
      subtitle={`${titleOf(row)}, ${timeWords(row, on)}`}
      width={widthFor(isSuggesting, week)}
      footer={
        <>
          <Button disabled={busy} onClick={leave}>
            {cancelled ? 'Leave Cancelled' : 'Cancel'}
          </Button>
          {isWeekly(row) && (
            <Button disabled={disabled} onClick={choose('following')}>
              Move all from {monthAndDay(on)}
            </Button>
          )}
          <Button kind="primary" disabled={disabled} loading={writing.isPending} onClick={choose('this')}>
            {row.entryType === 'appointment' ? 'Move this entry' : 'Move this lesson'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {isSuggesting && (
          <section aria-label="Suggestions" className="flex flex-col gap-3">
            {isWeekly(row) && <ScopeChoice on={on} scope={scope} onChange={setScope} />}
            {isWeekly(row) && scope === 'following' && row.studentId !== null ? (
              <FitList
                search={{ studentId: row.studentId, lessonId: row.lessonId }}
                busy={busy}
                attempt={attempt}
                onPick={(time) => void pickWeekly(time)}
                next={`move ${titleOf(row)}`}
                ownTimeWith={null}
                week={week ?? undefined}
              />
            ) : (
              <SuggestedTimes
                target={target}
                scope={isWeekly(row) ? scope : 'this'}
                today={today}
                busy={busy}
                attempt={attempt}
                onWeek={week !== null}
                onPick={(slot) => void pick(moveWrite(target, slot, isWeekly(row) ? scope : 'this'), slot.date)}
              />
            )}
          </section>
        )}
        <section aria-label="Choose a time myself" className="flex flex-col gap-3">
          {isSuggesting && <h3 className="text-lead font-strong">Choose a time myself</h3>}
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
        </section>
        {!isSuggesting && (
          <Button kind="quiet" className="self-start -ml-2.5" onClick={() => setSuggesting(true)}>
            Suggest other times
          </Button>
        )}
        {onGive && hasOthers && !cancelled && (
          <Button kind="quiet" className="self-start -ml-2.5" onClick={onGive}>
            Give to another teacher…
          </Button>
        )}
      </div>
      {question}
    </Dialog>
  );
};
