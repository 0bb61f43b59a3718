import { z } from 'zod';
import { defineCategory, defineEvent, type EventOf } from '../event.ts';
import { id, instant } from '../fields.ts';

/** What is mailed to families, and why. */
export const messageKinds = ['reminder', 'pastDue', 'link'] as const;
export type MessageKind = (typeof messageKinds)[number];

export const messageStates = ['queued', 'sent', 'failed', 'dropped'] as const;
export type MessageState = (typeof messageStates)[number];

/** True for mail that no one has clicked for. */
export const isAutomatic = (kind: MessageKind): boolean => kind !== 'link';

/** What a family can stop by itself: a kind of mail, or all but invoices and what it asks for. */
export const stopKinds = ['reminders', 'all'] as const;
export type StopKind = (typeof stopKinds)[number];

const email = z.string().min(1).max(254);
const because = z.string().min(1).max(300);

/** `messages-<studio>.<recipient>`: the mail to one person. Its text is made when it is sent. */
export const messageEvents = defineCategory('messages', [
  defineEvent(
    'MessageQueued',
    z.object({
      messageId: id,
      kind: z.enum(messageKinds),
      /** Of a reminder the day of the lessons, of mail about what is to be paid that of the mail, else the command: one key, one message. */
      key: z.string().min(1).max(200),
      email,
      studentIds: z.array(id),
      /** What else it is about: of an invoice its id and the step, in days from its due date. */
      about: z.array(z.string()).default([]),
      /** What families knew when it was queued; only of changes. */
      since: instant.nullable(),
      dueAt: instant,
      /** It is not sent later than this. */
      latestAt: instant.nullable(),
    }),
    // The first version knew fewer kinds.
    { version: 2, upcasters: { 1: (data) => data } },
  ),
  /** Why it has not been sent yet. `until`: when it is tried again; null: as soon as the mail server answers. */
  defineEvent('MessageDelayed', z.object({ messageId: id, because, until: instant.nullable() })),
  /** The mail server has taken it. Secrets in the text are "[link]". */
  defineEvent('MessageSent', z.object({ messageId: id, subject: z.string(), text: z.string() })),
  /** `refused`: there is no such mailbox. `waitsUntil`: until when the studio's mail that no one has clicked for waits after it. */
  defineEvent(
    'MessageFailed',
    z.object({ messageId: id, because, refused: z.boolean(), waitsUntil: instant.nullable().default(null) }),
  ),
  defineEvent('MessageDropped', z.object({ messageId: id, because })),
  /** No such mail goes to the address any more, also where someone else has the address by then. */
  defineEvent('MailStopped', z.object({ email, kind: z.enum(stopKinds) })),
  /** It goes there again. */
  defineEvent('MailResumed', z.object({ email, kind: z.enum(stopKinds) })),
]);
export type MessageEvent = EventOf<typeof messageEvents>;
export type QueuedMessage = Extract<MessageEvent, { type: 'MessageQueued' }>['data'];
/** What becomes of a message. */
export type MessageOutcome = Exclude<MessageEvent, { type: 'MessageQueued' | 'MailStopped' | 'MailResumed' }>;
