import { epochMillisecondsOf, instantOf } from '@rondo/contracts/calendar/instants.ts';
import type { DeliveryServices } from './deliver.ts';
import type { Mailable } from './reach.ts';
import { messagesStream, queue } from './state.ts';

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
