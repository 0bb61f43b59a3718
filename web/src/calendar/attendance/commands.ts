import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { InputTo } from '../../api/calls.ts';
import { commandAnswered } from '../../api/client.ts';
import { useAction, type Feedback } from '../../api/commands/command.ts';
import type { AnswerTo } from '../../api/calls.ts';
import { counted } from '../../lib/texts.ts';
import type { AttendedLesson } from './queries.ts';

type Entry = InputTo<'POST /api/attendance'>['body']['entries'][number];
export type Change = Pick<Entry, 'attendance' | 'minutesLate' | 'charge' | 'reason'>;

/** The same of some lessons of a day. */
export type Recording = {
  readonly date: IsoDate;
  readonly lessons: readonly Pick<AttendedLesson, 'lessonId' | 'title'>[];
  readonly change: Change;
};

export const wordOf = ({ attendance, minutesLate = 0 }: Change): string => {
  if (attendance === null) return 'no longer recorded';
  if (attendance === 'absent') return 'not home';
  return minutesLate > 0 ? `began ${minutesLate}\u00a0min late` : 'taught';
};

export const feedback: Feedback<Recording, AnswerTo<'POST /api/attendance'>> = {
  done: ({ failed }, { lessons, change }) => {
    const [one] = lessons;
    const whose = lessons.length === 1 && one ? one.title : counted(lessons.length - failed.length, 'lesson');
    const [refused] = failed;
    return { title: `${whose}: ${wordOf(change)}`, ...(refused && { description: refused.message }) };
  },
  failed: 'Attendance was not recorded',
};

/** In one call. */
export const recordAttendance = ({ date, lessons, change }: Recording) =>
  commandAnswered('POST /api/attendance', {
    body: { entries: lessons.map(({ lessonId }) => ({ lessonId, date, ...change })) },
  });

export const useRecording = () => useAction(recordAttendance, feedback);
