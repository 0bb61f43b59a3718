import type { PinnedPair } from '@rondo/contracts/api/planner.ts';
import { minutesBetweenOf } from '@rondo/contracts/calendar/legs.ts';
import { windowsOf, type DayWindow } from '@rondo/contracts/calendar/windows.ts';
import type { WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import type { StudentRow } from '@rondo/projections/students/queries.ts';
import type { TeacherRow } from '@rondo/projections/teachers/queries.ts';
import { InvalidInput } from '../../../platform/kit/errors.ts';
import { formatAddress } from '../../../platform/maps/address.ts';
import { isInexact, type Maps, type Stop } from '../../../platform/maps/drive-time.ts';
import { planInexactNotice, planNoticeOf } from '../../../platform/maps/failure.ts';
import type { InstanceInput } from '../../../optimizer/week/instance.ts';
import { freeRows, type RunInput } from './gather.ts';
import { meetingPairs } from './meeting.ts';
import { pinnedPairs } from './pinned-pairs.ts';

/** The optimizer's input for a run, and the mapping back from its ids. */
export type RunInstance = {
  readonly instance: InstanceInput;
  /** The display name of each id in the instance. */
  readonly names: Readonly<Record<string, string>>;
  /** Fixed entries and held times that are stops, by their id in the instance. */
  readonly fixedById: ReadonlyMap<string, WeeklyLesson>;
  /** Number of those in a preferred slot of their student. */
  readonly fixedPreferred: number;
  /** Students and entries whose address could not be geocoded. */
  readonly unlocated: readonly string[];
  readonly homeKnown: boolean;
  /** Entries that stay, one of them pinned, and cannot both. */
  readonly pinnedPairs: readonly PinnedPair[];
  /** Why some drives are estimates or approximate although a maps service is configured; null if none is. */
  readonly driveNotice: string | null;
};

const by =
  <T>(keyOf: (one: T) => string) =>
  (a: T, b: T): number =>
    keyOf(a) < keyOf(b) ? -1 : 1;

/** A fixed entry's id in the instance. */
export const fixedId = (lessonId: string): string => `fixed ${lessonId}`;

export const studentName = ({ details }: StudentRow): string => `${details.firstName} ${details.lastName}`.trim();

/** What an entry is called: its student, else its own title. */
export const titleOf = (
  { studentId, eventTitle }: Pick<WeeklyLesson, 'studentId' | 'eventTitle'>,
  students: ReadonlyMap<string, StudentRow>,
): string => {
  const student = students.get(studentId ?? '');
  return student ? studentName(student) : (eventTitle ?? 'Appointment');
};

const homeOf = (row: StudentRow | TeacherRow): Stop => {
  const { address, city, zipCode, location } = row.details;
  if (address === null || address === '') return null;
  const text = formatAddress({ address, city, zipCode });
  return location ? { ...location, address: text, zipCode } : { address: text, precision: null };
};

const isLocated = (stop: Stop): boolean => stop !== null && stop.precision !== null;

/** True when a window contains a whole weekly entry. */
export const holds = (window: DayWindow, { dayOfWeek, start, duration }: WeeklyLesson): boolean =>
  window.dayOfWeek === dayOfWeek && window.start <= start && start + duration <= window.end;

const coordinates = (stop: Stop): { lat?: number; lng?: number } =>
  stop !== null && stop.precision !== null ? { lat: stop.latitude, lng: stop.longitude } : {};

const toWindow = ({ dayOfWeek, start, end }: DayWindow) => ({ dayOfWeek, startTime: start, endTime: end });

/** A student's availability with adjacent rows merged, and the preferred rows separately. */
const availabilityOf = (student: StudentRow | undefined, elsewhere: readonly DayWindow[] = []) => {
  const rows = freeRows(student?.availability ?? [], elsewhere);
  return [
    ...windowsOf(rows).map((window) => ({ ...toWindow(window), isPreferred: false })),
    ...windowsOf(rows.filter(({ isPreferred }) => isPreferred)).map((window) => ({
      ...toWindow(window),
      isPreferred: true,
    })),
  ];
};

/** The number of drives is the square of the number of stops; no teacher has a tenth of these in a week. */
const stopsOfAPlan = 400;

export type InstanceRequest = {
  readonly input: RunInput;
  readonly settings: Pick<StudioSettings, 'startGrid' | 'minutesBetween'>;
  /** Every student of the studio, for the homes of fixed lessons. */
  readonly students: ReadonlyMap<string, StudentRow>;
  readonly maps: Maps;
};

/**
 * Builds the instance of one run: students to place, fixed entries as stops or as blocked time, one drive matrix for all.
 * @throws InvalidInput when there are too many
 */
export const instanceOf = async ({ input, settings, students, maps }: InstanceRequest): Promise<RunInstance> => {
  // In an order of its own, so that the same students and entries give the same plan, however they were selected or read.
  const placing = input.students.toSorted(by(({ student_id }) => student_id));
  const fixed = input.fixed.toSorted(by(({ lessonId }) => lessonId));
  const staying = [...fixed, ...input.holds.toSorted(by(({ lessonId }) => lessonId))];
  if (input.students.length + staying.length > stopsOfAPlan)
    throw new InvalidInput(`At most ${stopsOfAPlan} students and weekly entries fit into one teacher's plan.`);
  const windows = windowsOf(input.teacher.availability);
  const isStop = (entry: WeeklyLesson) => entry.useInOptimization && windows.some((window) => holds(window, entry));
  const stops = staying.filter(isStop);
  const blocked = staying.filter((entry) => !isStop(entry));
  const fixedById = new Map(stops.map((entry) => [fixedId(entry.lessonId), entry]));

  const located = await maps.locate(stops.flatMap(({ customAddress }) => customAddress ?? []));
  const placeOf = (entry: WeeklyLesson): Stop => {
    if (entry.customAddress !== null) return located.get(entry.customAddress) ?? null;
    const student = students.get(entry.studentId ?? '');
    return student ? homeOf(student) : null;
  };
  const home = homeOf(input.teacher);
  const studentStops = placing.map(homeOf);
  const entryStops = stops.map(placeOf);
  const allStops = [home, ...studentStops, ...entryStops];
  const { minutes: driveMinutes, failure } = await maps.driveMatrix(
    allStops,
    allStops,
    meetingPairs(windows, placing, stops),
  );
  const homeKnown = home !== null;
  const driveBetween = (from: WeeklyLesson, to: WeeklyLesson): number | null => {
    const [a, b] = [stops.indexOf(from), stops.indexOf(to)];
    if (![a, b].every((at) => isLocated(entryStops[at] ?? null))) return null;
    return driveMinutes[1 + placing.length + a]?.[1 + placing.length + b] ?? null;
  };

  const named = [
    ...placing.map((student) => [student.student_id, studentName(student)] as const),
    ...[...fixedById].map(([id, entry]) => [id, titleOf(entry, students)] as const),
  ];
  const allNames = [input.teacher.details.name, ...named.map(([, name]) => name)];
  const inexact = [...new Set(allNames.filter((_, i) => isInexact(allStops[i] ?? null)))];
  const isPreferred = ({ studentId, ...entry }: WeeklyLesson): boolean =>
    windowsOf((students.get(studentId ?? '')?.availability ?? []).filter((row) => row.isPreferred)).some((window) =>
      holds(window, { studentId, ...entry }),
    );
  return {
    homeKnown,
    pinnedPairs: pinnedPairs({
      startsOn: input.startsOn,
      entries: fixed,
      stops,
      titleOf: (entry) => titleOf(entry, students),
      driveBetween,
    }),
    driveNotice: planNoticeOf(failure) ?? (maps.provider === 'mapbox' ? planInexactNotice(inexact) : null),
    fixedById,
    fixedPreferred: stops.filter(isPreferred).length,
    names: Object.fromEntries(named),
    unlocated: [...studentStops, ...entryStops].flatMap((stop, i) => (isLocated(stop) ? [] : [named[i]?.[1] ?? ''])),
    instance: {
      name: input.teacher.teacher_id,
      startGrid: settings.startGrid,
      minutesBetween: minutesBetweenOf(input.teacher.details, settings),
      returnRule:
        input.teacher.details.availabilityInterpretation === 'leave_home' ? 'home-by-end' : 'last-lesson-by-end',
      teacher: {
        ...(home !== null && home.precision !== null ? { home: { lat: home.latitude, lng: home.longitude } } : {}),
        availabilityInterpretation: input.teacher.details.availabilityInterpretation,
        availability: windows.map(toWindow),
      },
      fixedLessons: [...fixedById].map(([studentId, { dayOfWeek, start }]) => ({
        studentId,
        dayOfWeek,
        startTime: start,
      })),
      blocked: blocked.map(({ dayOfWeek, start, duration }) => ({
        dayOfWeek,
        startTime: start,
        endTime: start + duration,
      })),
      students: [
        ...placing.map((student, i) => ({
          id: student.student_id,
          ...coordinates(studentStops[i] ?? null),
          lessonDuration: student.details.lessonDuration,
          availability: availabilityOf(student, input.elsewhere.get(student.student_id)),
          taken: (input.elsewhere.get(student.student_id) ?? []).map(toWindow),
        })),
        ...[...fixedById].map(([id, entry], i) => ({
          id,
          ...coordinates(entryStops[i] ?? null),
          lessonDuration: entry.duration,
          // It stays where it is regardless of the student's availability, which only determines whether it is a preferred slot.
          availability: availabilityOf(students.get(entry.studentId ?? '')),
        })),
      ],
      driveMinutes: homeKnown ? driveMinutes : withoutHome(driveMinutes),
    },
  };
};

/** Without a home address there are no home legs. */
const withoutHome = (minutes: readonly (readonly number[])[]): number[][] =>
  minutes.map((row, from) => row.map((leg, to) => (from === 0 || to === 0 ? 0 : leg)));
