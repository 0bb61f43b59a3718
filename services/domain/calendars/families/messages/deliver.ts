import { instantAt, instantOf, epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import { isAutomatic, type MessageOutcome } from '@rondo/contracts/events/schedule/messages.ts';
import { familyNotesModel } from '@rondo/projections/family-notes/project.ts';
import { feedsModel } from '@rondo/projections/feeds/project.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import { householdsModel } from '@rondo/projections/households/project.ts';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import { notificationsModel } from '@rondo/projections/notifications/project.ts';
import { messagesModel } from '@rondo/projections/messages/project.ts';
import { lastEnds, sentSince, waitsUntil, type MessageRow } from '@rondo/projections/messages/queries.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { timeoffModel } from '@rondo/projections/timeoff/project.ts';
import { derivedId } from '../../../../platform/commands/ids.ts';
import { Unavailable } from '../../../../platform/kit/errors.ts';
import type { Services } from '../../../../platform/kit/services.ts';
import { MailDelayed, MailRefused } from '../../../../platform/mail/mailer.ts';
import { studioNow } from '../../../studio/clock.ts';
import { pageLink } from '../links.ts';
import { familyOfRecipient, firstNames } from '../recipients.ts';
import { changesUnderWay, sinceIn } from './changes/changes.ts';
import { tell } from './changes/tell.ts';
import { isQuiet } from './due.ts';
import { receiptOf, teachersLetter } from './receipts/receipts.ts';
import { changeLetter, hiddenLink, linkLetter, pastDueLetter, reminderLetter, type Letter } from './letters.ts';
import { noteOf } from './notes/notes.ts';
import { invoicesAbout } from './past-due/past-due.ts';
import type { DeliveryServices } from './queueing.ts';
import { lessonsToCome, onDay } from './reminders.ts';
import { messagesStream, record } from './state.ts';
import { stopAddress, stoppedAt } from './stops/stops.ts';

const day = 24 * 60 * 60 * 1000;
const minute = 60 * 1000;
const hour = 60 * minute;
/** When a mail is tried again that the mail server has put off. */
const pauses = [5 * minute, 30 * minute, 120 * minute, 480 * minute];
const longestReason = 300;

const importedReason =
  'The email was still to be sent when this studio was exported. If it has not arrived, send it again.';
/** What a letter is made from. */
const shownModels = [
  studiosModel,
  invoicesModel,
  householdsModel,
  feedsModel,
  timeoffModel,
  messagesModel,
  historyModel,
  notificationsModel,
  teachersModel,
  familyNotesModel,
];

/** After so many mails in a row that the mail server refuses, without a word on the mailbox, a studio's mail waits. */
const refusalsInARow = 3;
const mostOfStudio = 2000;
const mostOfRecipient = 20;

/** Why no more mail goes today; null: it does. */
const fullDay = ({ studio, recipient }: { readonly studio: number; readonly recipient: number }): string | null => {
  if (studio >= mostOfStudio) return 'The studio has sent 2,000 mails within a day. The others wait.';
  return recipient >= mostOfRecipient ? 'This address was sent 20 mails within a day. The others wait.' : null;
};

/** Whether the mails before this one were refused too. Refusals begin with the code of the answer (RFC 5321). */
const isThirdRefusal = async ({ models }: Pick<Services, 'models'>, studioId: string): Promise<boolean> => {
  const before = await lastEnds(messagesModel.read(models), studioId, refusalsInARow - 1);
  return (
    before.length === refusalsInARow - 1 &&
    before.every(({ state, because, refused }) => state === 'failed' && !refused && /^5\d\d/.test(because ?? ''))
  );
};

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, longestReason);

/** Whom a letter tells of changes, up to when. */
type Telling = { readonly studentIds: readonly string[]; readonly until: string };
type Letters = { readonly mail: Letter; readonly log: Letter; readonly telling?: Telling };

