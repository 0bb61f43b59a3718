import {
  createAssignment,
  createStudent,
  deleteStudent,
  listAssignments,
  listStudentAssignments,
  listStudents,
  setStudentTeacher,
  updateStudent,
} from '@rondo/contracts/api/students.ts';
import type { Instant } from '@rondo/contracts/calendar/instants.ts';
import type { StudentDetails } from '@rondo/contracts/events/student.ts';
import { rateProblem } from '@rondo/contracts/money/money.ts';
import { InvalidInput } from '../../platform/kit/errors.ts';
import * as queries from '@rondo/projections/students/queries.ts';
import type { StudentRow } from '@rondo/projections/students/queries.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import type { Request } from 'express';
import type { z } from 'zod';
import { derivedId } from '../../platform/commands/ids.ts';
import { answerFrom } from '../../platform/http/answer.ts';
import { asThen } from '../../platform/http/bodies/revalidated.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import { mapWithPauses } from '@rondo/projections/pacing/pauses.ts';
import type { Maps } from '../../platform/maps/drive-time.ts';
import type { PastMoments } from '../../platform/models/moments/as-of.ts';
import type { ReadModels } from '../../platform/models/read-models.ts';
import type { StudioClock } from '../studio/clock.ts';
import type { StudioSizes } from '../../platform/commands/studio-sizes.ts';
import { toWindows } from './availability.ts';
import type { Changes } from './changes.ts';
import { locate } from './locate.ts';
import { orAsBefore } from './or-as-before.ts';
import { studentsAt } from './past-roster.ts';
import type { Roster } from './roster.ts';
import { assignTeacher, changeStudent, registerStudent, removeStudent, setTeachers } from './student.ts';
import { assignmentViews, studentView } from './views.ts';

export type RosterDependencies = {
  readonly roster: Roster;
  readonly models: ReadModels;
  readonly clock: StudioClock;
  readonly mapsOf: (studioId: string) => Maps;
  readonly past: PastMoments;
  readonly sizes: StudioSizes;
  /** The addresses of the studio's shared student calendars, as a request reached the server. */
  readonly studentAddresses: (studioId: string, request: Request) => Promise<(studentId: string) => string | null>;
};

const cents = (rate: number | null | undefined): number | null | undefined =>
  typeof rate === 'number' ? Math.round(rate * 100) : rate;

/** Every rate of a studio's students. */
export const ratesIn =
  (models: ReadModels) =>
  async (studioId: string): Promise<number[]> => {
    const rows = await queries.listStudents(studentsModel.read(models), studioId);
    return rows.flatMap(({ details: { perLessonRateCents, monthlyRateCents } }) =>
      [perLessonRateCents, monthlyRateCents].flatMap((rate) => (rate === null ? [] : rate / 100)),
    );
  };

type Rates = { readonly perLessonRate?: number | null | undefined; readonly monthlyRate?: number | null | undefined };

/** Refuses a new rate with decimals that the currency does not have; one that stays as it is passes. @throws InvalidInput */
const refuseRates = (
  typed: Rates,
  currency: string,
  before?: Pick<StudentDetails, 'perLessonRateCents' | 'monthlyRateCents'>,
): void => {
  const changed = [
    cents(typed.perLessonRate) === before?.perLessonRateCents ? null : typed.perLessonRate,
    cents(typed.monthlyRate) === before?.monthlyRateCents ? null : typed.monthlyRate,
  ];
  for (const rate of changed) {
    const problem = typeof rate === 'number' ? rateProblem(rate, currency) : null;
    if (problem !== null) throw new InvalidInput(problem);
  }
};

type NewStudent = z.output<typeof createStudent.body>;
type StudentChanges = z.output<typeof updateStudent.body>;

const typedLocation = (body: Pick<StudentChanges, 'latitude' | 'longitude'>): StudentDetails['location'] | undefined =>
  typeof body.latitude === 'number' && typeof body.longitude === 'number'
    ? { latitude: body.latitude, longitude: body.longitude, precision: 'exact' }
    : undefined;

