import {
  createTeacher,
  deleteTeacher,
  listTeacherAvailability,
  listTeachers,
  updateTeacher,
} from '@rondo/contracts/api/teachers.ts';
import type { AvailabilityWindow } from '@rondo/contracts/events/fields.ts';
import type { TeacherDetails } from '@rondo/contracts/events/teacher.ts';
import * as queries from '@rondo/projections/teachers/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import type { z } from 'zod';
import { derivedId } from '../../platform/commands/ids.ts';
import { answerFrom } from '../../platform/http/answer.ts';
import { asThen } from '../../platform/http/bodies/revalidated.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Maps } from '../../platform/maps/drive-time.ts';
import { toAvailability, toWindows } from './availability.ts';
import type { Changes } from './changes.ts';
import { locate } from './locate.ts';
import { orAsBefore } from './or-as-before.ts';
import { teachersAt } from './past-roster.ts';
import type { RosterDependencies } from './students-api.ts';
import { changeTeacher, registerTeacher, removeTeacher } from './teacher.ts';
import { teacherView } from './views.ts';

type NewTeacher = z.output<typeof createTeacher.body>;
type TeacherChanges = z.output<typeof updateTeacher.body>;

const newDetails = async (maps: Maps, body: NewTeacher): Promise<TeacherDetails> => ({
  name: body.name,
  phone: body.phone,
  email: body.email,
  calendarUrl: body.calendarUrl ?? null,
  availabilityInterpretation: body.availabilityInterpretation,
  ...(await locate(maps, { address: body.address ?? null, city: body.city ?? null, zipCode: body.zipCode ?? null })),
});

/** The changed fields; a changed home is geocoded again. */
const changedDetails = async (
  maps: Maps,
  body: TeacherChanges,
  present: () => Promise<TeacherDetails>,
): Promise<Changes<TeacherDetails>> => {
  const { availability: _a, revision: _r, ...fields } = body;
  if (fields.address === undefined && fields.city === undefined && fields.zipCode === undefined) return fields;
  const before = await present();
  const { address = before.address } = fields;
  const kept = address === before.address;
  const city = fields.city === undefined && kept ? before.city : (fields.city ?? null);
  const zipCode = fields.zipCode === undefined && kept ? before.zipCode : (fields.zipCode ?? null);
  if (kept && city === before.city && zipCode === before.zipCode) return fields;
  return { ...fields, ...(await locate(maps, { address, city, zipCode })) };
};

export const teacherRoutes = ({ roster, models, clock, mapsOf, past, sizes }: RosterDependencies): Route[] => {
  const { teachers, teacherStream } = roster;
  const shown = async (studioId: string, teacherId: string) => {
    const row = await queries.findTeacher(teachersModel.read(models), studioId, teacherId);
    return row && teacherView(row);
  };

  return [
    route(listTeachers, async ({ query: { asOf } }, { actor: { studioId } }) => {
      if (asOf === undefined)
        return (await queries.listTeachers(teachersModel.read(models), studioId)).map(teacherView);
      const then = past.asOf(studioId, asOf);
      return asThen(then, [teachersModel], async () => (await teachersAt(then)).map(teacherView));
    }),
    route(listTeacherAvailability, async ({ params: { id }, query: { asOf } }, { actor: { studioId } }) => {
      const shownAs = (windows: readonly AvailabilityWindow[]) =>
        windows.map((window) => toAvailability('teacher', id, window));
      if (asOf === undefined) return shownAs((await roster.teacher(studioId, id)).availability);
      await roster.everTeacher(studioId, id);
      const then = past.asOf(studioId, asOf);
      return asThen(then, [teachersModel], async () =>
        shownAs((await teachersAt(then)).find((row) => row.teacher_id === id)?.availability ?? []),
      );
    }),
    route(createTeacher, async ({ body }, context) => {
      const { command, actor } = context;
      const teacherId = derivedId(command.commandId, 'teacher');
      const details = await newDetails(mapsOf(actor.studioId), body);
      const availability = toWindows(command.commandId, body.availability);
      const stream = teacherStream(actor.studioId, teacherId);
      const registers = { input: body, decide: registerTeacher({ teacherId, details, availability }) };
      const executed = await sizes
        .adding(actor.studioId, { teachers: 1 }, () => teachers.execute(stream, command, registers))
        .catch(orAsBefore(teachers, stream, command, body));
      return answerFrom(context, models, {
        executed,
        id: teacherId,
        read: () => shown(actor.studioId, teacherId),
      });
    }),
    route(updateTeacher, async ({ params: { id }, body }, context) => {
      const { command, actor } = context;
      const changes = await changedDetails(
        mapsOf(actor.studioId),
        body,
        async () => (await roster.teacher(actor.studioId, id)).details,
      );
      const availability = body.availability && toWindows(command.commandId, body.availability);
      const executed = await teachers.execute(teacherStream(actor.studioId, id), command, {
        input: body,
        decide: changeTeacher({ changes, availability, revision: body.revision }),
      });
      return answerFrom(context, models, { executed, id, read: () => shown(actor.studioId, id) });
    }),
    route(deleteTeacher, async ({ params: { id } }, context) => {
      const { command, actor } = context;
      const { today } = await clock.today(actor.studioId);
      const executed = await teachers.execute(teacherStream(actor.studioId, id), command, {
        input: { id },
        decide: removeTeacher(today),
      });
      await models.settled(executed.position, context.endpoint);
      return answerFrom(context, models, { executed, id, read: async () => ({ success: true }) });
    }),
  ];
};
