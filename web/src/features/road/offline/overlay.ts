import type { RoadDay, Stop } from '@rondo/contracts/api/road/day.ts';
import { daysBetween } from '@rondo/contracts/calendar/dates.ts';
import { minutesPerDay, toMinutes, toTimeText, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { estimatesOf } from '@rondo/contracts/lessons/estimate.ts';
import { leaveFor } from '@rondo/contracts/lessons/road-day.ts';
import { trueTime } from './true-time.ts';
import type { AttendedDay, AttendedLesson } from '../../../calendar/attendance/queries.ts';
import { endOf, takesPlace } from '../../../calendar/road-state.ts';
import { isNote, type Entry } from './entries.ts';
import { waitsStill } from './sending.ts';

// The day as it is with what waits for a connection.

/** Said beside what is set and not saved yet. */
export const waitsText = 'Waits for a connection';

type Stamps = Stop['stamps'];

/** The stamps of a stop that wait, the newest of each kind. */
export const waitingStamps = (entries: readonly Entry[], lessonId: string, date: string): Partial<Stamps> => {
  const stamps: Partial<Stamps> = {};
  for (const { call } of entries.filter(waitsStill))
    if (call.name === 'POST /api/day/stamps' && call.input.body.lessonId === lessonId && call.input.body.date === date)
      stamps[call.input.body.kind] = call.input.body.at;
  return stamps;
};

type Note = NonNullable<Stop['lastNote']>;

type NoteAbout = { readonly studentId: string | null; readonly date: string; readonly kind: Note['kind'] };

const isOf = ({ call }: Entry, { studentId, date, kind }: NoteAbout): boolean => {
  const isKind =
    kind === 'private'
      ? call.name === 'PUT /api/students/:id/private-notes/:date'
      : call.name === 'PUT /api/students/:id/family-notes/:date';
  return isKind && isNote(call) && call.input.params.id === studentId && call.input.params.date === date;
};

/** The text of a note that waits; undefined if none does. */
export const waitingNote = (entries: readonly Entry[], about: NoteAbout): string | undefined =>
  entries
    .filter((entry) => waitsStill(entry) && isOf(entry, about))
    .flatMap(({ call }) => (isNote(call) ? [call.input.body.text] : []))
    .at(-1);

const lastNoteOf = (entries: readonly Entry[], { studentId, lastNote }: Stop, date: string): Stop['lastNote'] => {
  const text = (kind: Note['kind']) => waitingNote(entries, { studentId, date, kind }) ?? '';
  if (text('private') !== '') return { date, kind: 'private', text: text('private') };
  const isNewest = lastNote === null || lastNote.date < date || lastNote.kind === 'family';
  return text('family') !== '' && isNewest ? { date, kind: 'family', text: text('family') } : lastNote;
};

/** Minutes of a date's clock, above 1440 on the day after. */
const minuteOn = (date: string, at: string | null, timeZone: string): MinuteOfDay | null => {
  if (at === null) return null;
  const clock = wallClock(Date.parse(at), timeZone);
  return daysBetween(date, clock.date) * minutesPerDay + clock.minute;
};

const clockText = (minutes: number): string => toTimeText(minutes % minutesPerDay);

const plannedEnd = (stop: Stop): MinuteOfDay => endOf({ ...stop, estimate: null });

/** The same day with the estimates that its stamps and what was said of being late come to, as the server computes them. */
const estimated = (day: RoadDay): RoadDay => {
  const { date, timeZone, delay, minutesBetween, homeAt } = day;
  const driven = day.stops.filter(takesPlace);
  const spans = driven.map((stop) => ({
    start: toMinutes(stop.startTime),
    end: plannedEnd(stop),
    drive: stop.drive?.minutes ?? null,
    arrived: minuteOn(date, stop.stamps.arrived, timeZone),
    done: minuteOn(date, stop.stamps.done, timeZone),
    reported: delay?.lessonId === stop.lessonId ? delay.minutes : null,
  }));
  const estimates = estimatesOf(spans);
  const stops = day.stops.map((stop): Stop => {
    const i = driven.indexOf(stop);
    const [span, estimate] = [spans[i], estimates[i]];
    if (!span || !estimate) return stop;
    const leaveBy = leaveFor(span, estimates[i - 1], minutesBetween);
    return {
      ...stop,
      leaveBy: leaveBy === null ? null : clockText(leaveBy),
      estimate:
        estimate.late > 0
          ? { startTime: clockText(estimate.start), endTime: clockText(estimate.end), late: estimate.late }
          : null,
    };
  });
  const [last, end] = [driven.at(-1), estimates.at(-1)?.end];
  const wayHome = last && homeAt !== null ? toMinutes(homeAt) - endBefore(last) : 0;
  return {
    ...day,
    stops,
    homeAt:
      homeAt === null || end === undefined ? homeAt : clockText(end + ((wayHome + minutesPerDay) % minutesPerDay)),
  };
};

/** The end of the last stop from which the server has computed when the teacher is home. */
const endBefore = (stop: Stop): MinuteOfDay => endOf(stop) % minutesPerDay;

/** The day as it would be after a report of being late. @param minutes at the stop, 0: on time again */
export const withDelay = (day: RoadDay, { lessonId, startTime }: Stop, minutes: number): RoadDay =>
  estimated({
    ...day,
    delay: {
      lessonId,
      minutes,
      startTime: clockText(toMinutes(startTime) + minutes),
      at: new Date(trueTime()).toISOString(),
    },
  });

/** The day with the stamps and notes that wait, and what follows from them. */
export const withEntries = (day: RoadDay, entries: readonly Entry[]): RoadDay => {
  const waiting = entries.filter(waitsStill);
  if (waiting.length === 0) return day;
  let isStamped = false;
  const stops = day.stops.map((stop) => {
    const stamps = waitingStamps(waiting, stop.lessonId, day.date);
    isStamped ||= Object.keys(stamps).length > 0;
    return { ...stop, stamps: { ...stop.stamps, ...stamps }, lastNote: lastNoteOf(waiting, stop, day.date) };
  });
  const changed = { ...day, stops };
  return isStamped ? estimated(changed) : changed;
};

const attendanceOf = (entries: readonly Entry[], lesson: AttendedLesson, date: string): AttendedLesson => {
  const recorded = entries
    .flatMap(({ call }) => (call.name === 'POST /api/attendance' ? call.input.body.entries : []))
    .findLast((one) => one.lessonId === lesson.lessonId && one.date === date);
  if (!recorded) return lesson;
  const { attendance, minutesLate = 0, charge, reason } = recorded;
  return {
    ...lesson,
    attendance,
    minutesLate,
    charge: charge ?? lesson.charge,
    reason: reason ?? null,
    text: waitsText,
  };
};

/** What is recorded of a day's lessons, with what waits. */
export const withAttendance = (attended: AttendedDay, entries: readonly Entry[]): AttendedDay => {
  const waiting = entries.filter(waitsStill);
  if (waiting.length === 0) return attended;
  return { ...attended, lessons: attended.lessons.map((lesson) => attendanceOf(waiting, lesson, attended.date)) };
};