const newDetails = async (maps: Maps, body: NewStudent): Promise<StudentDetails> => {
  const typed = { address: body.address, city: body.city ?? null, zipCode: body.zipCode ?? null };
  const located = await locate(maps, typed);
  return {
    firstName: body.firstName,
    lastName: body.lastName,
    phone: body.phone ?? null,
    email: body.email ?? null,
    address: body.address,
    city: located.city,
    zipCode: located.zipCode,
    location: typedLocation(body) ?? located.location,
    lessonDuration: body.lessonDuration,
    startDate: body.startDate ?? null,
    // The address of a shared calendar is computed, never stored.
    calendarUrl: null,
    paymentType: body.paymentType,
    perLessonRateCents: cents(body.perLessonRate) ?? null,
    monthlyRateCents: cents(body.monthlyRate) ?? null,
  };
};

const namesPlace = ({ address, city, zipCode }: StudentChanges): boolean =>
  address !== undefined || city !== undefined || zipCode !== undefined;

/** The changed fields; a changed address is geocoded again, and its city and ZIP code follow it unless they were given. */
const changedDetails = async (
  maps: Maps,
  body: StudentChanges,
  present: () => Promise<StudentDetails>,
): Promise<Changes<StudentDetails>> => {
  const { latitude, longitude, perLessonRate, monthlyRate, availability: _a, revision: _r, ...plain } = body;
  const fields = { ...plain, perLessonRateCents: cents(perLessonRate), monthlyRateCents: cents(monthlyRate) };
  const typed = typedLocation({ latitude, longitude });
  if (!namesPlace(body)) return { ...fields, location: typed };
  const before = await present();
  const { address = before.address } = plain;
  const kept = address === before.address;
  const city = plain.city === undefined && kept ? before.city : (plain.city ?? null);
  const zipCode = plain.zipCode === undefined && kept ? before.zipCode : (plain.zipCode ?? null);
  if (kept && city === before.city && zipCode === before.zipCode) return { ...fields, location: typed };
  const located = await locate(maps, { address, city, zipCode });
  return { ...fields, city: located.city, zipCode: located.zipCode, location: typed ?? located.location };
};

