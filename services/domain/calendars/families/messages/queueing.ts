import { epochMillisecondsOf, instantOf } from '@rondo/contracts/calendar/instants.ts';
import type { Services } from '../../../../platform/kit/services.ts';
import { isConfirmed } from '../../../accounts/mails/confirmations.ts';
import { findUser } from '../../../accounts/users.ts';
import type { MailRooms } from './past-due/past-due.ts';
import type { Mailable } from './reach.ts';
import type { ReminderServices } from './reminders.ts';
import { messagesStream, queue } from './state.ts';

/** What mail is made and delivered with. */
export type DeliveryServices = ReminderServices & { readonly rooms: MailRooms } & Pick<
    Services,
    | 'db'
    | 'streams'
    | 'feedKey'
    | 'mailer'
    | 'store'
    | 'settings'
    | 'address'
    | 'hasAccount'
    | 'messageBell'
    | 'machineNow'
  >;

/** Whether mail can be queued for a studio: what is written into one that is being brought in keeps the rest of it out. */
export const isReady = async (
  services: DeliveryServices,
  studioId: string,
  read: Parameters<DeliveryServices['models']['reached']>[1],
): Promise<boolean> => {
  if (!services.mailer.sends || !(await services.hasAccount(studioId))) return false;
  const head = await services.store.head();
  return head === null || services.models.reached(head, read);
};

/** Whether the studio's owner may send mail to others. */
export const mayMail = async (services: Pick<Services, 'db' | 'mailer'>, studioId: string): Promise<boolean> => {
  const owner = await findUser(services, studioId);
  return owner !== undefined && !owner.isGuest && (!services.mailer.sends || (await isConfirmed(services, owner.id)));
};

/** Queues messages, each once, but none that comes too late. */
export const queueAll = async (
  { handlers, now }: Pick<DeliveryServices, 'handlers' | 'now'>,
  studioId: string,
  messages: Mailable['messages'],
): Promise<void> => {
  for (const { recipientId, message } of messages) {
    const { messageId, latestAt } = message;
    if (latestAt !== null && now() > epochMillisecondsOf(instantOf(latestAt))) continue;
    const context = {
      studioId,
      actor: 'messages',
      commandId: messageId,
      correlationId: messageId,
      causationId: messageId,
    };
    const command = { input: messageId, decide: queue(message) };
    await handlers.messages.execute(messagesStream(studioId, recipientId), context, command);
  }
};
