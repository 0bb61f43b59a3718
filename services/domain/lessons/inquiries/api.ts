import {
  addInquiry as add,
  closeInquiry as close,
  forgetInquiry as forget,
  holdTime,
  inquiryTimes,
  listInquiries,
  releaseTime,
} from '@rondo/contracts/api/asking/inquiries.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { inText } from '@rondo/contracts/calendar/windows.ts';
import { inquiriesModel } from '@rondo/projections/inquiries/project.ts';
import { holdsOn, inquiriesOn, type HoldRow, type InquiryRow } from '@rondo/projections/inquiries/queries.ts';
import { answeredAfter, answeredAll } from '../../../platform/http/answer.ts';
import { route, type RequestContext, type Route } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { addStudent } from '../../people/students-api.ts';
import { studioNow } from '../../studio/clock.ts';
import { holdWeekly, releaseTimes, takeUpHold } from './holds/holding.ts';
import { timesFor } from './times.ts';
import {
  addInquiry,
  answeredAlready,
  closeInquiry,
  forgetInquiry,
  inquiriesStream,
  inquiryLock,
  inquiryStream,
  noInquiry,
} from './state.ts';

const holdView = ({
  teacher_id: teacherId,
  day_of_week: dayOfWeek,
  start,
  duration,
  first_date: firstDate,
}: HoldRow) => ({
  teacherId,
  dayOfWeek,
  ...inText({ start, end: start + duration }),
  firstDate,
});

const view = (row: InquiryRow, hold: HoldRow | undefined) => ({
  id: row.inquiry_id,
  at: row.at,
  firstName: row.first_name,
  email: row.email,
  zipCode: row.zip_code,
  address: row.address,
  lessonDuration: row.lesson_duration,
  availability: row.availability.map(({ dayOfWeek, ...window }) => ({ dayOfWeek, ...inText(window) })),
  bands: row.bands.map(({ dayOfWeek, from, to }) => ({ dayOfWeek, from: toTimeText(from), to: toTimeText(to) })),
  status: hold && row.status === 'new' ? ('held' as const) : row.status,
  heldUntil: hold?.held_until ?? null,
  hold: hold ? holdView(hold) : null,
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
  /** One after the other for one question, so that none holds a time for it that another has just ended. */
  const alone = <T>({ actor: { studioId } }: RequestContext, inquiryId: string, task: () => Promise<T>): Promise<T> =>
    services.locks.hold([inquiryLock(studioId, inquiryId)], task);
  return [
    route(listInquiries, async (_, { actor: { studioId } }) => {
      const { today } = await studioNow(services, studioId);
      const db = inquiriesModel.read(services.models);
      const [rows, holds] = await Promise.all([inquiriesOn(db, studioId, today), holdsOn(db, studioId, today)]);
      const byQuestion = new Map(holds.map((row) => [row.inquiry_id, row]));
      return rows.map((row) => view(row, byQuestion.get(row.inquiry_id)));
    }),
    route(inquiryTimes, async ({ params: { id } }, { actor: { studioId } }) =>
      timesFor(services, studioId, await known(studioId, id)),
    ),
    route(holdTime, async ({ params: { id }, body }, context) =>
      alone(context, id, async () => {
        const inquiry = await known(context.actor.studioId, id);
        const { executed, heldUntil, firstDate } = await holdWeekly(services, context.command, inquiry, body);
        return answeredAll(services, context, executed, { id, status: 'held' as const, heldUntil, firstDate });
      }),
    ),
    route(releaseTime, async ({ params: { id } }, context) =>
      alone(context, id, async () => {
        const { status } = await known(context.actor.studioId, id);
        const executed = await releaseTimes(services, context.command, id, 'released');
        return answeredAll(services, context, executed, { id, status });
      }),
    ),
    route(add, async ({ params: { id }, body }, context) =>
      alone(context, id, async () => {
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
        const inLesson = await takeUpHold(services, command, {
          inquiryId: id,
          studentId,
          teacherId: body.teacherId ?? null,
        });
        return answeredAll(services, context, [executed, ...inLesson], { id, status: 'added' as const, studentId });
      }),
    ),
    route(close, async ({ params: { id } }, context) =>
      alone(context, id, async () => {
        const { studioId } = context.actor;
        await known(studioId, id);
        const executed = await handlers.inquiry.execute(inquiryStream(studioId, id), context.command, {
          input: id,
          decide: closeInquiry,
        });
        const released = await releaseTimes(services, context.command, id, 'answered');
        return answeredAll(services, context, [executed, ...released], { id, status: 'closed' as const });
      }),
    ),
    route(forget, async ({ params: { id } }, context) =>
      alone(context, id, async () => {
        const { studioId } = context.actor;
        await known(studioId, id);
        await handlers.inquiries.execute(inquiriesStream(studioId), context.command, {
          input: id,
          decide: forgetInquiry(id),
        });
        return answeredAfter(services, context, null, () => ({ success: true }));
      }),
    ),
  ];
};
