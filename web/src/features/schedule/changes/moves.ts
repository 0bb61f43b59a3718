import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { dayOfWeekOf, longDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { formatTime, toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { reasonOr } from '../../../api/call-failed.ts';
import { command, type Done } from '../../../api/client.ts';
import { titleOf } from '../../../calendar/days/entry.ts';
import { optimisticChange, optimisticRestore, type Target } from '../../../calendar/days/optimistic.ts';
import { pinnedQuestion } from '../../../calendar/pins/pinned-question.ts';
import { offerToTell } from '../../../calendar/telling.ts';
import { checkTime, requestFor, timeWords } from '../../../calendar/entries/conflict.ts';
import {
  ifFreeUnless,
  sendIfFree,
  sentenceFor,
  titleFor,
  type How,
  type LessonAnswer,
  type TimedWrite,
} from '../../../calendar/entries/timed-write.ts';

export type When = { readonly date: IsoDate; readonly startTime: string };

/** One date of a row, or its series from that date on. */
export type MoveScope = 'this' | 'following';

const sendMove = (
  { row, on }: Target,
  { date, startTime }: When,
  scope: MoveScope,
  how: How,
): Promise<Done<LessonAnswer>> => {
  const { lessonId: id, revision } = row;
  const common = { startTime, revision, ...ifFreeUnless(how) };
  if (scope === 'following')
    return command('PATCH /api/lessons/:id/edit', {
      params: { id },
      body: { editScope: 'series', originalDate: on, dayOfWeek: dayOfWeekOf(date), ...common },
    });
  if (isWeekly(row))
    return command('PATCH /api/lessons/:id/edit', {
      params: { id },
      body: { editScope: 'single', originalDate: on, lessonDate: date, ...common },
    });
  const endTime = toTimeText(toMinutes(startTime) + row.duration);
  return command('PATCH /api/lessons/:id/reschedule', {
    params: { id },
    body: { lessonDate: date, endTime, status: 'scheduled', ...common },
  });
};

/** Moves a lesson, or its series, to another time. */
export const moveWrite = (target: Target, to: When, scope: MoveScope): TimedWrite => {
  const { row } = target;
  const name = titleOf(row);
  const placeOf = (how: How): When => (how.kind === 'alternative' ? how.slot : to);
  const timeOf = ({ date, startTime }: When, weekly = false): string =>
    timeWords({ ...row, start: toMinutes(startTime) }, date, weekly);
  return {
    request: requestFor(target, { ...to, scope }),
    label: `${name}, ${timeOf(to, scope === 'following')}`,
    send: (how) => sendMove(target, placeOf(how), scope, how),
    // A series only changes on the screen after the server has split it.
    optimistic: (rows, how) => {
      const { date, startTime } = placeOf(how);
      return scope === 'this' ? optimisticChange(rows, target, { date, start: toMinutes(startTime) }) : rows;
    },
    success: (how) => {
      const { date, startTime } = placeOf(how);
      const when =
        scope === 'this'
          ? timeOf({ date, startTime })
          : `${longDayName(dayOfWeekOf(date))}s at ${formatTime(toMinutes(startTime))}`;
      return { title: titleFor(how, 'Lesson Rescheduled'), description: `${name}, ${when}`, also: offerToTell(row) };
    },
    failure: (how) => sentenceFor(how, 'Failed to reschedule lesson. Please try again.'),
    question: { title: 'Move Lesson', confirm: 'Move' },
    ...(scope === 'following' &&
      row.pin && {
        ofPinned: (how: How) => pinnedQuestion(row, dayOfWeekOf(placeOf(how).date), placeOf(how).startTime),
      }),
  };
};

/** Gives a lesson to another teacher: one on a single date, or a series from the date on. */
export const giveWrite = (
  { row, on }: Target,
  { teacher, startTime }: { readonly teacher: Pick<Teacher, 'id' | 'name'>; readonly startTime: string },
): TimedWrite => {
  const weekly = isWeekly(row);
  const theirs = { ...row, teacherId: teacher.id, teacher };
  // Its dialog says what becomes of a pin.
  const { ofPinned: _, ...moved } = moveWrite(
    { row: theirs, on },
    { date: on, startTime },
    weekly ? 'following' : 'this',
  );
  return {
    ...moved,
    send: (how) => {
      const to = how.kind === 'alternative' ? how.slot : { date: on, startTime };
      return command('PUT /api/lessons/:id', {
        params: { id: row.lessonId },
        body: {
          teacherId: teacher.id,
          startTime: to.startTime,
          ...(weekly ? { dayOfWeek: dayOfWeekOf(to.date), originalDate: on } : { lessonDate: to.date }),
          revision: row.revision,
          ...ifFreeUnless(how),
        },
      });
    },
    optimistic: (rows, how) =>
      (moved.optimistic?.(rows, how) ?? rows).map((other) =>
        weekly || other.lessonId !== row.lessonId ? other : { ...other, teacherId: teacher.id, teacher },
      ),
    success: (how) => ({ ...moved.success(how), title: titleFor(how, `Given to ${teacher.name}`) }),
    failure: (_, error) => reasonOr(error, `Failed to give the lesson to ${teacher.name}. Please try again.`),
    question: { title: 'Give Lesson', confirm: 'Give' },
  };
};

/** Reverts a cancellation, or confirms a recommended lesson; an alternative moves it. */
export const restoreWrite = (target: Target): TimedWrite => {
  const { row, on } = target;
  const moved = moveWrite(target, { date: on, startTime: toTimeText(row.start) }, 'this');
  return {
    ...moved,
    send: (how) => {
      if (how.kind === 'alternative') return moved.send(how);
      const force = how.kind === 'override' ? { force: true } : {};
      const body = { status: 'scheduled' as const, revision: row.revision, ...force };
      return command('PATCH /api/lessons/:id', { params: { id: row.lessonId }, body });
    },
    optimistic: (rows, how) =>
      how.kind === 'alternative' ? (moved.optimistic?.(rows, how) ?? rows) : optimisticRestore(rows, target),
    success: (how) =>
      how.kind === 'alternative'
        ? moved.success(how)
        : {
            title: row.closedBy ? 'Lesson kept' : row.status === 'recommended' ? 'Lesson Confirmed' : 'Lesson Restored',
            description: `${titleOf(row)}, ${longDate(on)}`,
          },
    failure: (how, error) =>
      how.kind === 'alternative'
        ? moved.failure(how, error)
        : `Failed to ${row.closedBy ? 'keep' : 'restore'} lesson. Please try again.`,
    question: row.closedBy
      ? { title: 'Keep Lesson?', confirm: 'Keep' }
      : { title: 'Restore Lesson?', confirm: 'Restore' },
    override: row.closedBy ? 'Keep Anyway' : 'Restore Anyway',
  };
};

/** Restores at once unless the time is taken or outside someone's hours. */
export const restoreIfFree = async (target: Target, onTrouble: () => void): Promise<void> => {
  const write = restoreWrite(target);
  // Whether the time can be restored is for the server to say: a check that fails is no obstacle.
  const { outside } = await checkTime(write.request).catch(() => ({ outside: [] }));
  if (outside.length > 0) onTrouble();
  else await sendIfFree(write, onTrouble);
};
