import { dayOfWeekOf, longDayName } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { optimisticChange, type Target } from '../../../calendar/days/optimistic.ts';
import { titleOf } from '../../../calendar/days/entry.ts';
import { sendMoveOne, sendMoveSeries, type LessonAnswer, type When } from '../../../calendar/entries/commands.ts';
import { conflictsOf, timeWords } from '../../../calendar/entries/conflict.ts';
import { failureToast, type LessonCommand } from '../../../calendar/entries/use-lesson-command.ts';

export type Moving = {
  readonly target: Target;
  readonly to: When;
  /** `following`: the series, from the date on which the user opened it. */
  readonly scope: 'this' | 'following';
  /** To a suggested free time, or to a taken time. */
  readonly how?: 'checked' | 'alternative' | 'override';
};

const titles = {
  checked: 'Lesson Rescheduled',
  alternative: 'Alternative scheduled',
  override: 'Conflict overridden',
} as const;

const sentences = {
  checked: 'Failed to reschedule lesson. Please try again.',
  alternative: 'Failed to schedule alternative time slot.',
  override: 'Failed to override conflict.',
} as const;

const said = ({ target: { row }, to: { date, startTime }, scope, how = 'checked' }: Moving) => {
  const name = titleOf(row);
  const start = toMinutes(startTime);
  return {
    title: titles[how],
    description:
      scope === 'this'
        ? `${name}, ${timeWords({ ...row, start }, date)}`
        : `${name}, ${longDayName(dayOfWeekOf(date))}s at ${formatTime(start)}`,
  };
};

/** Moves a lesson, or its series, to another time. One date is updated optimistically. Calls `onTaken` if that time is taken. */
export const moving = (onTaken: (move: Moving) => void): LessonCommand<Moving, LessonAnswer> => ({
  run: ({ target, to, scope, how }) =>
    scope === 'this'
      ? sendMoveOne(target, to, how === 'override')
      : sendMoveSeries(target, { dayOfWeek: dayOfWeekOf(to.date), startTime: to.startTime }, how === 'override'),
  optimistic: (rows, { target, to, scope }) =>
    scope === 'this' ? optimisticChange(rows, target, { date: to.date, start: toMinutes(to.startTime) }) : rows,
  said,
  failed: (error, move) => {
    if (!conflictsOf(error)) return failureToast(error, sentences[move.how ?? 'checked']);
    onTaken(move);
    return null;
  },
});
