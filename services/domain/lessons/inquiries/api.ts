import {
  addInquiry as add,
  closeInquiry as close,
  forgetInquiry as forget,
  inquiryTimes,
  listInquiries,
} from '@rondo/contracts/api/asking/inquiries.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { inText } from '@rondo/contracts/calendar/windows.ts';
import { inquiriesModel } from '@rondo/projections/inquiries/project.ts';
import { inquiriesOn, type InquiryRow } from '@rondo/projections/inquiries/queries.ts';
import { answered, answeredAfter } from '../../../platform/http/answer.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { addStudent } from '../../people/students-api.ts';
import { studioNow } from '../../studio/clock.ts';
import { timesFor } from './times.ts';
import {
  addInquiry,
  answeredAlready,
  closeInquiry,
  forgetInquiry,
  inquiriesStream,
  inquiryStream,
  noInquiry,
} from './state.ts';

const view = (row: InquiryRow) => ({
  id: row.inquiry_id,
  at: row.at,
  firstName: row.first_name,
  email: row.email,
  zipCode: row.zip_code,
  address: row.address,
  lessonDuration: row.lesson_duration,
  availability: row.availability.map(({ dayOfWeek, ...window }) => ({ dayOfWeek, ...inText(window) })),
  bands: row.bands.map(({ dayOfWeek, from, to }) => ({ dayOfWeek, from: toTimeText(from), to: toTimeText(to) })),
  status: row.status,
  studentId: row.student_id,
  forgottenOn: row.forgotten_on,
  revision: String(row.revision),
});

/** What families asked, and what the teacher does about it. */
export const inquiryRoutes = (services: Services): Route[] => {
  const { handlers } = services;
  /** A forgotten question is none, also while its stream is still there. @throws NotFound */
  const known = async (studioId: string, inquiryId: string) => {
    const [{ state }, { state: all }] = await Promise.all([
      handlers.inquiry.load(inquiryStream(studioId, inquiryId)),
      handlers.inquiries.load(inquiriesStream(studioId)),
    ]);
    if (!state.inquiry || all.forgotten.has(inquiryId)) throw noInquiry();
    return state.inquiry;
  };
  return [
    route(listInquiries, async (_, { actor: { studioId } }) => {
      const { today } = await studioNow(services, studioId);
      return (await inquiriesOn(inquiriesModel.read(services.models), studioId, today)).map(view);
    }),
    route(inquiryTimes, async ({ params: { id } }, { actor: { studioId } }) =>
      timesFor(services, studioId, await known(studioId, id)),
    ),
    route(add, async ({ params: { id }, body }, context) => {
      const { command, actor } = context;
      const { status, studentId: addedAs } = await known(actor.studioId, id);
      // Said first, also where there is no room for another student. The same call again goes on.
      if (status === 'added' && addedAs !== derivedId(command.commandId, 'student')) throw answeredAlready();
      // Before the student: two that add it at the same time must not make two.
      const { studentId, executed } = await addStudent(services, context, body, (as) =>
        handlers.inquiry.execute(
          inquiryStream(actor.studioId, id),
          {
            ...command,
            commandId: derivedId(command.commandId, 'added'),
            batchId: command.batchId ?? command.commandId,
          },
          { input: id, decide: addInquiry(as) },
        ),
      );
      return answered(services, context, {
        executed,
        id,
        read: async () => ({ id, status: 'added' as const, studentId }),
      });
    }),
    route(close, async ({ params: { id } }, context) => {
      const { studioId } = context.actor;
      await known(studioId, id);
      const executed = await handlers.inquiry.execute(inquiryStream(studioId, id), context.command, {
        input: id,
        decide: closeInquiry,
      });
      return answered(services, context, { executed, id, read: async () => ({ id, status: 'closed' as const }) });
    }),
    route(forget, async ({ params: { id } }, context) => {
      const { studioId } = context.actor;
      await known(studioId, id);
      await handlers.inquiries.execute(inquiriesStream(studioId), context.command, {
        input: id,
        decide: forgetInquiry(id),
      });
      return answeredAfter(services, context, null, () => ({ success: true }));
    }),
  ];
};
