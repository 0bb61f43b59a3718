import { mondayOf } from '@rondo/contracts/calendar/dates.ts';
import {
  absentShare,
  attendanceKey,
  type AttendanceRecord,
  type RecordedDate,
} from '@rondo/contracts/policy/attendance.ts';
import type { AttendanceRow } from '@rondo/projections/billing/queries.ts';
import type { LessonDate, LineageOf } from '../lesson-dates.ts';

// Who was there, found by where a lesson comes from and by its week: however it was split, moved or transferred since.

type Week = Pick<RecordedDate, 'lessonId' | 'week'>;

/** How a date is recorded. */
export const recordedWeek = ({
  root,
  isSingle,
  origin,
  originalDate,
}: Pick<LessonDate, 'root' | 'isSingle' | 'origin' | 'originalDate'>): Week => ({
  lessonId: root,
  week: isSingle && !origin ? '' : mondayOf(origin?.originalDate ?? originalDate),
});

/** What was recorded, and under which names. */
type Recorded = ReadonlyMap<string, AttendanceRow>;

/** What was recorded, by the lessons' present origins; of several the last one counts. */
export const recordedAmong = (rows: readonly AttendanceRow[], lineageOf: LineageOf): Recorded => {
  const found = new Map<string, AttendanceRow>();
  for (const row of rows) {
    const key = attendanceKey({ lessonId: lineageOf(row.lesson_id)?.root ?? row.lesson_id, week: row.week });
    const other = found.get(key);
    if (!other || other.recorded_at < row.recorded_at) found.set(key, row);
  }
  return found;
};

/** The dates of which something is recorded. Of two dates of one lesson in a week it is the one that was recorded, else the first. */
export const recordedOf = <Date extends LessonDate>(
  dates: readonly Date[],
  recorded: Recorded,
): ReadonlyMap<Date, AttendanceRecord> => {
  if (recorded.size === 0) return new Map();
  const inWeek = Map.groupBy(dates, (date) => attendanceKey(recordedWeek(date)));
  return new Map(
    [...inWeek].flatMap(([key, own]): (readonly [Date, AttendanceRecord])[] => {
      const row = recorded.get(key);
      const date = own.find((one) => one.date === row?.date) ?? own.find(({ takesPlace }) => takesPlace) ?? own[0];
      return row && date ? [[date, row.record]] : [];
    }),
  );
};

/** The dates with what was recorded of them, and what an absence costs. */
export const withAbsence = (dates: readonly LessonDate[], recorded: Recorded): LessonDate[] => {
  const records = recordedOf(dates, recorded);
  return dates.map((date) => {
    const record = records.get(date);
    return record ? { ...date, record, absent: absentShare(record) } : date;
  });
};
