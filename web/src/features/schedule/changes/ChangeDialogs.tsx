import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { isIsoDate, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isTimeText } from '@rondo/contracts/calendar/times.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from '../../../ui/overlays/toast.tsx';
import { titleOf } from '../../../calendar/days/entry.ts';
import type { Target } from '../../../calendar/days/optimistic.ts';
import type { Now } from '../../../calendar/now.ts';
import { NoteDialog } from '../../../calendar/notes/NoteDialog.tsx';
import { PinDialog } from '../../../calendar/pins/PinDialog.tsx';
import { weekQuery } from '../../../calendar/queries.ts';
import type { OpenDialog, ScheduleAddress } from '../address.ts';
import { CloseDays } from './CloseDays.tsx';
import { CancelDialog } from './cancelling/CancelDialog.tsx';
import { DeleteDialog } from '../../../calendar/entries/DeleteDialog.tsx';
import { ConflictDialog } from '../../../calendar/entries/ConflictDialog.tsx';
import EntryDialog from '../../../calendar/entries/EntryDialog.tsx';
import { GiveDialog } from './GiveDialog.tsx';
import { HistoryDialog } from './HistoryDialog.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { useTimedWrite, type TimedWrite } from '../../../calendar/entries/timed-write.ts';
import { moveWrite, restoreWrite, type When } from './moves.ts';

type ChangeDialogsProps = {
  readonly open: OpenDialog;
  readonly address: ScheduleAddress;
  readonly teacher: Teacher;
  readonly now: Now;
  readonly go: (change: Partial<ScheduleAddress>, options?: { readonly replace?: boolean }) => void;
};

/** True if the pair has other rows too. */
const hasSiblings = ({ lessonId, studentId, teacherId }: CalendarLesson, rows: readonly CalendarLesson[]): boolean =>
  studentId !== null &&
  rows.some((other) => other.lessonId !== lessonId && other.studentId === studentId && other.teacherId === teacherId);

const droppedAt = (to: string | undefined): When | null => {
  const [date = '', startTime = ''] = (to?.split('/')[0] ?? '').split('T');
  return isIsoDate(date) && isTimeText(startTime) ? { date, startTime } : null;
};

/** The conflict of a write that was sent without a dialog: an entry that was dropped or restored. */
const FailedBefore = ({ write, onClose }: { readonly write: TimedWrite; readonly onClose: () => void }) => (
  <ConflictDialog writing={useTimedWrite({ failedBefore: write, onDone: onClose, onLeave: onClose })} />
);

const AboutLesson = (
  props: ChangeDialogsProps & { readonly target: Target; readonly rows: readonly CalendarLesson[] },
) => {
  const { open, address, teacher, now, go, target, rows } = props;
  const onClose = (): void => go({ open: null }, { replace: true });
  // The week or the day that is open follows it.
  const onMoved = (to: IsoDate): void =>
    go({ open: null, ...(address.day === null ? { monday: mondayOf(to) } : { day: to }) }, { replace: true });
  const week = address.day === null ? address.monday : null;
  const moving = { target, teacher, today: now.today, week, onClose, onMoved };
  switch (open.ask) {
    case 'edit':
      return <EntryDialog row={target.row} teacherId={teacher.id} on={target.on} onClose={onClose} />;
    case 'cancel':
      return (
        <CancelDialog
          target={target}
          onClose={onClose}
          onReschedule={(lessonId) => go({ open: { ask: 'move', lessonId, on: target.on } }, { replace: true })}
        />
      );
    case 'restore':
      return <FailedBefore write={restoreWrite(target)} onClose={onClose} />;
    case 'move':
      return (
        <MoveDialog
          {...moving}
          dropped={droppedAt(open.to)}
          onGive={() => go({ open: { ask: 'give', lessonId: target.row.lessonId, on: target.on } }, { replace: true })}
        />
      );
    case 'give':
      return (
        <GiveDialog
          target={target}
          rows={rows}
          today={now.today}
          startTime={droppedAt(open.to)?.startTime ?? null}
          receiverId={open.to?.split('/')[1] ?? null}
          onClose={onClose}
        />
      );
    case 'taken': {
      const to = droppedAt(open.to);
      return to ? (
        <FailedBefore write={moveWrite(target, to, 'this')} onClose={onClose} />
      ) : (
        <MoveDialog {...moving} dropped={null} onGive={null} />
      );
    }
    case 'delete':
      return (
        <DeleteDialog
          target={target}
          wholeSeries={isWeekly(target.row) || hasSiblings(target.row, rows)}
          onClose={onClose}
        />
      );
    case 'note': {
      const { studentId } = target.row;
      const about = studentId !== null && { studentId, name: titleOf(target.row), date: target.on };
      return about && <NoteDialog about={about} onClose={onClose} />;
    }
    case 'pin':
      return <PinDialog target={target} today={now.today} onClose={onClose} />;
    case 'history':
      return <HistoryDialog target={target} onClose={onClose} />;
    case 'new':
    case 'keys':
    case 'close':
    case 'sick':
      return null;
  }
};

const MissingLesson = ({ onClose }: { readonly onClose: () => void }) => {
  useEffect(() => {
    toast({ title: 'This lesson no longer exists.', tone: 'neutral' });
    onClose();
    // Only once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return null;
};

/** The dialog that the URL names, over the week or over a day. */
export default function ChangeDialogs(props: ChangeDialogsProps) {
  const { open, address, teacher, now, go } = props;
  const on: IsoDate = open.on ?? address.day ?? (now.today > address.monday ? now.today : address.monday);
  const { data: rows, isFetching } = useQuery(weekQuery(mondayOf(on)));
  const onClose = (): void => go({ open: null }, { replace: true });
  const found = rows?.find(({ lessonId }) => lessonId === open.lessonId);
  // A change may remove the row from this week, or end it, while its dialog still shows it.
  const [latest, setLatest] = useState(found);
  if (found && found !== latest) setLatest(found);
  if (open.ask === 'keys') return <KeysDialog onClose={onClose} />;
  if (open.ask === 'close' || open.ask === 'sick')
    return (
      <CloseDays
        open={open}
        week={address.day === null ? address.monday : null}
        day={on}
        teacher={teacher}
        today={now.today}
        onClose={onClose}
      />
    );
  const row = found ?? (latest?.lessonId === open.lessonId ? latest : undefined);
  if (open.ask === 'new') {
    const startTime = droppedAt(open.to)?.startTime;
    const drawn = startTime === undefined ? {} : { startTime, minutes: open.minutes };
    return <EntryDialog row={null} teacherId={teacher.id} on={on} drawn={drawn} onClose={onClose} />;
  }
  if (row)
    return <AboutLesson key={`${open.ask} ${row.lessonId} ${on}`} {...props} target={{ row, on }} rows={rows ?? []} />;
  return rows && !isFetching ? <MissingLesson onClose={onClose} /> : null;
}
