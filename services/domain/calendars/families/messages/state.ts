import {
  messageEvents,
  type MessageEvent,
  type MessageOutcome,
  type QueuedMessage,
  type StopKind,
} from '@rondo/contracts/events/schedule/messages.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import type { Aggregate } from '../../../../platform/commands/aggregate.ts';
import type { CommandHandler } from '../../../../platform/commands/command-handler.ts';
import type { Restorable } from '../../../../platform/commands/undo/restorable.ts';

declare module '../../../../platform/commands/command-handler.ts' {
  interface CommandHandlers {
    readonly messages: CommandHandler<typeof messageEvents, MessagesState>;
  }
}

type Message = {
  readonly isOpen: boolean;
  /** Why it has not been sent yet, as it was last recorded. */
  readonly because: string | null;
  /** How often the mail server has put it off. */
  readonly delays: number;
};

/** One person's mail, by its id. */
export type MessagesState = {
  readonly messages: ReadonlyMap<string, Message>;
  /** What makes the mail of how many families wait; null: of none any more. Only in the studio's own stream. */
  readonly holds: ReadonlyMap<string, number | null>;
};

const messageAfter = (
  before: Message | undefined,
  event: MessageOutcome | Extract<MessageEvent, { type: 'MessageQueued' }>,
): Message => {
  if (event.type === 'MessageQueued') return { isOpen: true, because: null, delays: 0 };
  const message = before ?? { isOpen: false, because: null, delays: 0 };
  if (event.type !== 'MessageDelayed') return { ...message, isOpen: false };
  const { because, until } = event.data;
  return { ...message, because, delays: message.delays + (until === null ? 0 : 1) };
};

export const messagesAggregate: Aggregate<typeof messageEvents, MessagesState> = {
  category: messageEvents,
  stateVersion: 2,
  initialState: () => ({ messages: new Map(), holds: new Map() }),
  evolve: (state, event) => {
    // What is stopped belongs to an address, which others may have too: the read model knows it.
    if (event.type === 'MailStopped' || event.type === 'MailResumed') return state;
    if (event.type === 'ChangesHeld' || event.type === 'ChangesReleased') {
      const families = event.type === 'ChangesHeld' ? event.data.families : null;
      return { ...state, holds: new Map(state.holds).set(event.data.cause, families) };
    }
    const { messages } = state;
    const { messageId } = event.data;
    return { ...state, messages: new Map(messages).set(messageId, messageAfter(messages.get(messageId), event)) };
  },
};

export const messagesStream = (studioId: string, recipientId: string): string =>
  streamName(messageEvents, studioId, recipientId);

/** Queues a message once. */
export const queue =
  (data: QueuedMessage) =>
  ({ messages }: MessagesState): MessageEvent[] =>
    messages.has(data.messageId) ? [] : [{ type: 'MessageQueued', data }];

/** What many families would be mailed because of one cause waits; once for each cause, and again while it comes to concern more. */
export const hold =
  (data: Extract<MessageEvent, { type: 'ChangesHeld' }>['data']) =>
  ({ holds }: MessagesState): MessageEvent[] =>
    holds.has(data.cause) && (holds.get(data.cause) ?? Infinity) >= data.families
      ? []
      : [{ type: 'ChangesHeld', data }];

/** Nothing waits because of it any more. */
export const release =
  (cause: string) =>
  ({ holds }: MessagesState): MessageEvent[] =>
    typeof holds.get(cause) === 'number' ? [{ type: 'ChangesReleased', data: { cause } }] : [];

/** Records what became of a message; a no-op once it has ended. */
export const record =
  (event: MessageOutcome) =>
  ({ messages }: MessagesState): MessageEvent[] => {
    const message = messages.get(event.data.messageId);
    if (message?.isOpen !== true) return [];
    const isKnown =
      event.type === 'MessageDelayed' && event.data.until === null && message.because === event.data.because;
    return isKnown ? [] : [event];
  };

/**
 * Stops a kind of mail to an address, or lets it come again; a no-op if it is so already.
 * @param isStopped as it is now, for anyone of the studio who has the address
 */
export const changeStop =
  (
    { email, kind, stop }: { readonly email: string; readonly kind: StopKind; readonly stop: boolean },
    isStopped: boolean,
  ) =>
  (): MessageEvent[] =>
    stop === isStopped ? [] : [{ type: stop ? 'MailStopped' : 'MailResumed', data: { email, kind } }];

const whyStays = ({ type }: MessageEvent): string | null => {
  if (type === 'MessageQueued') return 'An email that was sent cannot be taken back.';
  return type === 'MailStopped' || type === 'MailResumed' ? 'Only the family can change this.' : null;
};

/** Mail stays as it is: it is neither undone nor restored. */
export const restorableMessages: Restorable<typeof messageEvents, MessagesState, Record<string, never>> = {
  aggregate: messagesAggregate,
  contentOf: () => null,
  restoreTo: () => [],
  nameOf: () => 'A mail',
  refuses: whyStays,
};
