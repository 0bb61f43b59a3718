import { sendFamilyLinks } from '@rondo/contracts/api/calendars/families.ts';
import {
  listMessages,
  mailSenderMissing,
  previewMessages,
  type Message,
} from '@rondo/contracts/api/calendars/messages.ts';
import { instantAt, instantOf } from '@rondo/contracts/calendar/instants.ts';
import { startOf, wallClock } from '@rondo/contracts/calendar/zones.ts';
import { messagesModel } from '@rondo/projections/messages/project.ts';
import {
  endedSince,
  listMessages as findMessages,
  refusedAddresses,
  stoppedAddresses,
  type MessageRow,
} from '@rondo/projections/messages/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { teacherNames } from '@rondo/projections/teachers/queries.ts';
import { derivedId } from '../../../../platform/commands/ids.ts';
import { answeredAll } from '../../../../platform/http/answer.ts';
import { route, type Route } from '../../../../platform/http/route.ts';
import { RuleBroken } from '../../../../platform/kit/errors.ts';
import type { Services } from '../../../../platform/kit/services.ts';
import { changeMailRoutes } from './changes/api.ts';
import { queueClicked } from './clicked.ts';
import { refusePagesOff, shareLink } from '../links.ts';
import { familiesOf } from '../recipients.ts';
import type { DeliveryServices } from './queueing.ts';
import { namesIn, nextMail } from './preview.ts';
import { wantsNoMail } from './stops/stops.ts';

type Known = ReturnType<typeof namesIn> & {
  readonly teachers: ReadonlyMap<string, string>;
  /** What the mail server said of the addresses that it refused. */
  readonly refused: ReadonlyMap<string, string>;
};

const viewOf = ({ students, recipients, teachers, refused }: Known, row: MessageRow): Message => {
  const person = recipients.get(row.recipient_id);
  const recipient = person?.name ?? teachers.get(row.recipient_id);
  const address = row.email.toLowerCase();
  return {
    id: row.message_id,
    kind: row.kind,
    recipientId: row.recipient_id,
    recipient: recipient ?? '',
    familyId: person?.familyId ?? null,
    email: recipient === undefined ? null : row.email,
    students: row.student_ids.flatMap((studentId) => students.get(studentId) ?? []),
    state: row.state,
    because: row.because,
    refused: row.refused && refused.has(address) && person?.email?.toLowerCase() === address,
    subject: row.subject,
    text: row.text,
    dueAt: instantOf(row.due_at),
    queuedAt: instantOf(row.queued_at),
    endedAt: row.ended_at === null ? null : instantOf(row.ended_at),
  };
};

const noRecipient = 'There is no such contact.';

/** The mail to families. */
export const messageRoutes = (services: Services & Pick<DeliveryServices, 'rooms'>): Route[] => [
  route(listMessages, async ({ query: { kind, state, studentId, before, limit } }, { actor: { studioId } }) => {
    const filter = { kind, state, studentId, before, limit: limit + 1 };
    const db = messagesModel.read(services.models);
    const { timeZone } = (await services.settingsOf(studioId)).settings;
    const midnight = startOf(wallClock(services.machineNow(), timeZone).date, 0, timeZone);
    const [rows, families, refused, today] = await Promise.all([
      findMessages(db, studioId, filter),
      familiesOf(services, studioId),
      refusedAddresses(db, studioId),
      endedSince(db, studioId, instantAt(midnight)),
    ]);
    const toTeachers = rows.flatMap((row) => (row.kind === 'teacher' ? [row.recipient_id] : []));
    const teachers = await teacherNames(teachersModel.read(services.models), studioId, toTeachers);
    const known = { ...namesIn(families), teachers, refused };
    const entries = rows.slice(0, limit).map((row) => viewOf(known, row));
    return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null, today };
  }),
  route(previewMessages, ({ query: { kind } }, { actor: { studioId } }) => nextMail(services, studioId, kind)),
  route(sendFamilyLinks, async ({ body: { recipientIds } }, context) => {
    const { actor, command } = context;
    const { studioId } = actor;
    await refusePagesOff(services, studioId);
    const { settings } = await services.settingsOf(studioId);
    if (settings.studioName === null) throw new RuleBroken(mailSenderMissing);
    const families = await familiesOf(services, studioId);
    const all = new Map(
      families.flatMap(({ students, recipients }) =>
        recipients.map((one) => [one.id, { ...one, studentIds: students.map(({ id }) => id) }] as const),
      ),
    );
    const ids = [...new Set(recipientIds)];
    const stopped = await stoppedAddresses(messagesModel.read(services.models), studioId);
    const whyNot = (id: string): string | null => {
      const one = all.get(id);
      if (!one) return noRecipient;
      if (stopped.get(one.email?.toLowerCase() ?? '')?.has('all') === true) return wantsNoMail(one.name);
      return one.email === null || one.email === '' ? `${one.name} has no email address.` : null;
    };
    const good = ids.filter((id) => whyNot(id) === null);
    const failed = new Map(ids.flatMap((id) => (whyNot(id) === null ? [] : [[id, whyNot(id) ?? ''] as const])));
    const messages = good.flatMap((id) => {
      const one = all.get(id);
      if (!one) return [];
      const message = {
        messageId: derivedId(studioId, `link ${command.commandId} ${id}`),
        kind: 'link' as const,
        key: command.commandId,
        email: one.email ?? '',
        studentIds: one.studentIds,
        about: [],
        since: null,
        dueAt: instantAt(services.now()),
        latestAt: null,
        clicked: true,
      };
      return [{ recipientId: id, message }];
    });
    const { executed, refused } = await queueClicked(services, context, messages, (id) =>
      shareLink(services, studioId, id),
    );
    for (const { recipientId, message } of messages) {
      const refusal = refused.get(message.messageId);
      if (refusal !== undefined) failed.set(recipientId, refusal);
    }
    return answeredAll(services, context, executed, {
      done: ids.filter((id) => !failed.has(id)),
      failed: [...failed].map(([id, text]) => ({ id, message: text })),
    });
  }),
  ...changeMailRoutes(services),
];