/** The changes that a message tells, by what its family knew when it was queued: what mail to others of the family has told does not count. */
const changesOf = async (
  services: DeliveryServices,
  { studio_id: studioId, about }: Pick<MessageRow, 'studio_id' | 'about'>,
  students: readonly { readonly id: string }[],
) => {
  const { untoldOf, toldOf } = services.rooms;
  const [told, { moments }] = await Promise.all([toldOf(studioId), changesUnderWay(services, studioId)]);
  const isKnownByMail = (studentId: string): boolean => {
    const until = told.get(studentId);
    return until === undefined || moments.has(instantOf(until));
  };
  const since = new Map([...sinceIn(about)].filter(([studentId]) => isKnownByMail(studentId)));
  const studentIds = students.map(({ id }) => id);
  const untold = await untoldOf(studioId, { since, only: new Set(studentIds) });
  const changes = untold.inWords(studentIds, studentIds.length);
  return (
    changes && { changes, telling: { studentIds: untold.students.map((one) => one.studentId), until: untold.until } }
  );
};

/** The letter of a message as it stands now, and why there is none. */
const letterOf = async (
  services: DeliveryServices,
  row: MessageRow,
): Promise<Letters | { readonly because: string }> => {
  const { studio_id: studioId, recipient_id: recipientId, kind, key, about, email, clicked } = row;
  if (kind === 'teacher') {
    const letter = await teachersLetter(services, row);
    return letter ? { mail: letter, log: letter } : { because: 'nothing left to say' };
  }
  const [family, { settings }, { today }, link] = await Promise.all([
    familyOfRecipient(services, studioId, recipientId),
    services.settingsOf(studioId),
    studioNow(services, studioId),
    pageLink(services, studioId, recipientId),
  ]);
  if (!family) return { because: 'no one left to write to' };
  const names = firstNames(family);
  const letters = (make: (address: string | null) => Letter) => ({
    mail: make(link),
    log: make(link === null ? null : hiddenLink),
  });
  const frame = { family, recipientId, settings };
  if (kind === 'link') {
    if (link === null) return { because: 'the link no longer works' };
    return letters((address) => linkLetter(frame, address ?? '', [...names.values()]));
  }
  const stopped = await stoppedAt(services, studioId, email);
  const stop = kind === 'reminder' ? 'reminders' : kind === 'note' ? 'notes' : 'all';
  if (stopped.has('all') || stopped.has(stop)) return { because: 'the family has stopped this mail' };
  const { gets } = family.recipient;
  if (kind === 'receipt') {
    const make = gets === 'invoices' ? null : await receiptOf(services, row, frame);
    return make ? letters(make) : { because: 'nothing left to say' };
  }
  if (kind === 'note') {
    const make = gets === 'invoices' ? null : await noteOf(services, row, frame);
    return make ? letters(make) : { because: 'nothing left to say' };
  }
  if (kind === 'pastDue') {
    if (!settings.sendPastDue) return { because: 'mail about what is past due was turned off' };
    const invoices = invoicesAbout(about, await services.rooms.openInvoicesOf(studioId));
    if (gets === 'schedule' || invoices.length === 0) return { because: 'nothing left to say' };
    return letters((address) => pastDueLetter({ ...frame, link: address }, { today, invoices }));
  }
  if (kind === 'change') {
    if (!settings.sendChanges && !clicked) return { because: 'mail about changes was turned off' };
    const toTell = gets === 'invoices' ? null : await changesOf(services, row, family.students);
    if (!toTell) return { because: 'nothing left to say' };
    const { changes, telling } = toTell;
    return { ...letters((address) => changeLetter({ ...frame, link: address }, changes)), telling };
  }
  if (!settings.sendReminders) return { because: 'reminders were turned off' };
  if (gets === 'invoices') return { because: 'nothing left to say' };
  const studentIds = family.students.map(({ id }) => id);
  const lessons = onDay(await lessonsToCome(services, studioId, studentIds), key, (id) => names.get(id) ?? '');
  if (lessons.length === 0) return { because: 'nothing left to say' };
  return letters((address) => reminderLetter({ ...frame, link: address }, { day: key, today, lessons }));
};

/** Whether another attempt makes sense only later: the mail server is away. */
export class MailServerAway extends Error {}

