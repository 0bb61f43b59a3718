import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import { mailSenderMissing } from '@rondo/contracts/api/calendars/messages.ts';
import { familyNotesModel } from '@rondo/projections/family-notes/project.ts';
import { familyNotesTable } from '@rondo/projections/family-notes/table.ts';
import { messagesModel } from '@rondo/projections/messages/project.ts';
import { stoppedAddresses, type MessageRow } from '@rondo/projections/messages/queries.ts';
import { findRow } from '@rondo/projections/rows/read-rows.ts';
import type { CommandContext } from '../../../../../platform/commands/aggregate.ts';
import { derivedId } from '../../../../../platform/commands/ids.ts';
import type { Actor } from '../../../../../platform/http/callers/actor.ts';
import { RuleBroken } from '../../../../../platform/kit/errors.ts';
import type { Services } from '../../../../../platform/kit/services.ts';
import { closuresNow } from '../../../../schedule/time-off/closures.ts';
import { studioNow } from '../../../../studio/clock.ts';
import { datesOfFamily } from '../../dates.ts';
import { familiesOf, firstNames } from '../../recipients.ts';
import { queueClicked } from '../clicked.ts';
import { noteLetter, type Frame, type Letter } from '../letters.ts';
import type { DeliveryServices } from '../queueing.ts';
import { mailTo } from '../reach.ts';
import { wantsNoMail } from '../stops/stops.ts';

// A note that the teacher shares is mailed, by a click, to all of the family who get the schedule.

/** Which note, and how often it has been shared with this time. */
export type SharedNote = { readonly studentId: string; readonly date: IsoDate; readonly nth: number };

type Recipient = { readonly name: string; readonly email: string | null };

/** Why a note does not go to someone; null: it does. An address that was refused is tried again by a click. */
const whyNot = ({ name, email }: Recipient, stopped: Awaited<ReturnType<typeof stoppedAddresses>>): string | null => {
  if (email === null || email === '') return `${name} has no email address.`;
  const own = stopped.get(email.toLowerCase());
  if (own?.has('all') === true) return wantsNoMail(name);
  return own?.has('notes') === true ? `${name} wants no notes by mail.` : null;
};

/**
 * Mails a note, once for each time that it is shared.
 * @param write writes and shares it, when it is known that it reaches someone
 * @throws RuleBroken with why it reaches no one; Forbidden for who may not mail others
 */
export const mailNote = async (
  services: Services,
  { actor, command }: { readonly actor: Actor; readonly command: CommandContext },
  { studentId, date, nth }: SharedNote,
  write: () => Promise<unknown>,
): Promise<void> => {
  const { studioId } = actor;
  const [{ settings }, families, stopped] = await Promise.all([
    services.settingsOf(studioId),
    familiesOf(services, studioId),
    stoppedAddresses(messagesModel.read(services.models), studioId),
  ]);
  if (settings.studioName === null) throw new RuleBroken(mailSenderMissing);
  const family = families.find(({ students }) => students.some(({ id }) => id === studentId));
  const own = (family?.recipients ?? []).filter(({ gets }) => gets !== 'invoices');
  const reached = own.filter((one) => whyNot(one, stopped) === null);
  if (!family || reached.length === 0) {
    const [first] = own;
    throw new RuleBroken((first && whyNot(first, stopped)) ?? 'This family has no contact who gets the schedule.');
  }
  const key = `${studentId} ${date} ${nth}`;
  const { messages } = mailTo(
    { ...family, recipients: reached },
    { studentIds: [studentId], about: [date] },
    {
      but: 'invoices',
      whyUnreached: () => null,
      messageTo: (recipientId, email) => ({
        messageId: derivedId(studioId, `note ${key} ${recipientId}`),
        kind: 'note',
        key,
        email,
        studentIds: [studentId],
        about: [date],
        since: null,
        dueAt: instantAt(services.now()),
        latestAt: null,
        clicked: true,
      }),
    },
  );
  let written: Promise<unknown> | undefined;
  // A batch of its own: undoing the note leaves mail that was sent, and mail that was not finds nothing to say.
  const ownBatch = { ...command, commandId: derivedId(command.commandId, 'note by mail') };
  const { refused } = await queueClicked(services, { actor, command: ownBatch }, messages, () => (written ??= write()));
  const [refusal] = refused.values();
  if (written === undefined && refusal !== undefined) throw new RuleBroken(refusal);
};

/** Makes the mail of a note, with the address of the page; null once the family can no longer read it. */
export const noteOf = async (
  services: DeliveryServices,
  { studio_id: studioId, student_ids: [studentId = ''], about: [date = ''] }: MessageRow,
  frame: Omit<Frame, 'link'>,
): Promise<((link: string | null) => Letter) | null> => {
  const note = await findRow(familyNotesModel.read(services.models), familyNotesTable, [studioId, studentId, date]);
  const student = firstNames(frame.family).get(studentId);
  if (note?.shared !== true || student === undefined) return null;
  const [{ today }, closures] = await Promise.all([studioNow(services, studioId), closuresNow(services, studioId)]);
  const { dates, people } = await datesOfFamily(services, { studioId, studentIds: [studentId], today, closures });
  const lesson = dates.find((one) => one.date.date === date && one.date.takesPlace);
  const { first_name: first = '', last_name: last = '' } = people.get(lesson?.date.teacherId ?? '') ?? {};
  const teacher = `${first} ${last}`.trim() || (frame.settings.studioName ?? 'your teacher');
  return (link) => noteLetter({ ...frame, link }, { student, teacher, date, text: note.text });
};
