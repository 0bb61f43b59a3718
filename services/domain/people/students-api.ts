import {
  createAssignment,
  createStudent,
  deleteStudent,
  listAssignments,
  listStudentAssignments,
  listStudents,
  setStudentTeacher,
  updateStudent,
} from '@rondo/contracts/api/people/students.ts';
import type { Instant } from '@rondo/contracts/calendar/instants.ts';
import type { EventOf } from '@rondo/contracts/events/event.ts';
import type { StudentDetails, studentEvents } from '@rondo/contracts/events/student.ts';
import { rateProblem } from '@rondo/contracts/money/money.ts';
import * as queries from '@rondo/projections/students/queries.ts';
import type { StudentRow } from '@rondo/projections/students/queries.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import type { Request } from 'express';
import type { z } from 'zod';
import { derivedId } from '../../platform/commands/ids.ts';
import { replayIfRepeated } from '../../platform/commands/replay.ts';
import { answered } from '../../platform/http/answer.ts';
import { asThen } from '../../platform/http/bodies/revalidated.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import { mapWithPauses } from '@rondo/projections/pacing/pauses.ts';
import { InvalidInput } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';
import type { Maps } from '../../platform/maps/drive-time.ts';
import { momentAt } from '../../platform/models/moments/as-of.ts';
import { studioNow } from '../studio/clock.ts';
import { toWindows } from './availability.ts';
import type { Changes } from './changes.ts';
import { locate, relocated } from './locate.ts';
import { studentsAt } from './past-roster.ts';
import { loadStudent, loadTeacher, refuseUnknownStudent, studentStream } from './roster.ts';
import {
  assignTeacher,
  changeStudent,
  registerStudent,
  removeStudent,
  setTeachers,
  type StudentState,
} from './student.ts';
import { assignmentViews, studentView } from './views.ts';

/** The addresses of the studio's shared student calendars, as a request reached the server. */
export type AddressesOf = (studioId: string, request: Request) => Promise<(studentId: string) => string | null>;

const cents = (rate: number | null | undefined): number | null | undefined =>
  typeof rate === 'number' ? Math.round(rate * 100) : rate;

/** Every rate of a studio's students. */
export const listRates = async ({ models }: Pick<Services, 'models'>, studioId: string): Promise<number[]> => {
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
    notes: body.notes ?? null,
    doorNote: body.doorNote ?? null,
  };
};

const changedDetails = async (
  maps: Maps,
  body: StudentChanges,
  present: () => Promise<StudentDetails>,
): Promise<Changes<StudentDetails>> => {
  const {
    latitude,
    longitude,
    perLessonRate,
    monthlyRate,
    availability: _a,
    teacherId: _t,
    revision: _r,
    ...plain
  } = body;
  const rates = { perLessonRateCents: cents(perLessonRate), monthlyRateCents: cents(monthlyRate) };
  const location = typedLocation({ latitude, longitude });
  const located = await relocated(maps, plain, present);
  return { ...plain, ...rates, ...located, ...(location === undefined ? {} : { location }) };
};

type StudentServices = Pick<
  Services,
  'handlers' | 'models' | 'moments' | 'now' | 'machineNow' | 'maps' | 'settingsOf' | 'sizes'
>;

const findAssignments = async ({ models }: Pick<Services, 'models'>, studioId: string, studentId: string) => {
  const row = await queries.findStudent(studentsModel.read(models), studioId, studentId);
  return row && assignmentViews(row);
};

/** The only teacher that a form names, as a list; undefined: it says nothing of teachers. @throws NotFound */
const teacherNamed = async (
  services: Pick<Services, 'handlers'>,
  { command, actor: { studioId } }: RequestContext,
  teacherId: string | null | undefined,
) => {
  if (teacherId === undefined) return undefined;
  if (teacherId === null) return [];
  await loadTeacher(services, studioId, teacherId);
  return [{ assignmentId: derivedId(command.commandId, 'assignment'), teacherId }];
};

/** Changes the student's teachers. @throws NotFound */
const assign = async (
  services: Pick<Services, 'handlers'>,
  { command, actor: { studioId } }: RequestContext,
  { studentId, teacherId }: { readonly studentId: string; readonly teacherId: string | null },
  decide: (state: StudentState) => EventOf<typeof studentEvents>[],
) => {
  await loadStudent(services, studioId, studentId);
  if (teacherId !== null) await loadTeacher(services, studioId, teacherId);
  const changes = { input: { studentId, teacherId }, decide };
  return services.handlers.student.execute(studentStream(studioId, studentId), command, changes);
};

/**
 * Registers a student as a form has it.
 * @param first what has to be recorded before, under the student's id
 * @throws InvalidInput, NotFound, RuleBroken
 */