/**
 * One attempt at a message: it is sent, put off, or comes to its end. One that has ended is left alone.
 * @throws MailServerAway
 */
export const deliverMessage = async (services: DeliveryServices, row: MessageRow): Promise<void> => {
  const { handlers, mailer, models, store } = services;
  const { studio_id: studioId, recipient_id: recipientId, message_id: messageId, kind, email } = row;
  const stream = messagesStream(studioId, recipientId);
  const now = services.now();
  const { state } = await handlers.messages.load(stream);
  const message = state.messages.get(messageId);
  if (message?.isOpen !== true) return;

  const end = async (event: MessageOutcome): Promise<void> => {
    const context = {
      studioId,
      actor: 'messages',
      commandId: derivedId(messageId, `${event.type} ${event.type === 'MessageDelayed' ? now : ''}`),
      correlationId: row.correlation_id,
      causationId: messageId,
      batchId: row.batch_id,
      passesFences: true,
    };
    await handlers.messages.execute(stream, context, { input: messageId, decide: record(event) });
  };
  const drop = (because: string) => end({ type: 'MessageDropped', data: { messageId, because } });
  const fail = (because: string, refused = false, waits: number | null = null) =>
    end({
      type: 'MessageFailed',
      data: {
        messageId,
        because: inOneLine(because),
        refused,
        waitsUntil: waits === null ? null : instantAt(waits),
      },
    });
  const delay = (because: string, until: number | null) =>
    end({
      type: 'MessageDelayed',
      data: { messageId, because: inOneLine(because), until: until === null ? null : instantAt(until) },
    });

  if (row.imported) return (await services.hasAccount(studioId)) ? fail(importedReason) : undefined;
  const at = (time: string): number => epochMillisecondsOf(instantOf(time));
  if (row.latest_at !== null && now > at(row.latest_at)) return drop('it came too late');
  if (row.until !== null && now < at(row.until)) return;
  const { settings } = await services.settingsOf(studioId);
  if (isAutomatic(row) && isQuiet(now, settings.timeZone)) return;
  const head = await store.head();
  if (head !== null && !(await models.reached(head, shownModels)))
    throw new Unavailable('The read models have not caught up.');
  const db = messagesModel.read(models);
  const waits = isAutomatic(row) ? await waitsUntil(db, studioId) : undefined;
  if (waits !== undefined && now < at(waits)) return;
  const sent = await sentSince(db, { studioId, recipientId, since: instantAt(services.machineNow() - day) });
  const full = fullDay(sent);
  if (full !== null) return delay(full, null);
  const letter = await letterOf(services, row);
  if ('because' in letter) return drop(letter.because);
  try {
    await mailer.deliver({
      id: messageId,
      owner: studioId,
      fromName: settings.studioName ?? 'Rondo',
      replyTo: settings.studioEmail,
      to: email,
      ...letter.mail,
      date: now,
      isAutomatic: isAutomatic(row),
      stopAddress:
        kind === 'reminder' || kind === 'note'
          ? await stopAddress(services, {
              studioId,
              recipientId,
              email,
              kind: kind === 'reminder' ? 'reminders' : 'notes',
            })
          : null,
      attachments: [],
    });
  } catch (error) {
    if (error instanceof MailRefused) {
      const waitsFrom = !error.isUnknownMailbox && isAutomatic(row) && (await isThirdRefusal(services, studioId));
      return fail(error.message, error.isUnknownMailbox, waitsFrom ? now + hour : null);
    }
    if (!(error instanceof MailDelayed)) throw error;
    if (error.isAnswer) {
      const pause = pauses[message.delays];
      return pause === undefined ? fail(error.message) : delay(error.message, now + pause);
    }
    if (now - at(row.due_at) > day) return fail(`It could not be sent for a day. ${error.message}`);
    await delay(error.message, null);
    throw new MailServerAway(error.message, { cause: error });
  }
  const { telling } = letter;
  await end({ type: 'MessageSent', data: { messageId, ...letter.log, told: telling?.until ?? null } });
  if (telling) await tell(services, studioId, { ...telling, batchId: row.batch_id });
};
