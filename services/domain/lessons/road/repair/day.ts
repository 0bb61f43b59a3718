import { closedTimeOn } from '@rondo/contracts/calendar/closures/closures.ts';
import { closedDateOf } from '@rondo/contracts/calendar/closures/closed-dates.ts';
import { dayOfWeekOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { minutesBetweenOf } from '@rondo/contracts/calendar/legs.ts';
import { isStop, occupiesTime, spanOf } from '@rondo/contracts/calendar/rows.ts';
import { minutesPerDay } from '@rondo/contracts/calendar/times.ts';
import { windowsOn } from '@rondo/contracts/calendar/windows.ts';
import type { OwedDate } from '@rondo/contracts/api/studio/owed.ts';
import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import { outsideHours, type PersonWithHours } from '@rondo/contracts/lessons/outside-hours.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { listStudents, type StudentRow } from '@rondo/projections/students/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { findTeacher } from '@rondo/projections/teachers/queries.ts';
import { NotFound, RuleBroken } from '../../../../platform/kit/errors.ts';
import { lessonPlaces, personStop } from '../../../../platform/maps/drives/places.ts';
import { overlap, type Entry } from '../../../../optimizer/repair/arrangement.ts';
import type { Candidate, RepairDay } from '../../../../optimizer/repair/search.ts';
import { heldRows, isHold, titlesWithHeld } from '../../../schedule/questions/held.ts';
import { holdFamilies } from '../../../schedule/lookup/hold-families.ts';
import { allSchedules } from '../../../schedule/lookup/student-times.ts';
import { lessonList, teacherOfLesson } from '../../../schedule/lookup/lessons.ts';
import { seriesDateInWeekOf } from '@rondo/contracts/calendar/series.ts';
import { studioNow } from '../../../studio/clock.ts';
import { owedAmong } from '../../cancelling/owed.ts';
import { aroundNow } from '../../time-off/around.ts';
import type { RepairServices } from './services.ts';
import { ownDrives } from '../own-drives.ts';
import { notedRows } from '../stops.ts';

/** How long before its start a lesson can still be moved, in minutes. */
const usualAhead = 30;

/** A lesson that could have another time: a row of the day, or one that is owed. */
export type Movable = {
  readonly candidate: Candidate;
  readonly student: StudentRow;
  readonly originalDate: IsoDate;
  readonly revision: string;
  readonly owed: OwedDate | null;
};

/** A day with a cancelled lesson, as the search sees it and as people name it. */
export type DayToRepair = {
  readonly teacherId: string;
  readonly date: IsoDate;
  readonly cancelled: CalendarLesson;
  /** The place of the cancelled lesson in the drives; null: nobody would have driven there. */
  readonly cancelledPlace: number | null;
  readonly search: RepairDay;
  /** How many lessons the day has. */
  readonly lessons: number;
  readonly movables: ReadonlyMap<string, Movable>;
  /** The rows of the day that take time, by their id. */
  readonly rows: ReadonlyMap<string, CalendarLesson>;
  /** The times of the day that are held until families have answered: "Held for Cy Diaz until 1:15 PM", by their id. */
  readonly heldTitles: ReadonlyMap<string, string>;
  readonly students: ReadonlyMap<string, StudentRow>;
  /** Minutes between two starts. */
  readonly grid: number;
};

const fullName = ({ details: { firstName, lastName } }: StudentRow): string => `${firstName} ${lastName}`.trim();

/** @throws NotFound, RuleBroken unless a lesson was cancelled on that date, today or later */
const cancelledOn = async (
  services: RepairServices,
  studioId: string,
  { lessonId, date, ahead = usualAhead }: Pick<Request, 'lessonId' | 'date' | 'ahead'>,
) => {
  const teacherId = await teacherOfLesson(services, studioId, lessonId);
  const [noted, { today, minute }] = await Promise.all([
    notedRows(services, studioId, { date }),
    studioNow(services, studioId),
  ]);
  const cancelled = noted.entries.find((row) => row.lessonId === lessonId);
  if (!cancelled || cancelled.status !== 'cancelled' || cancelled.closedBy !== null || date < today)
    throw new RuleBroken('Only a cancelled lesson leaves time to use.');
  return { teacherId, cancelled, noted, notBefore: date === today ? minute + ahead : 0 };
};

const isFixed = ({ source, status, entryType, studentId }: CalendarLesson): boolean =>
  entryType !== 'lesson' || studentId === null || source === 'actual' || status === 'optimized';

/** What bounds the starts of every lesson of a day. */
type Bounds = {
  readonly date: IsoDate;
  readonly grid: number;
  readonly notBefore: number;
  readonly maxMove: number;
  readonly windows: readonly Interval[];
  readonly closed: readonly Interval[];
  /** The lessons of that day with other teachers, and what these hold. */
  readonly elsewhere: readonly Pick<CalendarLesson, 'studentId' | 'start' | 'duration'>[];
};

export const hoursOf = (student: StudentRow): PersonWithHours => ({
  whose: 'student',
  name: fullName(student),
  availability: student.availability,
});

/** The starts that a lesson can have, whatever else the day has. @param present its start now; null: it comes to the day */
const startsOf = (
  bounds: Bounds,
  student: StudentRow,
  { duration, present }: { readonly duration: number; readonly present: number | null },
): Candidate['starts'] => {
  const { date, grid, notBefore, maxMove, windows, closed, elsewhere } = bounds;
  const own = elsewhere.filter((row) => row.studentId === student.student_id);
  const busy: Interval[] = [...closed, ...own.map(spanOf)];
  const found: { start: number; outside: boolean }[] = [];
  for (let start = 0; start + duration < minutesPerDay; start += grid) {
    const span = { start, end: start + duration };
    if (start < notBefore || (present !== null && Math.abs(start - present) > maxMove)) continue;
    if (!windows.some((window) => window.start <= span.start && span.end <= window.end)) continue;
    if (busy.some((one) => overlap(one, span))) continue;
    const time = { ...span, dayOfWeek: dayOfWeekOf(date), date };
    found.push({ start, outside: outsideHours([hoursOf(student)], time).length > 0 });
  }
  return found;
};

const movable = (
  bounds: Bounds,
  { duration }: Pick<CalendarLesson, 'duration'>,
  about: Omit<Movable, 'candidate'> & { readonly id: string; readonly place: number; readonly start: number | null },
): Movable => {
  const { id, place, start, ...rest } = about;
  const { student } = rest;
  const family = student.household_id ?? student.student_id;
  const starts = startsOf(bounds, student, { duration, present: start });
  return { candidate: { id, place, duration, start, family, starts }, ...rest };
};

type Request = {
  readonly lessonId: string;
  readonly date: IsoDate;
  /** By how many minutes a lesson may move. */
  readonly maxMove: number;
  /** How long before its start a lesson can still be moved, in minutes. */
  readonly ahead?: number;
  /** The question whose own held times are free. */
  readonly repairId?: string;
};

/** Reads a day with a cancelled lesson. @throws NotFound, RuleBroken */
export const dayToRepair = async (
  services: RepairServices,
  studioId: string,
  request: Request,
): Promise<DayToRepair> => {
  const { date, maxMove } = request;
  const { teacherId, cancelled, noted, notBefore } = await cancelledOn(services, studioId, request);
  const [teacher, { settings }, people, studentRows, around, schedules] = await Promise.all([
    findTeacher(teachersModel.read(services.models), studioId, teacherId),
    services.settingsOf(studioId),
    peopleById(lessonsModel.read(services.models), studioId),
    listStudents(studentsModel.read(services.models), studioId),
    aroundNow(services, studioId),
    allSchedules(services, studioId),
  ]);
  if (!teacher) throw new NotFound('There is no such teacher.');
  const { today } = await studioNow(services, studioId);
  const allHeld = [...schedules].flatMap(([heldBy, { state }]) =>
    heldRows(state, { now: services.now(), today })
      .filter((row) =>
        isHold(row)
          ? seriesDateInWeekOf(row, date) === date
          : row.date === date && row.heldFor.repairId !== request.repairId,
      )
      .map((row) => ({ ...row, heldBy })),
  );
  const families = await holdFamilies(services, studioId, schedules.values(), today);
  const students = new Map(studentRows.map((row) => [row.student_id, row]));
  const standing = noted.entries.filter((row) => occupiesTime(row) && row.closedBy === null);
  const own = standing.filter((row) => row.teacherId === teacherId);
  const owed = owedAmong(around, { billed: new Map(), rates: new Map() }, { state: 'open' }).filter(
    (one) =>
      one.teacherId === teacherId &&
      one.state === 'owed' &&
      one.lessonDate !== date &&
      (one.until === null || one.until >= date),
  );
  const owedRows = await rowsOf(services, studioId, owed);
  const placed = [cancelled, ...own, ...owedRows.values()];
  const ownHeld = allHeld.filter(({ heldBy }) => heldBy === teacherId);
  const placeOf = await lessonPlaces(services.maps.mapsFor(studioId), people, placed);
  const home = personStop(people.get(teacherId));
  const stops = [home, ...placed.map(placeOf)];
  const minutes = await services.legs.table(studioId, stops, [stops]);
  const onMap = stops.map((from) => stops.map((to) => minutes(from, to)));
  // A drive there instead begins about when the cancelled lesson would have begun.
  const departure = cancelled.start;
  const pairs = stops.flatMap((from, i) => stops.map((to, j) => ({ from, to, map: onMap[i]?.[j] ?? 0, departure })));
  const ownOf = settings.ownDriveTimes
    ? await ownDrives(services, studioId, { teacherId, date, drives: pairs })
    : () => null;
  const drives = stops.map((from, i) =>
    stops.map((to, j) => {
      const map = onMap[i]?.[j] ?? 0;
      return ownOf({ from, to, map, departure })?.minutes ?? map;
    }),
  );
  const place = new Map(placed.map((row, i) => [row, i + 1]));

  const titleOf = ({ studentId }: Pick<CalendarLesson, 'studentId'>): string => {
    const student = students.get(studentId ?? '');
    return student ? fullName(student) : 'a lesson';
  };
  const heldTitle = titlesWithHeld(titleOf, settings.timeZone, (inquiryId) => families.get(inquiryId)?.firstName);
  const windows = windowsOn(teacher.availability, dayOfWeekOf(date));
  const bounds: Bounds = {
    date,
    grid: settings.startGrid,
    notBefore,
    maxMove,
    windows,
    closed: closedTimeOn(around.closures, teacherId, date),
    elsewhere: [
      ...standing.filter((row) => row.teacherId !== teacherId),
      ...allHeld.filter(({ heldBy }) => heldBy !== teacherId),
    ],
  };
  const moves = own.flatMap((row): Movable[] => {
    const student = students.get(row.studentId ?? '');
    const { arrived, done } = noted.notes.get(row.lessonId) ?? {};
    if (!student || isFixed(row) || !isStop(row) || row.start < notBefore || arrived || done) return [];
    const { lessonId: id, start, revision, originalDate } = row;
    const at = place.get(row) ?? 0;
    return [
      movable(bounds, row, { id, start, place: at, student, revision, originalDate: originalDate ?? date, owed: null }),
    ];
  });
  const fills = owed.flatMap((one): Movable[] => {
    const [student, row] = [students.get(one.studentId), owedRows.get(one.lessonId)];
    if (!student || !row?.useInOptimization) return [];
    const at = place.get(row) ?? 0;
    const { lessonId: id, lessonDate: originalDate, duration } = one;
    return [
      movable(
        bounds,
        { duration },
        { id, start: null, place: at, student, revision: row.revision, originalDate, owed: one },
      ),
    ];
  });
  const movables = new Map([...moves, ...fills].map((one) => [one.candidate.id, one]));
  return {
    teacherId,
    date,
    cancelled,
    cancelledPlace: cancelled.useInOptimization ? (place.get(cancelled) ?? null) : null,
    search: {
      drives,
      hasHome: home !== null,
      minutesBetween: minutesBetweenOf(teacher.details, settings),
      away: teacher.details.availabilityInterpretation === 'leave_home' ? windows : null,
      entries: [
        ...own.map((row): Entry => ({
          id: row.lessonId,
          place: isStop(row) ? (place.get(row) ?? null) : null,
          ...spanOf(row),
        })),
        // Held times are taken, but nobody drives there yet.
        ...ownHeld.map((row): Entry => ({ id: row.lessonId, place: null, ...spanOf(row) })),
      ],
      candidates: [...movables.values()].map(({ candidate }) => candidate),
    },
    lessons: own.filter(({ entryType }) => entryType === 'lesson').length,
    movables,
    rows: new Map(own.map((row) => [row.lessonId, row])),
    heldTitles: new Map(ownHeld.map((row) => [row.lessonId, heldTitle(row)])),
    students,
    grid: settings.startGrid,
  };
};

/** The rows of owed lessons: a closed date stands in its series. */
const rowsOf = async (
  services: RepairServices,
  studioId: string,
  owed: readonly OwedDate[],
): Promise<ReadonlyMap<string, Lesson>> => {
  if (owed.length === 0) return new Map();
  const seriesOf = (id: string): string => closedDateOf(id)?.seriesId ?? id;
  const lessonIds = [...new Set(owed.flatMap(({ lessonId }) => [lessonId, seriesOf(lessonId)]))];
  const rows = new Map((await lessonList(services, studioId, { lessonIds })).map((row) => [row.id, row]));
  return new Map(
    owed.flatMap(({ lessonId }) => {
      const row = rows.get(lessonId) ?? rows.get(seriesOf(lessonId));
      return row ? [[lessonId, row]] : [];
    }),
  );
};
