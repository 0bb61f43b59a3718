import type { RequestOf } from '@rondo/contracts/api/endpoint.ts';
import { findFits, type Fit, type Fits } from '@rondo/contracts/api/fits.ts';
import { addDays, firstOnOrAfter, laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { inMinutes, inText } from '@rondo/contracts/calendar/windows.ts';
import { plainRow, type WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { plainDetails } from '@rondo/contracts/lessons/plain-details.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { listStudents, type StudentRow } from '@rondo/projections/students/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { InvalidInput, NotFound } from '../../../platform/kit/errors.ts';
import { formatAddress } from '../../../platform/maps/address.ts';
import type { DayStop } from '../../../platform/maps/drives/day-drive.ts';
import { detourText } from '../../../platform/maps/drives/detour-text.ts';
import { locate } from '../../people/locate.ts';
import { teacherOfLesson } from '../../schedule/lookup/lessons.ts';
import { studioNow } from '../../studio/clock.ts';
import { presentRow } from './finding-api.ts';
import { bestFittings, type Fitting } from './fits.ts';
import { fittingsWith } from './fitting.ts';
import type { FindingServices, Surroundings } from './surroundings.ts';

type FitsBody = RequestOf<typeof findFits>['body'];

/** Maximum number of times that need another family to move. */
const withMoves = 3;
/** How long a lesson is when nothing says it. */
const usualMinutes = 45;

/** Where a lesson would be that has no student yet. @throws InvalidInput */
const addressOf = async (services: FindingServices, studioId: string, body: FitsBody): Promise<string> => {
  const typed = { address: body.address ?? null, city: body.city ?? null, zipCode: body.zipCode ?? null };
  const { location } = await locate(services.maps.mapsFor(studioId), typed);
  if (location !== null) return formatAddress(typed);
  const detail = 'The map does not know this address.';
  throw new InvalidInput(
    `${detail} Check the street and the ZIP code, or add the student first and place the home on the map.`,
    [{ pointer: '/address', detail }],
  );
};

/** A weekly lesson without a student, for searches. */
export const newLesson = (duration: number, validFrom: IsoDate): WeeklyLesson => ({
  ...plainDetails,
  ...plainRow,
  lessonId: '',
  studentId: null,
  entryType: 'lesson',
  source: 'manual',
  status: 'scheduled',
  dayOfWeek: 1,
  start: 0,
  duration,
  date: null,
  validFrom,
});

/** The student's series that moves. @throws NotFound */
const movingSeries = async (services: FindingServices, studioId: string, lessonId: string, student: StudentRow) => {
  const teacherId = await teacherOfLesson(services, studioId, lessonId);
  const row = await presentRow(services, studioId, lessonId);
  if (!isWeekly(row) || row.studentId !== student.student_id) throw new NotFound('There is no such weekly lesson.');
  return { teacherId, row };
};

const stopView = (stop: DayStop | undefined): Fit['before'] => (stop ? { name: stop.title, ...inText(stop) } : null);

type With = { readonly teacherId: string; readonly around: Surroundings; readonly duration: number };

const fitView = (
  { teacherId, around: { now }, duration }: With,
  { day, start, opening, buffer, preferred }: Fitting,
  addedDrive: number,
  notBefore = day.date,
): Fit => {
  const { gap, apartBefore, apartAfter } = opening;
  const end = start + duration;
  const isOver = day.date === now.today && start < now.minute;
  const earliest = firstOnOrAfter(laterOf(notBefore, isOver ? addDays(day.date, 1) : day.date), day.dayOfWeek);
  return {
    teacherId,
    dayOfWeek: day.dayOfWeek,
    ...inText({ start, end }),
    firstDate: day.firstDate(start, earliest) ?? earliest,
    addedDrive,
    buffer,
    before: stopView(gap.before),
    after: stopView(gap.after),
    preferred,
    text: detourText(addedDrive, {
      before: gap.before && {
        title: gap.before.title,
        at: gap.before.end,
        buffer: start - gap.before.end - apartBefore,
      },
      after: gap.after && { title: gap.after.title, at: gap.after.start, buffer: gap.after.start - end - apartAfter },
    }),
  };
};

type Searched = { readonly name: string; readonly hasWindows: boolean };

/** Why no time was found. */
const whyNone = (who: string, searched: readonly Searched[], moves: boolean): string => {
  const working = searched.filter(({ hasWindows }) => hasWindows);
  const [first] = searched;
  if (!first) return 'There is no teacher yet. Add one on the Teachers page first.';
  if (working.length === 0)
    return `${searched.length === 1 ? `${first.name} has` : 'The teachers have'} no teaching times. Add them on the Teachers page first.`;
  const names = working.length === 1 ? (working[0]?.name ?? '') : 'the teachers';
  return moves
    ? `No available time slots found: no other weekly time is free for ${who} and ${names}.`
    : `No weekly time is free for ${who} and ${names}.`;
};

/** Whom to search with: the teacher that the call names, else the student's, else everyone. @throws NotFound */
const teachersFor = async (
  services: FindingServices,
  studioId: string,
  teacherId: string | undefined,
  student: StudentRow | undefined,
) => {
  const all = await listTeachers(teachersModel.read(services.models), studioId);
  if (teacherId !== undefined) {
    const named = all.filter(({ teacher_id }) => teacher_id === teacherId);
    if (named.length === 0) throw new NotFound('There is no such teacher.');
    return named;
  }
  const own = all.filter((one) => student?.assignments.some((assigned) => assigned.teacherId === one.teacher_id));
  return own.length > 0 ? own : all;
};

type FitsQuery = {
  readonly teachers: Awaited<ReturnType<typeof teachersFor>>;
  readonly students: ReadonlyMap<string, StudentRow>;
  readonly lesson: WeeklyLesson;
  /** The series that moves; null: the lesson is new. */
  readonly present: WeeklyLesson | null;
  /** When the family can; empty: whenever a teacher works. */
  readonly availability: StudentRow['availability'];
  /** Whom the times are for. */
  readonly who: string;
};

/** Up to five weekly times with some teachers, best first, and up to three that are free once one other family moves. */
export const fitsFor = async (
  services: FindingServices,
  studioId: string,
  { teachers, students, lesson, present, availability, who }: FitsQuery,
): Promise<Fits> => {
  const perTeacher = await Promise.all(
    teachers.map(async ({ teacher_id: teacherId, details: { name } }) => ({
      teacherId,
      name,
      duration: lesson.duration,
      ...(await fittingsWith(services, studioId, {
        teacherId,
        lesson,
        present,
        availability,
        availabilityOf: (studentId) => students.get(studentId)?.availability ?? [],
      })),
    })),
  );
  const times = perTeacher
    .flatMap((one) => one.times.map((fitting) => ({ ...fitting, of: one })))
    .toSorted((a, b) => Number(b.preferred) - Number(a.preferred) || a.opening.addedDrive - b.opening.addedDrive);
  const others = perTeacher
    .flatMap((one) => one.others.map((fitting) => ({ ...fitting, of: one })))
    .toSorted((a, b) => a.addedDrive - b.addedDrive);
  return {
    times: bestFittings(times).map(({ of, ...fitting }) => fitView(of, fitting, fitting.opening.addedDrive)),
    others: others.slice(0, withMoves).map(({ of, series, to, name, from, sentence, ...fitting }) => ({
      ...fitView(of, fitting, fitting.addedDrive, from),
      moves: {
        studentId: series.studentId ?? '',
        name,
        lessonId: series.lessonId,
        from,
        dayOfWeek: to.day.dayOfWeek,
        ...inText({ start: to.start, end: to.start + series.duration }),
        text: sentence,
      },
    })),
    message: times.length > 0 ? null : whyNone(who, perTeacher, present !== null),
  };
};

/** Finds weekly times for a new lesson, or other ones for a series. */
export const fitsRoutes = (services: FindingServices): Route[] => [
  route(findFits, async ({ body }, { actor: { studioId } }) => {
    const [rows, { today }] = await Promise.all([
      listStudents(studentsModel.read(services.models), studioId),
      studioNow(services, studioId),
    ]);
    const students = new Map(rows.map((row) => [row.student_id, row]));
    const student = students.get(body.studentId ?? '');
    if (body.studentId !== undefined && !student) throw new NotFound('There is no such student.');
    const moving =
      body.lessonId !== undefined && student
        ? await movingSeries(services, studioId, body.lessonId, student)
        : undefined;
    const teachers = await teachersFor(services, studioId, moving?.teacherId ?? body.teacherId, student);
    const duration = body.duration ?? moving?.row.duration ?? student?.details.lessonDuration ?? usualMinutes;
    const customAddress = student ? null : await addressOf(services, studioId, body);
    const lesson: WeeklyLesson = moving
      ? { ...moving.row, status: 'scheduled', duration, validFrom: laterOf(today, moving.row.validFrom) }
      : {
          ...newLesson(duration, laterOf(today, student?.details.startDate ?? today)),
          studentId: student?.student_id ?? null,
          customAddress,
        };
    const availability =
      body.availability?.map((row) => ({ ...inMinutes(row), id: '' })) ?? student?.availability ?? [];
    const who = student ? `${student.details.firstName} ${student.details.lastName}`.trim() : 'this address';
    return fitsFor(services, studioId, {
      teachers,
      students,
      lesson,
      present: moving?.row ?? null,
      availability,
      who,
    });
  }),
];
