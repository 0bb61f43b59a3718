import { dayOfWeekOf, longDayName } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { changedAhead, type Met } from '../model/ahead.ts';
import { titleOf } from '../model/entry.ts';
import { sendMoveOne, sendMoveSeries, type LessonAnswer, type When } from './commands.ts';
import { conflictsOf, eventWords } from './conflict.ts';
import { refusal, type LessonCommand } from './use-lesson-command.ts';

export type Moving = {
  readonly met: Met;
  readonly to: When;
  /** `following`: the series, from the date on which it was met. */
  readonly scope: 'this' | 'following';
};

const said = ({ met: { row }, to: { date, startTime }, scope }: Moving) => {
  const name = titleOf(row);
  const endTime = toTimeText(toMinutes(startTime) + row.duration);
  return {
    title: 'Lesson Rescheduled',
    description:
      scope === 'this'
        ? `${name}, ${eventWords({ date, startTime, endTime })}`
        : `${name}, ${longDayName(dayOfWeekOf(date))}s at ${formatTime(toMinutes(startTime))}`,
  };
};

/** Puts a lesson, or its series, at another time. One date is shown there at once. */
export const moving: LessonCommand<Moving, LessonAnswer> = {
  run: ({ met, to, scope }) =>
    scope === 'this'
      ? sendMoveOne(met, to)
      : sendMoveSeries(met, { dayOfWeek: dayOfWeekOf(to.date), startTime: to.startTime }),
  ahead: (rows, { met, to, scope }) =>
    scope === 'this' ? changedAhead(rows, met, { lessonDate: to.date, startTime: to.startTime }) : rows,
  said,
  failed: (error) =>
    conflictsOf(error)
      ? { title: 'Schedule Conflict Detected', description: error.message, tone: 'destructive' }
      : refusal(error, 'Failed to reschedule lesson. Please try again.'),
};
