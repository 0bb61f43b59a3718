import type { Attendance, AttendanceEntry } from '@rondo/contracts/api/studio/attendance.ts';
import { closedDateOf } from '@rondo/contracts/calendar/closures/closed-dates.ts';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { longDate, shortDate } from '@rondo/contracts/calendar/words.ts';
import { startOf } from '@rondo/contracts/calendar/zones.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { scheduleEvents, ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { attendanceKey, type AttendanceRecord, type RecordedDate } from '@rondo/contracts/policy/attendance.ts';
import { isDeepStrictEqual } from 'node:util';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import type { Executed } from '../../../platform/commands/command-handler.ts';
import { DomainError, InvalidInput, NotFound, RuleBroken } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { agreedOn, type Agreement } from '../../schedule/edit/cancelling.ts';
import { identityOf, type LineageOf } from '../../schedule/lesson-dates.ts';
import { allSchedules } from '../../schedule/lookup/student-times.ts';
import { dateOf } from '../../schedule/rows.ts';
import { onSchedule } from '../../schedule/schedules.ts';
import type { ScheduleState } from '../../schedule/state.ts';
import { agreementNow } from '../../schedule/time-off/agreement.ts';
import { recordedAmong, recordedWeek } from '../../schedule/time-off/attendance.ts';
import { closingFor } from '../../schedule/time-off/closures.ts';
import { attendedNow, type Attended } from './dates.ts';

type Recording = { readonly row: Lesson; readonly date: IsoDate; readonly originalDate: IsoDate };

const oldestDays = 400;

/** One date of a lesson as its schedule has it. @throws NotFound, InvalidInput */
const dateIn = (state: ScheduleState, { lessonId, date }: AttendanceEntry): Recording => {
  const closed = closedDateOf(lessonId);
  const row = state.lessons.get(lessonId) ?? state.lessons.get(closed?.seriesId ?? '');
  if (!row) throw new NotFound('There is no such lesson.');
  const on = date ?? row.date ?? closed?.date ?? null;
  if (on === null) throw new InvalidInput('Please choose the date of the lesson.');
  if (!isWeekly(row)) {
    if (row.date !== on) throw new InvalidInput(`This lesson does not take place on ${longDate(on)}.`);
    return { row, date: on, originalDate: row.originalDate ?? on };
  }
  const own = dateOf(state, row, on, undefined);
  if (!own && row.skips.includes(on)) throw new InvalidInput(`This lesson does not take place on ${longDate(on)}.`);
  return { row: own ?? row, date: own?.date ?? on, originalDate: on };
};

type Around = {
  readonly agreement: Agreement;
  readonly attended: Attended;
  readonly by: string;
};

/** @throws InvalidInput, RuleBroken */
const refuse = (entry: AttendanceEntry, { row, date }: Recording, teacherId: string, around: Around): void => {
  const { now, clock } = around.agreement;
  if (row.entryType !== 'lesson' || row.studentId === null)
    throw new InvalidInput('Attendance is recorded for lessons only.');
  if (entry.attendance !== 'taught' && (entry.minutesLate ?? 0) > 0)
    throw new InvalidInput('Only a lesson that was taught can have begun late.');
  if (entry.attendance !== 'absent' && entry.charge !== undefined)
    throw new InvalidInput('Only an absence has a charge of its own.');
  if (row.status === 'cancelled') throw new RuleBroken('This lesson is cancelled. Restore it first.');
  if (closingFor(around.attended.closures, teacherId).closedOn(row, date) !== null)
    throw new RuleBroken('This lesson is closed. Keep it first.');
  if (startOf(date, row.start, clock.timeZone) > now)
    throw new RuleBroken(
      `This lesson begins on ${shortDate(date)}, at ${formatTime(row.start)}. Attendance can be recorded from then on.`,
    );
  if (date < addDays(clock.today, -oldestDays))
    throw new InvalidInput(`Attendance can be recorded for the last ${oldestDays} days.`);
};

/** What is recorded of a date. The same again keeps what an absence cost. */
const recordOf = (
  entry: AttendanceEntry,
  date: IsoDate,
  before: AttendanceRecord | null,
  { agreement, by }: Around,
): AttendanceRecord | null => {
  const { attendance, charge } = entry;
  if (attendance === null) return null;
  const stamp = { reason: entry.reason ?? null, at: instantAt(agreement.now), by };
  if (attendance === 'taught')
    return { ...stamp, attendance, minutesLate: entry.minutesLate ?? 0, charge: null, chosen: false };
  const agreedBefore = before?.attendance === 'absent' && !before.chosen ? before.charge : null;
  const agreed = agreedBefore ?? agreedOn(agreement, date)?.terms?.noShow ?? 100;
  return { ...stamp, attendance, minutesLate: 0, charge: charge ?? agreed, chosen: charge !== undefined };
};

