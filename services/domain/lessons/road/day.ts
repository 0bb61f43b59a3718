import type { RoadDay, Stop as StopView } from '@rondo/contracts/api/road/day.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { minutesBetweenOf } from '@rondo/contracts/calendar/legs.ts';
import { isCounted, occupiesTime, spanOf } from '@rondo/contracts/calendar/rows.ts';
import { minutesPerDay, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { inText } from '@rondo/contracts/calendar/windows.ts';
import { leaveFor, waitingIn } from '@rondo/contracts/lessons/road-day.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { familyNotesModel } from '@rondo/projections/family-notes/project.ts';
import { lastFamilyNotes } from '@rondo/projections/family-notes/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import { privateNotesModel } from '@rondo/projections/private-notes/project.ts';
import { lastPrivateNotes } from '@rondo/projections/private-notes/queries.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { listStudents } from '@rondo/projections/students/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { findTeacher } from '@rondo/projections/teachers/queries.ts';
import { NotFound } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import type { Stop } from '../../../platform/maps/drive-time.ts';
import { lessonPlaces, personStop } from '../../../platform/maps/drives/places.ts';
import type { LessonListServices } from '../../schedule/lookup/lessons.ts';
import { studioNow } from '../../studio/clock.ts';
import { attendedDates, attendedNow } from '../attendance/dates.ts';
import { contactsOf } from './contacts.ts';
import { questionsNow } from './questions/views.ts';
import { ownDrivesOn } from './own-drives.ts';
import { drivenStops, notedRows, reportIn } from './stops.ts';

type Place = Pick<StopView, 'address' | 'latitude' | 'longitude' | 'precision'>;

const nowhere: Place = { address: null, latitude: null, longitude: null, precision: null };

const placeView = (place: Stop): Place => {
  if (place === null) return nowhere;
  const { address, precision } = place;
  return precision === null
    ? { ...nowhere, address }
    : { address, latitude: place.latitude, longitude: place.longitude, precision };
};

export const titleOf = ({ student, eventTitle, entryType }: CalendarLesson): string =>
  student?.name ?? eventTitle ?? (entryType === 'appointment' ? 'Appointment' : 'Lesson');

/** A time of the day's clock, also after midnight. */
export const clockText = (minutes: number): string => toTimeText(minutes % minutesPerDay);

/** What was recorded of a day's lessons, by the row; nothing is of a day ahead. */
const recordedOn = async (
  services: Pick<LessonListServices, 'models'>,
  studioId: string,
  { teacherId, date, today }: { readonly teacherId: string; readonly date: IsoDate; readonly today: IsoDate },
): Promise<ReadonlyMap<string, StopView['attendance']>> => {
  if (date > today) return new Map();
  const dates = attendedDates(await attendedNow(services, studioId), { from: date, to: date, teacherId });
  return new Map(dates.map(({ rowId, record }) => [rowId, record?.attendance ?? null]));
};

/** The newest note of each student of a day, shared or not; of one day the private one. */
const lastNotesOf = async (
  { models }: Pick<LessonListServices, 'models'>,
  studioId: string,
  listed: readonly CalendarLesson[],
): Promise<ReadonlyMap<string, NonNullable<StopView['lastNote']>>> => {
  const studentIds = [...new Set(listed.flatMap(({ studentId }) => studentId ?? []))];
  if (studentIds.length === 0) return new Map();
  const [forFamilies, own] = await Promise.all([
    lastFamilyNotes(familyNotesModel.read(models), studioId, studentIds),
    lastPrivateNotes(privateNotesModel.read(models), studioId, studentIds),
  ]);
  const newest = new Map(
    own.map(({ student_id: studentId, date, text }) => [studentId, { date, kind: 'private' as const, text }]),
  );
  const older = forFamilies.filter(({ student_id, date }) => date > (newest.get(student_id)?.date ?? ''));
  return new Map<string, NonNullable<StopView['lastNote']>>([
    ...newest,
    ...older.map(({ student_id, date, text }) => [student_id, { date, kind: 'family' as const, text }] as const),
  ]);
};

const delayView = (report: ReturnType<typeof reportIn>, listed: readonly CalendarLesson[]): RoadDay['delay'] => {
  const row = listed.find(({ lessonId }) => lessonId === report?.rowId);
  if (!report || !row) return null;
  const { minutes, at } = report;
  return { lessonId: row.lessonId, minutes, startTime: clockText(row.start + minutes), at };
};

/** A teacher's day as it is driven: the rows, drives and figures of the calendar. @throws NotFound */
export const roadDay = async (
  services: LessonListServices & Pick<Services, 'handlers' | 'streams'>,
  studioId: string,
  { teacherId, date }: { readonly teacherId: string; readonly date: IsoDate },
): Promise<RoadDay> => {
  const { models, maps, legs, now } = services;
  const teacher = await findTeacher(teachersModel.read(models), studioId, teacherId);
  if (!teacher) throw new NotFound('There is no such teacher.');
  const [{ timeZone, today }, { settings }, noted, people, studentRows] = await Promise.all([
    studioNow(services, studioId),
    services.settingsOf(studioId),
    notedRows(services, studioId, { teacherId, date }),
    peopleById(lessonsModel.read(models), studioId),
    listStudents(studentsModel.read(models), studioId),
  ]);
  const { entries, listed, notes } = noted;
  const minutesBetween = minutesBetweenOf(teacher.details, settings);
  const students = new Map(studentRows.map((row) => [row.student_id, row]));
  const contactOf = await contactsOf(services, studioId, students);
  const placeOf = await lessonPlaces(maps.mapsFor(studioId), people, listed);
  const recorded = await recordedOn(services, studioId, { teacherId, date, today });
  const lastNotes = await lastNotesOf(services, studioId, listed);
  const home = personStop(people.get(teacherId));
  const report = reportIn(noted);
  const own = await ownDrivesOn(services, studioId, { teacherId, date, listed }, placeOf);
  const drives = new Map(settings.ownDriveTimes ? [...own].map(([id, { minutes }]) => [id, minutes]) : []);
  const stops = drivenStops(noted, { date, timeZone, report, drives });
  const last = stops.at(-1);
  const [wayHome] = home && last ? await legs.noted(studioId, [placeOf(last.row), home]) : [];
  const driven = stops.map((stop, i) => (i === 0 && home === null ? { ...stop, drive: null } : stop));
  const leaving = new Map(
    driven.map((stop, i) => [stop.row.lessonId, leaveFor(stop, driven[i - 1]?.estimate, minutesBetween)]),
  );
  const stopOf = new Map(driven.map((stop) => [stop.row.lessonId, stop]));
  const [first] = driven;
  const leaveHome = (first && leaving.get(first.row.lessonId)) ?? null;
  const homeAt = last && wayHome ? last.estimate.end + wayHome.minutes : null;
  // The figures are those of the calendar, whose drives are the map's.
  const onMap = driven.map((stop) => (drives.has(stop.row.lessonId) ? { ...stop, drive: stop.row.driveTime } : stop));
  const driving = onMap.reduce((sum, { drive }) => sum + (drive ?? 0), wayHome?.minutes ?? 0);
  const stopView = (row: CalendarLesson): StopView => {
    const { lessonId, originalDate, revision, entryType, status, studentId, duration, driveNotice, closedBy } = row;
    const { drive = null, estimate } = stopOf.get(lessonId) ?? {};
    const { arrived = null, done = null, told = null } = notes.get(lessonId) ?? {};
    const leaveBy = leaving.get(lessonId) ?? null;
    return {
      lessonId,
      originalDate: originalDate ?? date,
      revision,
      entryType,
      status,
      closedReason: closedBy?.reason ?? null,
      studentId,
      familyId: students.get(studentId ?? '')?.household_id ?? studentId,
      title: titleOf(row),
      ...inText(spanOf(row)),
      duration,
      ...placeView(placeOf(row)),
      drive:
        drive === null
          ? null
          : {
              minutes: drive,
              source: drives.has(lessonId) ? 'own' : 'map',
              map: row.driveTime ?? drive,
              own: own.get(lessonId) ?? null,
              notice: driveNotice,
            },
      leaveBy: leaveBy === null ? null : clockText(leaveBy),
      contact: contactOf(studentId),
      doorNote: students.get(studentId ?? '')?.details.doorNote ?? null,
      notes: row.notes,
      lastNote: lastNotes.get(studentId ?? '') ?? null,
      attendance: occupiesTime(row) ? (recorded.get(lessonId) ?? null) : null,
      stamps: { arrived, done },
      estimate:
        estimate && estimate.late > 0
          ? { startTime: clockText(estimate.start), endTime: clockText(estimate.end), late: estimate.late }
          : null,
      told,
    };
  };
  return {
    teacherId,
    teacherName: teacher.details.name,
    date,
    timeZone,
    asOf: new Date(now()).toISOString(),
    home: home && { address: home.address, latitude: placeView(home).latitude, longitude: placeView(home).longitude },
    minutesBetween,
    leaveHomeBy: leaveHome === null ? null : clockText(leaveHome),
    homeAt: homeAt === null ? null : clockText(homeAt),
    figures: {
      lessons: entries.filter((row) => isCounted(row) && occupiesTime(row)).length,
      driving,
      waiting: waitingIn(onMap),
    },
    stops: listed.map(stopView),
    delay: delayView(report, listed),
    asked: await questionsNow(services, studioId, { teacherId, date }),
  };
};
