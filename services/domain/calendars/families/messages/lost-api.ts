import { mailLostLink } from '@rondo/contracts/api/calendars/family-page.ts';
import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import { householdsModel } from '@rondo/projections/households/project.ts';
import { contactsAt } from '@rondo/projections/households/queries.ts';
import { messagesModel } from '@rondo/projections/messages/project.ts';
import { queuedToAddress } from '@rondo/projections/messages/queries.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { studentsAt } from '@rondo/projections/students/queries.ts';
import { derivedId } from '../../../../platform/commands/ids.ts';
import { route, type Route } from '../../../../platform/http/route.ts';
import type { Services } from '../../../../platform/kit/services.ts';
import { pageLink } from '../links.ts';
import { familyOfRecipient } from '../recipients.ts';
import { mayMail, queueAll } from './queueing.ts';

// Families who have lost their link ask for it themselves, by the address that their teacher has. The answer does not tell whether any has it.

const mostADay = 3;
const day = 24 * 60 * 60 * 1000;

/** Queues a mail to each recipient at the address whose page can be opened, up to three a day. */
const queueLinks = async (services: Services, address: string): Promise<void> => {
  const { models } = services;
  const email = address.toLowerCase();
  const keysFrom = 'lost ';
  const [contacts, students, before] = await Promise.all([
    contactsAt(householdsModel.read(models), email),
    studentsAt(studentsModel.read(models), email),
    // The limit is one of real days.
    queuedToAddress(messagesModel.read(models), { email, keysFrom, since: instantAt(services.machineNow() - day) }),
  ]);
  const recipients = [
    ...contacts,
    ...students.map(({ studioId, studentId }) => ({ studioId, recipientId: studentId })),
  ];
  let sent = before.recently;
  for (const { studioId, recipientId } of recipients) {
    if (sent >= mostADay) break;
    const family = await familyOfRecipient(services, studioId, recipientId);
    if (!family || (await pageLink(services, studioId, recipientId)) === null) continue;
    if (!(await mayMail(services, studioId))) continue;
    // Requests that come at once ask for the same mail.
    const key = `${keysFrom}${before.ever}`;
    const messageId = derivedId(studioId, `link ${key} ${recipientId}`);
    const message = {
      messageId,
      kind: 'link' as const,
      key,
      email: address,
      studentIds: family.students.map(({ id }) => id),
      about: [],
      since: null,
      dueAt: instantAt(services.now()),
      latestAt: null,
      clicked: true,
    };
    await queueAll(services, studioId, [{ recipientId, message }]);
    sent += 1;
  }
  services.messageBell.ring();
};

/** Mails families the links that they have lost. */
export const lostLinkRoutes = (services: Services): Route[] => [
  route(mailLostLink, async ({ body: { email } }) => {
    // After the answer, so that how long it takes tells nothing about the address.
    services.waitingMails.send(async () => {
      await queueLinks(services, email);
      return null;
    });
    return { message: 'If we know this address, a mail with the link is on its way.' };
  }),
];