/** Students and their teachers. */
export const studentRoutes = ({
  roster,
  models,
  clock,
  mapsOf,
  past,
  sizes,
  studentAddresses,
}: RosterDependencies): Route[] => {
  const { students, studentStream } = roster;
  const shown = async ({ actor: { studioId }, request }: RequestContext, studentId: string) => {
    const [row, addressOf] = await Promise.all([
      queries.findStudent(studentsModel.read(models), studioId, studentId),
      studentAddresses(studioId, request),
    ]);
    return row && studentView(row, addressOf(studentId));
  };
  const assignments = async (studioId: string, studentId: string) => {
    const row = await queries.findStudent(studentsModel.read(models), studioId, studentId);
    return row && assignmentViews(row);
  };
  const asOfThen = <Row>(
    studioId: string,
    asOf: Instant,
    show: (students: readonly StudentRow[]) => Row[] | Promise<Row[]>,
  ) => {
    const then = past.asOf(studioId, asOf);
    return asThen(then, [studentsModel], async () => show(await studentsAt(then)));
  };

  return [
    route(listStudents, async ({ query: { asOf } }, { actor: { studioId }, request }) => {
      // Addresses have no past.
      if (asOf !== undefined)
        return asOfThen(studioId, asOf, (list) => mapWithPauses(list, (row) => studentView(row, null)));
      const [rows, addressOf] = await Promise.all([
        queries.listStudents(studentsModel.read(models), studioId),
        studentAddresses(studioId, request),
      ]);
      return mapWithPauses(rows, (row) => studentView(row, addressOf(row.student_id)));
    }),
    route(createStudent, async ({ body }, context) => {
      const { command, actor } = context;
      const studentId = derivedId(command.commandId, 'student');
      refuseRates(body, (await clock.settings(actor.studioId)).currency);
      const details = await newDetails(mapsOf(actor.studioId), body);
      const availability = toWindows(command.commandId, body.availability);
      const stream = studentStream(actor.studioId, studentId);
      const registers = { input: body, decide: registerStudent({ studentId, details, availability }) };
      const executed = await sizes
        .adding(actor.studioId, { students: 1 }, () => students.execute(stream, command, registers))
        .catch(orAsBefore(students, stream, command, body));
      return answerFrom(context, models, {
        executed,
        id: studentId,
        read: () => shown(context, studentId),
      });
    }),
    route(updateStudent, async ({ params: { id }, body }, context) => {
      const { command, actor } = context;
      if (typeof body.perLessonRate === 'number' || typeof body.monthlyRate === 'number') {
        const { currency } = await clock.settings(actor.studioId);
        refuseRates(body, currency, (await roster.student(actor.studioId, id)).details);
      }
      const changes = await changedDetails(
        mapsOf(actor.studioId),
        body,
        async () => (await roster.student(actor.studioId, id)).details,
      );
      const availability = body.availability && toWindows(command.commandId, body.availability);
      const executed = await students.execute(studentStream(actor.studioId, id), command, {
        input: body,
        decide: changeStudent({ changes, availability, revision: body.revision }),
      });
      return answerFrom(context, models, { executed, id, read: () => shown(context, id) });
    }),
    route(deleteStudent, async ({ params: { id } }, context) => {
      const { command, actor } = context;
      const { today } = await clock.today(actor.studioId);
      const executed = await students.execute(studentStream(actor.studioId, id), command, {
        input: { id },
        decide: removeStudent(today),
      });
      await models.settled(executed.position, context.endpoint);
      return answerFrom(context, models, { executed, id, read: async () => ({ success: true }) });
    }),
    route(setStudentTeacher, async ({ params: { id }, body: { teacherId } }, context) => {
      const assignmentId = derivedId(context.command.commandId, 'assignment');
      const executed = await assign(
        context,
        id,
        teacherId,
        setTeachers(teacherId === null ? [] : [{ assignmentId, teacherId }]),
      );
      return answerFrom(context, models, { ...executed, read: () => assignments(context.actor.studioId, id) });
    }),
    route(listAssignments, async ({ query: { asOf } }, { actor: { studioId } }) => {
      if (asOf === undefined)
        return (await queries.listStudents(studentsModel.read(models), studioId)).flatMap(assignmentViews);
      return asOfThen(studioId, asOf, (list) => list.flatMap(assignmentViews));
    }),
    route(listStudentAssignments, async ({ params: { id }, query: { asOf } }, { actor: { studioId } }) => {
      if (asOf === undefined) {
        await roster.student(studioId, id);
        return (await assignments(studioId, id)) ?? [];
      }
      await roster.everStudent(studioId, id);
      return asOfThen(studioId, asOf, (list) => list.filter((row) => row.student_id === id).flatMap(assignmentViews));
    }),
    route(createAssignment, async ({ body: { studentId, teacherId } }, context) => {
      const assignmentId = derivedId(context.command.commandId, 'assignment');
      const executed = await assign(
        context,
        studentId,
        teacherId,
        assignTeacher({ assignmentId, teacherId }, sizes.teachersOfStudent),
      );
      return answerFrom(context, models, {
        ...executed,
        read: async () =>
          (await assignments(context.actor.studioId, studentId))?.find((one) => one.teacherId === teacherId),
      });
    }),
  ];

  async function assign(
    { command, actor }: RequestContext,
    studentId: string,
    teacherId: string | null,
    decide: ReturnType<typeof setTeachers>,
  ) {
    await roster.student(actor.studioId, studentId);
    if (teacherId !== null) await roster.teacher(actor.studioId, teacherId);
    const executed = await students.execute(studentStream(actor.studioId, studentId), command, {
      input: { studentId, teacherId },
      decide,
    });
    return { executed, id: studentId };
  }
};