const isSame = (a: AttendanceRecord | null, b: AttendanceRecord | null): boolean => {
  if (!a || !b) return a === b;
  return isDeepStrictEqual({ ...a, at: '', by: '' }, { ...b, at: '', by: '' });
};

type Result = { readonly row: Attendance } | { readonly error: DomainError };

const viewOf = (rowId: string, date: IsoDate, record: AttendanceRecord | null, around: Around): Attendance => {
  const { attendance, minutesLate, charge, reason, at, by } = record ?? {
    attendance: null,
    minutesLate: 0,
    charge: null,
    reason: null,
    at: instantAt(around.agreement.now),
    by: around.by,
  };
  return { lessonId: rowId, date, attendance, minutesLate, charge, reason, at, by };
};

/** Records some entries of one teacher, in order. @param tell what becomes of each */
export const recordIn =
  (
    teacherId: string,
    entries: readonly AttendanceEntry[],
    around: Around,
    tell: (at: AttendanceEntry, of: Result) => void,
  ) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const { origins, recorded } = around.attended;
    const lineageOf: LineageOf = (id) => origins.get(id);
    const known = recordedAmong(recorded, lineageOf);
    const changed = new Map<
      string,
      RecordedDate & { record: AttendanceRecord | null; before: AttendanceRecord | null }
    >();
    for (const entry of entries) {
      try {
        const found = dateIn(state, entry);
        refuse(entry, found, teacherId, around);
        const { row, date, originalDate } = found;
        const identity = identityOf({ teacherId, lesson: row }, lineageOf);
        const week = recordedWeek({ ...identity, originalDate: identity.originalDate ?? originalDate });
        const present = known.get(attendanceKey(week));
        // A record from before the lesson was split or transferred keeps its place.
        const place = present ? { lessonId: present.lesson_id, week: week.week } : week;
        const key = attendanceKey(place);
        const own = changed.get(key)?.record ?? state.attendance.get(key);
        const before = own === undefined ? (present?.record ?? null) : own;
        const record = recordOf(entry, date, before, around);
        const isKnown = isSame(before, record) && (changed.has(key) || isSame(present?.record ?? null, record));
        tell(entry, { row: viewOf(row.lessonId, date, isKnown ? before : record, around) });
        if (!isKnown) {
          const { studentId } = row;
          changed.set(key, { ...place, studentId, date, record, before: changed.get(key)?.before ?? before });
        }
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        tell(entry, { error });
      }
    }
    return changed.size === 0 ? [] : [{ type: 'AttendanceRecorded', data: { entries: [...changed.values()] } }];
  };

type Done = {
  readonly executed: readonly Executed<typeof scheduleEvents>[];
  readonly recorded: readonly Attendance[];
  readonly failed: readonly { readonly lessonId: string; readonly date: IsoDate | null; readonly message: string }[];
};

/**
 * Records who was there, in one batch: one append per teacher.
 * @throws DomainError when nothing is recorded: the refusal of the first entry
 */
export const record = async (
  services: Pick<Services, 'handlers' | 'models' | 'settingsOf' | 'now' | 'streams'>,
  context: CommandContext,
  entries: readonly AttendanceEntry[],
): Promise<Done> => {
  const { studioId } = context;
  const [schedules, attended, agreement] = await Promise.all([
    allSchedules(services, studioId),
    attendedNow(services, studioId),
    agreementNow(services, studioId),
  ]);
  const around: Around = { agreement, attended, by: context.actor };
  const teacherOf = ({ lessonId }: AttendanceEntry): string | null => {
    const seriesId = closedDateOf(lessonId)?.seriesId ?? '';
    return (
      [...schedules].find(([, { state }]) => state.lessons.has(lessonId) || state.lessons.has(seriesId))?.[0] ?? null
    );
  };
  const results = new Map<AttendanceEntry, Result>();
  const executed: Executed<typeof scheduleEvents>[] = [];
  for (const [teacherId, own] of Map.groupBy(entries, teacherOf)) {
    if (teacherId === null) {
      for (const entry of own) results.set(entry, { error: new NotFound('There is no such lesson.') });
      continue;
    }
    const decide = recordIn(teacherId, own, around, (entry, result) => results.set(entry, result));
    executed.push(await onSchedule(services, context, teacherId, { input: { teacherId, entries: own }, decide }));
  }
  const all = entries.flatMap((entry) => {
    const result = results.get(entry);
    return result ? [{ entry, result }] : [];
  });
  const recorded = all.flatMap(({ result }) => ('row' in result ? result.row : []));
  const [first] = all.flatMap(({ result }) => ('error' in result ? result.error : []));
  if (recorded.length === 0 && first) throw first;
  return {
    executed,
    recorded,
    failed: all.flatMap(({ entry: { lessonId, date = null }, result }) =>
      'error' in result ? [{ lessonId, date, message: result.error.message }] : [],
    ),
  };
};