export const addStudent = async (
  services: Pick<Services, 'handlers' | 'maps' | 'settingsOf' | 'sizes'>,
  context: RequestContext,
  body: NewStudent,
  first: (studentId: string) => Promise<unknown> = async () => undefined,
) => {
  const { handlers, maps, settingsOf, sizes } = services;
  const { command, actor } = context;
  const studentId = derivedId(command.commandId, 'student');
  refuseRates(body, (await settingsOf(actor.studioId)).settings.currency);
  const details = await newDetails(maps.mapsFor(actor.studioId), body);
  const availability = toWindows(command.commandId, body.availability);
  const stream = studentStream(actor.studioId, studentId);
  const teachers = await teacherNamed(services, context, body.teacherId);
  const registers = {
    input: body,
    decide: registerStudent({ studentId, details, availability, teachers: teachers ?? [] }),
  };
  const executed = await replayIfRepeated(handlers.student, { stream, context: command, input: body }, () =>
    sizes.adding(actor.studioId, { students: 1 }, async () => {
      await first(studentId);
      return handlers.student.execute(stream, command, registers);
    }),
  );
  return { studentId, executed };
};

/** Students and their teachers. */
export const studentRoutes = (services: StudentServices, addressesOf: AddressesOf): Route[] => {
  const { handlers, models, maps, settingsOf, sizes } = services;
  const find = async ({ actor: { studioId }, request }: RequestContext, studentId: string) => {
    const [row, addressOf] = await Promise.all([
      queries.findStudent(studentsModel.read(models), studioId, studentId),
      addressesOf(studioId, request),
    ]);
    return row && studentView(row, addressOf(studentId));
  };
  const listThen = <Row>(
    studioId: string,
    asOf: Instant,
    show: (students: readonly StudentRow[]) => Row[] | Promise<Row[]>,
  ) => {
    const then = momentAt(services, studioId, asOf);
    return asThen(then, [studentsModel], async () => show(await studentsAt(then)));
  };

  return [
    route(listStudents, async ({ query: { asOf } }, { actor: { studioId }, request }) => {
      // Addresses have no past.
      if (asOf !== undefined)
        return listThen(studioId, asOf, (list) => mapWithPauses(list, (row) => studentView(row, null)));
      const [rows, addressOf] = await Promise.all([
        queries.listStudents(studentsModel.read(models), studioId),
        addressesOf(studioId, request),
      ]);
      return mapWithPauses(rows, (row) => studentView(row, addressOf(row.student_id)));
    }),
    route(createStudent, async ({ body }, context) => {
      const { studentId, executed } = await addStudent(services, context, body);
      return answered(services, context, { executed, id: studentId, read: () => find(context, studentId) });
    }),
    route(updateStudent, async ({ params: { id }, body }, context) => {
      const { command, actor } = context;
      const present = async () => (await loadStudent(services, actor.studioId, id)).details;
      if (typeof body.perLessonRate === 'number' || typeof body.monthlyRate === 'number')
        refuseRates(body, (await settingsOf(actor.studioId)).settings.currency, await present());
      const changes = await changedDetails(maps.mapsFor(actor.studioId), body, present);
      const availability = body.availability && toWindows(command.commandId, body.availability);
      const teachers = await teacherNamed(services, context, body.teacherId);
      const executed = await handlers.student.execute(studentStream(actor.studioId, id), command, {
        input: body,
        decide: changeStudent({ changes, availability, teachers, revision: body.revision }),
      });
      return answered(services, context, { executed, id, read: () => find(context, id) });
    }),
    route(deleteStudent, async ({ params: { id } }, context) => {
      const { command, actor } = context;
      const { today } = await studioNow(services, actor.studioId);
      const removes = { input: { id }, decide: removeStudent(today) };
      const executed = await handlers.student.execute(studentStream(actor.studioId, id), command, removes);
      await models.settled(executed.position, context.endpoint);
      return answered(services, context, { executed, id, read: async () => ({ success: true }) });
    }),
    route(setStudentTeacher, async ({ params: { id }, body: { teacherId } }, context) => {
      const assignmentId = derivedId(context.command.commandId, 'assignment');
      const sets = setTeachers(teacherId === null ? [] : [{ assignmentId, teacherId }]);
      const executed = await assign(services, context, { studentId: id, teacherId }, sets);
      const read = () => findAssignments(services, context.actor.studioId, id);
      return answered(services, context, { executed, id, read });
    }),
    route(listAssignments, async ({ query: { asOf } }, { actor: { studioId } }) => {
      if (asOf === undefined)
        return (await queries.listStudents(studentsModel.read(models), studioId)).flatMap(assignmentViews);
      return listThen(studioId, asOf, (list) => list.flatMap(assignmentViews));
    }),
    route(listStudentAssignments, async ({ params: { id }, query: { asOf } }, { actor: { studioId } }) => {
      if (asOf === undefined) {
        await loadStudent(services, studioId, id);
        return (await findAssignments(services, studioId, id)) ?? [];
      }
      await refuseUnknownStudent(services, studioId, id);
      return listThen(studioId, asOf, (list) => list.filter((row) => row.student_id === id).flatMap(assignmentViews));
    }),
    route(createAssignment, async ({ body: { studentId, teacherId } }, context) => {
      const assignmentId = derivedId(context.command.commandId, 'assignment');
      const adds = assignTeacher({ assignmentId, teacherId }, sizes.teachersOfStudent);
      const executed = await assign(services, context, { studentId, teacherId }, adds);
      const read = async () =>
        (await findAssignments(services, context.actor.studioId, studentId))?.find(
          (one) => one.teacherId === teacherId,
        );
      return answered(services, context, { executed, id: studentId, read });
    }),
  ];
};
