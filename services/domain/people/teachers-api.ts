import {
  createTeacher,
  deleteTeacher,
  listTeacherAvailability,
  listTeachers,
  updateTeacher,
} from '@rondo/contracts/api/people/teachers.ts';
import type { AvailabilityWindow } from '@rondo/contracts/events/fields.ts';
import type { TeacherDetails } from '@rondo/contracts/events/teacher.ts';
import * as queries from '@rondo/projections/teachers/queries.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import type { z } from 'zod';
import { derivedId } from '../../platform/commands/ids.ts';
import { replayIfRepeated } from '../../platform/commands/replay.ts';
import { answered } from '../../platform/http/answer.ts';
import { asThen } from '../../platform/http/bodies/revalidated.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/kit/services.ts';
import type { Maps } from '../../platform/maps/drive-time.ts';
import { momentAt } from '../../platform/models/moments/as-of.ts';
import { settingsThen, studioNow } from '../studio/clock.ts';
import { moveStudents, studentsOfTeachers } from './bulk/bulk.ts';
import { toAvailability, toWindows } from './availability.ts';
import { locate, relocated } from './locate.ts';
import { teachersAt } from './past-roster.ts';
import { loadTeacher, refuseUnknownTeacher, teacherStream } from './roster.ts';
import { changeTeacher, registerTeacher, removeTeacher } from './teacher.ts';
import { teacherView } from './views.ts';

type NewTeacher = z.output<typeof createTeacher.body>;

const newDetails = async (maps: Maps, body: NewTeacher): Promise<TeacherDetails> => ({
  name: body.name,
  phone: body.phone,
  email: body.email,
  calendarUrl: body.calendarUrl ?? null,
  availabilityInterpretation: body.availabilityInterpretation,
  minutesBetween: body.minutesBetween ?? null,
  ...(await locate(maps, { address: body.address ?? null, city: body.city ?? null, zipCode: body.zipCode ?? null })),
});

export const teacherRoutes = (
  services: Pick<Services, 'handlers' | 'models' | 'moments' | 'now' | 'machineNow' | 'maps' | 'settingsOf' | 'sizes'>,
): Route[] => {
  const { handlers, models, maps, sizes } = services;
  const find = async (studioId: string, teacherId: string) => {
    const [row, { settings }] = await Promise.all([
      queries.findTeacher(teachersModel.read(models), studioId, teacherId),
      services.settingsOf(studioId),
    ]);
    return row && teacherView(row, settings);
  };

  return [
    route(listTeachers, async ({ query: { asOf } }, { actor: { studioId } }) => {
      if (asOf === undefined) {
        const { settings } = await services.settingsOf(studioId);
        return (await queries.listTeachers(teachersModel.read(models), studioId)).map((row) =>
          teacherView(row, settings),
        );
      }
      const then = momentAt(services, studioId, asOf);
      return asThen(then, [teachersModel, studiosModel], async () => {
        const settings = (await settingsThen(then.moment)) ?? { minutesBetween: 0 };
        return (await teachersAt(then)).map((row) => teacherView(row, settings));
      });
    }),
    route(listTeacherAvailability, async ({ params: { id }, query: { asOf } }, { actor: { studioId } }) => {
      const view = (windows: readonly AvailabilityWindow[]) =>
        windows.map((window) => toAvailability('teacher', id, window));
      if (asOf === undefined) return view((await loadTeacher(services, studioId, id)).availability);
      await refuseUnknownTeacher(services, studioId, id);
      const then = momentAt(services, studioId, asOf);
      return asThen(then, [teachersModel], async () =>
        view((await teachersAt(then)).find((row) => row.teacher_id === id)?.availability ?? []),
      );
    }),
    route(createTeacher, async ({ body }, context) => {
      const { command, actor } = context;
      const teacherId = derivedId(command.commandId, 'teacher');
      const details = await newDetails(maps.mapsFor(actor.studioId), body);
      const availability = toWindows(command.commandId, body.availability);
      const stream = teacherStream(actor.studioId, teacherId);
      const registers = { input: body, decide: registerTeacher({ teacherId, details, availability }) };
      const executed = await replayIfRepeated(handlers.teacher, { stream, context: command, input: body }, () =>
        sizes.adding(actor.studioId, { teachers: 1 }, () => handlers.teacher.execute(stream, command, registers)),
      );
      return answered(services, context, { executed, id: teacherId, read: () => find(actor.studioId, teacherId) });
    }),
    route(updateTeacher, async ({ params: { id }, body }, context) => {
      const { command, actor } = context;
      const { availability: typed, revision, ...fields } = body;
      const located = await relocated(
        maps.mapsFor(actor.studioId),
        fields,
        async () => (await loadTeacher(services, actor.studioId, id)).details,
      );
      const executed = await handlers.teacher.execute(teacherStream(actor.studioId, id), command, {
        input: body,
        decide: changeTeacher({
          changes: { ...fields, ...located },
          availability: typed && toWindows(command.commandId, typed),
          revision,
        }),
      });
      return answered(services, context, { executed, id, read: () => find(actor.studioId, id) });
    }),
    route(deleteTeacher, async ({ params: { id }, query: { moveTo } }, context) => {
      const { command, actor } = context;
      if (moveTo !== undefined) {
        const studentIds = await studentsOfTeachers(services, actor.studioId, [id]);
        await moveStudents(services, command, { studentIds, teacherIds: [id], moveTo });
      }
      const { today } = await studioNow(services, actor.studioId);
      const removes = { input: { id }, decide: removeTeacher(today) };
      const executed = await handlers.teacher.execute(teacherStream(actor.studioId, id), command, removes);
      await models.settled(executed.position, context.endpoint);
      return answered(services, context, { executed, id, read: async () => ({ success: true }) });
    }),
  ];
};
