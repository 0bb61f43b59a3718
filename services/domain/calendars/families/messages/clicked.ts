import type { messageEvents } from '@rondo/contracts/events/schedule/messages.ts';
import type { CommandContext } from '../../../../platform/commands/aggregate.ts';
import type { Executed } from '../../../../platform/commands/command-handler.ts';
import type { Actor } from '../../../../platform/http/callers/actor.ts';
import { Forbidden } from '../../../../platform/kit/errors.ts';
import type { Services } from '../../../../platform/kit/services.ts';
import { sendManyToOthers } from '../../../accounts/mails/mails-to-others.ts';
import type { Mailable } from './reach.ts';
import { messagesStream, queue } from './state.ts';

type Queued = {
  readonly executed: readonly Executed<typeof messageEvents>[];
  /** Why some do not go, by the message's id. */
  readonly refused: ReadonlyMap<string, string>;
};

/**
 * Queues mail that someone clicks for, as far as the limits of mail to others let it go. The moment is no part of what is asked for: a repeated
 * call queues the same mail.
 * @param before what is done for a recipient first
 * @throws Forbidden for guests, and for accounts whose own address is not confirmed
 */
export const queueClicked = async (
  services: Services,
  { actor, command }: { readonly actor: Actor; readonly command: CommandContext },
  messages: Mailable['messages'],
  before: (recipientId: string) => Promise<unknown> = async () => undefined,
): Promise<Queued> => {
  const executed: Executed<typeof messageEvents>[] = [];
  const refused = new Map<string, string>();
  const ids = messages.map(({ message }) => message.messageId);
  await sendManyToOthers(services, actor, ids, async (refusals) => {
    for (const { recipientId, message } of messages) {
      const { messageId } = message;
      const refusal = refusals.get(messageId);
      if (refusal instanceof Forbidden) throw refusal;
      if (refusal) {
        refused.set(messageId, refusal.message);
        continue;
      }
      await before(recipientId);
      const own = { ...command, commandId: messageId, batchId: command.commandId };
      const stream = messagesStream(actor.studioId, recipientId);
      executed.push(
        await services.handlers.messages.execute(stream, own, { input: recipientId, decide: queue(message) }),
      );
    }
    return { unsent: [...refused.keys()] };
  });
  services.messageBell.ring();
  return { executed, refused };
};
