import type { AttendanceReportRow } from '@rondo/contracts/api/studio/attendance.ts';
import { startOf } from '@rondo/contracts/calendar/zones.ts';
import { unknownStudent } from '@rondo/contracts/api/placeholders.ts';
import { typed, type Column } from '../../../platform/http/bodies/csv.ts';
import { nameOf } from '../../schedule/lookup/views.ts';
import { attendedDates, type Attended, type AttendedDate, type Period } from './dates.ts';

type Fate = 'taught' | 'absent' | 'inTime' | 'late' | 'byTeacher' | 'closed' | 'cancelled' | 'ahead';

type Now = { readonly now: number; readonly timeZone: string };

/** What became of a date, in one word. */
const fateOf = ({ closed, takesPlace, record, row, date, start }: AttendedDate, { now, timeZone }: Now): Fate => {
  const { cancellation } = row.lesson;
  if (closed !== null && row.lesson.status !== 'cancelled') return 'closed';
  if (takesPlace) {
    if (record) return record.attendance;
    return startOf(date, start, timeZone) <= now ? 'taught' : 'ahead';
  }
  if (cancellation === null || cancellation.by === null) return 'cancelled';
  if (cancellation.by !== 'family') return 'byTeacher';
  if (cancellation.tier === null) return 'cancelled';
  return cancellation.tier === 'late' ? 'late' : 'inTime';
};

const reportRow = (studentId: string, name: string, dates: readonly AttendedDate[], now: Now): AttendanceReportRow => {
  const fates = dates.map((date) => ({ date, fate: fateOf(date, now) }));
  const count = (of: Fate): number => fates.filter(({ fate }) => fate === of).length;
  const late = fates.flatMap(({ date: { record }, fate }) =>
    fate === 'taught' && record && record.minutesLate > 0 ? record.minutesLate : [],
  );
  const closed = count('closed');
  return {
    studentId,
    name,
    dates: dates.length,
    taught: count('taught'),
    absent: count('absent'),
    inTime: count('inTime'),
    late: count('late'),
    byTeacher: count('byTeacher'),
    closed,
    cancelled: count('cancelled'),
    ahead: count('ahead'),
    lessons: dates.length - closed,
    begunLate: late.length,
    minutesLate: late.reduce((sum, minutes) => sum + minutes, 0),
  };
};

/** What became of the lessons of each student, by name. */
export const reportOf = (attended: Attended, period: Period, now: Now): AttendanceReportRow[] => {
  const ofStudent = Map.groupBy(attendedDates(attended, period), ({ row }) => row.lesson.studentId ?? '');
  return [...ofStudent]
    .map(([studentId, dates]) => {
      const person = attended.people.get(studentId);
      return reportRow(studentId, person ? nameOf(person) : unknownStudent, dates, now);
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.studentId < b.studentId ? -1 : 1));
};

export const reportColumns: readonly Column<AttendanceReportRow>[] = [
  ['Student', ({ name }) => typed(name)],
  ['Dates', ({ dates }) => dates],
  ['Taught', ({ taught }) => taught],
  ['Not home', ({ absent }) => absent],
  ['Cancelled in time', ({ inTime }) => inTime],
  ['Cancelled late', ({ late }) => late],
  ['Cancelled by teacher', ({ byTeacher }) => byTeacher],
  ['Closed', ({ closed }) => closed],
  ['Cancelled otherwise', ({ cancelled }) => cancelled],
  ['Ahead', ({ ahead }) => ahead],
  ['Lessons', ({ lessons }) => lessons],
  ['Begun late', ({ begunLate }) => begunLate],
  ['Minutes late', ({ minutesLate }) => minutesLate],
];
